import { isMapping } from '../../base';
import { hasChecksum, withChecksum } from '../checksum';
import { type ShardStore } from '../types';
import { PartLost, type PartReader } from './parts';
import { Segment, type SegmentHead, type TextRow } from './segment';

/** Of the stored form, the terms included. What is of another version is not read. */
const VERSION = 2;

/** Names the other files, and is written last: an index that is only half written is not there. */
const HEAD = 'index.json';

/** Writes the list of segments, and removes files that are of none. */
export async function writeHead(store: ShardStore, segments: readonly Segment[]): Promise<void> {
  const heads = segments.map(({ head }) => head);
  await store.write(HEAD, withChecksum(JSON.stringify({ version: VERSION, segments: heads })));
  const kept = new Set([HEAD, ...heads.flatMap(({ texts, terms }) => [...texts, ...terms.map(({ name }) => name)])]);
  for (const name of await store.names()) if (!kept.has(name)) await store.remove(name);
}

/** The segments that {@link writeHead} listed; none where there is no list, or it or a file of texts is damaged. */
export async function readSegments(store: ShardStore, parts: PartReader): Promise<readonly Segment[]> {
  const text = await store.read(HEAD);
  if (text === null || !hasChecksum(text)) return [];
  const head = parse(text);
  if (!isMapping(head) || head.version !== VERSION || !Array.isArray(head.segments)) return [];
  const segments: Segment[] = [];
  try {
    for (const each of head.segments) {
      if (!isSegmentHead(each)) return [];
      const rows: TextRow[] = [];
      for (const name of each.texts) rows.push(...rowsIn(await parts.readOnce(name)));
      segments.push(new Segment(each, rows));
    }
  } catch (error) {
    if (error instanceof PartLost) return [];
    throw error;
  }
  return segments;
}

function rowsIn(text: string): TextRow[] {
  return text
    .slice(1, -1)
    .split('\n')
    .map((line) => {
      const [key = '', length = '', blocks = ''] = line.split('\t');
      return { key, length: Number(length), blocks: blocks === '' ? [] : blocks.split(' ').map(Number) };
    });
}

function isSegmentHead(value: unknown): value is SegmentHead {
  if (!isMapping(value) || !Array.isArray(value.texts) || !Array.isArray(value.terms)) return false;
  return (
    value.texts.every((name) => typeof name === 'string') &&
    value.terms.every((part) => isMapping(part) && typeof part.first === 'string' && typeof part.name === 'string')
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
