import * as z from 'zod/mini';
import { buildCreation, buildUpdate, type ChangeSet, type Evidence, type FileEdit, type PartSpec } from '../../change';
import {
  CATEGORIES,
  insertionPoint,
  keyOf,
  keysOf,
  placeItem,
  type Conversation,
  type Harvest,
  type NotedFile,
  type PlacedBullet,
} from '../../harvest';
import { type Hash } from '../../vault';
import { type KeptItem } from './types';

const keptSchema = z.lazy(() =>
  z.object({
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    path: z.string(),
    conversation: z.string(),
    day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    model: z.nullable(z.string()),
    items: z.array(
      z.object({
        hunk: z.string(),
        category: z.enum(CATEGORIES),
        statement: z.string(),
        detail: z.string(),
        quote: z.nullable(z.string()),
        isQuoteMissing: z.boolean(),
        file: z.nullable(z.object({ id: z.string().check(z.regex(/^[0-9a-z-]{1,80}$/)), path: z.string() })),
      }),
    ),
  }),
);

/** What a proposal keeps of its harvest, so that bullets are made again when it is applied. */
export interface KeptHarvest {
  readonly hash: Hash;
  /** Of the conversation's file. */
  readonly path: string;
  /** Name of the conversation. */
  readonly conversation: string;
  readonly day: string;
  readonly model: string | null;
  readonly items: readonly KeptItem[];
}

/** @returns `null` if the facts are of no harvest, or damaged */
export function readKeptHarvest({ facts }: Pick<ChangeSet, 'facts'>): KeptHarvest | null {
  const read = keptSchema.safeParse(facts.harvest);
  return read.success ? read.data : null;
}

export interface HarvestChangeRequest {
  readonly conversation: Conversation;
  readonly hash: Hash;
  readonly path: string;
  readonly day: string;
  readonly harvest: Harvest;
  /** Texts of the memory folder by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Keys of bullets that were written before. */
  readonly written: ReadonlySet<string>;
  readonly identify: (path: string) => Promise<NotedFile | null>;
}

/** The proposal of one conversation: each bullet is one hunk with its quote. */
export async function harvestChangeSet(request: HarvestChangeRequest): Promise<ChangeSet> {
  const { conversation, hash, path, day, harvest, texts } = request;
  const placed = await placeNew(request);
  const files: FileEdit[] = [];
  const items: KeptItem[] = [];
  for (const target of new Set(placed.map(({ bullet }) => bullet.path))) {
    const own = placed.filter(({ bullet }) => bullet.path === target);
    const edit = fileEdit(target, texts.get(target) ?? null, own, request);
    files.push(edit);
    for (const { bullet, file } of own) {
      const hunk = edit.hunks.find(({ text }) => text.endsWith(bullet.text))?.id ?? '';
      items.push({ ...bullet.item, hunk, file });
    }
  }
  const { name } = conversation;
  return {
    title: `Harvest "${name}"`,
    producer: 'import',
    files,
    log: { event: 'manual', subject: name, bullets: [] },
    sources: [],
    notes: harvest.notes,
    facts: {
      harvest: {
        hash,
        path,
        conversation: name,
        day,
        model: harvest.model,
        items: items.map((item) => ({ ...item, file: item.file && { ...item.file } })),
      },
    },
  };
}

interface NewBullet {
  readonly bullet: PlacedBullet;
  readonly file: NotedFile | null;
}

/** The bullets that are not there yet, each once. */
async function placeNew(request: HarvestChangeRequest): Promise<readonly NewBullet[]> {
  const { conversation, day, harvest, texts, written, identify } = request;
  const known = new Map<string, Set<string>>();
  const placed: NewBullet[] = [];
  for (const item of harvest.items) {
    const file = item.category === 'files' ? await identify(item.statement) : null;
    const bullet = placeItem(item, { conversation: conversation.name, day }, file);
    const keys = known.get(bullet.path) ?? new Set([...written, ...keysOf(texts.get(bullet.path) ?? '')]);
    known.set(bullet.path, keys);
    const key = keyOf(bullet.text);
    if (keys.has(key)) continue;
    keys.add(key);
    placed.push({ bullet, file });
  }
  return placed;
}

function fileEdit(
  path: string,
  text: string | null,
  bullets: readonly NewBullet[],
  request: HarvestChangeRequest,
): FileEdit {
  const why = [`The conversation "${request.conversation.name}" taught it.`];
  const head = bullets[0]?.bullet.head ?? '';
  if (text === null && !head.includes('\n## ')) {
    const parts: PartSpec[] = [{ text: head, reason: 'The file is new.', title: path }];
    for (const { bullet } of bullets) parts.push({ text: `\n${bullet.text}`, ...notesOf(bullet, request) });
    return buildCreation({ path, parts, why });
  }
  if (text === null) {
    // The headings of a new list of tasks come with its first bullet.
    const parts = bullets.map(({ bullet }, at) => ({
      text: at === 0 ? `${head.trimEnd()}\n\n${bullet.text}` : `\n${bullet.text}`,
      ...notesOf(bullet, request),
    }));
    return buildCreation({ path, parts, why });
  }
  const splices = bullets.map(({ bullet }) => {
    const { at, before } = insertionPoint(text, bullet.section);
    return { start: at, end: at, text: `${before}${bullet.text}`, ...notesOf(bullet, request) };
  });
  return buildUpdate({ path, base: text, splices, why });
}

function notesOf(
  { item }: PlacedBullet,
  request: HarvestChangeRequest,
): { title: string; reason: string; evidence: Evidence[] } {
  const title = TITLES[item.category];
  if (item.quote === null) {
    const reason = item.isQuoteMissing ? 'Its quote is not in the conversation.' : 'It has no quote.';
    return { title, reason, evidence: [] };
  }
  const evidence: Evidence = {
    source: request.path,
    sourceHash: request.hash,
    quote: item.quote,
    anchor: {},
    verdict: 'found',
  };
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
