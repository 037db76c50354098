import { type JsonValue } from '../../base';
import { buildCreation, buildUpdate, type ChangeSet, type Evidence, type FileEdit, type Hunk } from '../../change';
import {
  insertionPoint,
  keyOf,
  keysOf,
  placeItem,
  type HarvestItem,
  type NotedFile,
  type PlacedBullet,
} from '../../harvest';
import { type ModelCost } from '../model/cost';
import { type KeptHarvest } from './kept-harvest';
import { type KeptItem } from './types';

interface HarvestChangeRequest {
  readonly kept: Omit<KeptHarvest, 'items'>;
  readonly items: readonly (HarvestItem & { readonly file: NotedFile | null })[];
  readonly notes: readonly string[];
  /** `null` without a model. */
  readonly cost: ModelCost | null;
  /** Texts of the memory folder by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Keys of bullets that were written before. */
  readonly written: ReadonlySet<string>;
}

/** The proposal of one conversation: each bullet is one hunk with its quote. */
export function harvestChangeSet(request: HarvestChangeRequest): ChangeSet {
  const { kept, texts, notes, cost } = request;
  const placed = placeNew(request);
  const files: FileEdit[] = [];
  const items: KeptItem[] = [];
  for (const target of new Set(placed.map(({ bullet }) => bullet.path))) {
    const own = placed.filter(({ bullet }) => bullet.path === target);
    const edit = fileEdit(target, texts.get(target) ?? null, own, kept);
    files.push(edit);
    for (const { bullet, file } of own) items.push({ ...bullet.item, hunk: hunkOf(edit, bullet)?.id ?? '', file });
  }
  const harvest = { ...kept, items: items.map((item) => ({ ...item, file: item.file && { ...item.file } })) };
  return {
    title: `Harvest "${kept.conversation}"`,
    producer: 'import',
    files,
    log: { event: 'manual', subject: kept.conversation, bullets: [] },
    sources: [],
    notes,
    facts: { harvest, ...(cost && { cost: { ...cost } as unknown as JsonValue }) },
  };
}

/**
 * The same proposal on the files as they are now, with the same ids: a harvest that was applied since also wrote at their ends, and that is
 * no conflict.
 */
export function rebaseHarvest(
  changeSet: ChangeSet,
  { items, ...kept }: KeptHarvest,
  state: Pick<HarvestChangeRequest, 'texts' | 'written'>,
): ChangeSet {
  const made = harvestChangeSet({ kept, items, notes: changeSet.notes, cost: null, ...state });
  const key = (item: HarvestItem): string => JSON.stringify([item.category, item.statement, item.detail]);
  const before = new Map(items.map((item) => [key(item), item.hunk]));
  const now = (made.facts.harvest as unknown as KeptHarvest).items;
  const ids = new Map(now.map((item) => [item.hunk, before.get(key(item)) ?? item.hunk]));
  const files = made.files.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) => ({ ...hunk, id: ids.get(hunk.id) ?? hunk.id })),
  }));
  return { ...changeSet, files };
}

function hunkOf({ hunks }: FileEdit, { text }: PlacedBullet): Hunk | undefined {
  return hunks.find((hunk) => hunk.text === text || hunk.text.endsWith(`\n${text}`));
}

interface NewBullet {
  readonly bullet: PlacedBullet;
  readonly file: NotedFile | null;
}

/** The bullets that are not there yet, each once. */
function placeNew({ kept, items, texts, written }: HarvestChangeRequest): readonly NewBullet[] {
  const known = new Map<string, Set<string>>();
  const placed: NewBullet[] = [];
  for (const { file, ...item } of items) {
    const bullet = placeItem(item, { conversation: kept.conversation, day: kept.day }, file);
    const keys = known.get(bullet.path) ?? new Set([...written, ...keysOf(texts.get(bullet.path) ?? '')]);
    known.set(bullet.path, keys);
    const key = keyOf(bullet.text);
    if (keys.has(key)) continue;
    keys.add(key);
    placed.push({ bullet, file });
  }
  return placed;
}

type Origin = Pick<KeptHarvest, 'conversation' | 'path' | 'hash'>;

function fileEdit(path: string, text: string | null, bullets: readonly NewBullet[], origin: Origin): FileEdit {
  const why = [`The conversation "${origin.conversation}" taught it.`];
  if (text === null) return creation(path, bullets, origin, why);
  const splices = bullets.map(({ bullet }) => {
    const { at, before } = insertionPoint(text, bullet.section);
    return { start: at, end: at, text: `${before}${bullet.text}`, ...notesOf(bullet, origin) };
  });
  return buildUpdate({ path, base: text, splices, why });
}

/** The headings of a new file come with its first bullet, and no bullet needs another: the file is made of those that are accepted. */
function creation(path: string, bullets: readonly NewBullet[], origin: Origin, why: readonly string[]): FileEdit {
  const head = bullets[0]?.bullet.head.trimEnd() ?? '';
  const parts = bullets.map(({ bullet }, at) => ({
    text: at === 0 ? `${head}\n\n${bullet.text}` : `\n${bullet.text}`,
    ...notesOf(bullet, origin),
  }));
  const edit = buildCreation({ path, parts, why });
  return { ...edit, hunks: edit.hunks.map((hunk) => ({ ...hunk, needs: [] })) };
}

function notesOf(
  { item }: PlacedBullet,
  { path, hash }: Origin,
): { title: string; reason: string; evidence: Evidence[] } {
  const title = TITLES[item.category];
  if (item.quote === null) {
    const reason = item.isQuoteMissing ? 'Its quote is not in the conversation.' : 'It has no quote.';
    return { title, reason, evidence: [] };
  }
  const evidence: Evidence = { source: path, sourceHash: hash, quote: item.quote, anchor: {}, verdict: 'found' };
  return { title, reason: 'Said in the conversation.', evidence: [evidence] };
}

const TITLES = {
  facts: 'Fact',
  decisions: 'Decision',
  tasks_done: 'Done task',
  tasks_open: 'Open task',
  questions: 'Open question',
  playbooks: 'Playbook',
  files: 'Note about a file',
};
