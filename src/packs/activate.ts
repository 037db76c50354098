import { type Run } from '../base';
import { bodyStartOf } from '../markdown';
import { type Hash } from '../vault';
import { fenceGuide, type PackResource } from './fence';
import { listPack, readGuide, resourceKind } from './pack-files';
import { type Pack, type TextTools } from './types';

/** Files that are listed; a resolver finds the others. */
const MAX_LISTED = 100;

const KIND_ORDER: readonly PackResource['kind'][] = ['runtime', 'primary', 'document', 'wiki', 'evidence'];

export interface PackGuide {
  readonly pack: string;
  readonly version: string;
  /** Of the pack's `KNOWLEDGE.md`. */
  readonly hash: Hash;
  /** Fenced, with the list of resources. */
  readonly text: string;
}

/** The guide of a pack, with the list of what else it has. None of that is read. */
export async function activatePack(pack: Pack, { clean }: TextTools, run: Run): Promise<PackGuide> {
  const { text, hash } = await readGuide(pack);
  const { item } = pack;
  const resources: PackResource[] = [];
  for (const { path } of (await listPack(pack, run)).files) {
    const kind = resourceKind(path, item.metadata?.primaryDocument);
    if (kind !== null) resources.push({ kind, path });
  }
  // A stable sort: by kind, and within one by path.
  resources.sort((a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind));
  const listed = resources.slice(0, MAX_LISTED);
  const body = clean(text.slice(bodyStartOf(text)));
  return {
    pack: item.name,
    version: item.version ?? '',
    hash,
    text: fenceGuide(item, body, listed, resources.length - listed.length),
  };
}
