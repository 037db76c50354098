import * as z from 'zod/mini';
import { type JsonObject } from '../../base';
import { type Proposal } from '../../proposal';
import { stateVault } from '../model/stores';
import { isWrittenAnew } from '../review/ingest-facts';
import { SealedFiles } from '../sealed-files';
import { type WikiSession } from '../wiki-session';

const FILE = 'composed.json';
const HUBS = 'hubs';
/** Keys that are kept, the newest. */
const MAX_KEYS = 5000;
const keysShape = z.lazy(() =>
  z.object({
    offered: z._default(z.array(z.string()), []),
    considered: z._default(z.array(z.string()), []),
    rewritten: z._default(z.record(z.string(), z.number()), {}),
  }),
);

/** What earlier runs knew of the statements of the wiki, so that what is no news is not sent again. */
interface Offered {
  /** What the model was shown. */
  readonly offered: ReadonlySet<string>;
  /** What there was besides. */
  readonly considered: ReadonlySet<string>;
}

/** Why a proposal that waited is gone: no decision of a person. */
export const REPLACED = 'A new proposal replaces this one.';

/** The fact by which a proposal of overview pages is known. */
export const HUBS_FACT: JsonObject = { [HUBS]: true };

export const isOfRewriting = ({ changeSet }: Proposal): boolean => isWrittenAnew(changeSet);

export const isOfHubs = ({ changeSet }: Proposal): boolean => changeSet.facts[HUBS] === true;

/** What the model was shown for pages that were applied, and where it had nothing to add. */
export async function readOffered(session: WikiSession): Promise<Offered> {
  const { proposals } = await session.store.decided();
  const applied = proposals.filter((each) => isOfHubs(each) && each.state === 'applied' && session.store.isOwn(each));
  const all = [...applied.map(({ changeSet }) => keysIn(changeSet.facts)), await readKept(session)];
  return {
    offered: new Set(all.flatMap(({ offered }) => offered)),
    considered: new Set(all.flatMap(({ considered }) => considered)),
  };
}

/** Keeps what the model was shown without a result: there is no proposal that tells it. */
export async function keepOffered(session: WikiSession, facts: JsonObject): Promise<void> {
  const [kept, added] = [await readKept(session), keysIn(facts)];
  const join = (key: 'offered' | 'considered'): readonly string[] =>
    [...new Set([...kept[key], ...added[key]])].slice(-MAX_KEYS);
  await writeKept(session, { ...kept, offered: join('offered'), considered: join('considered') });
}

/**
 * How many sources each page had when it was last written anew, by path. A page that a person did not want so, and one that did not come
 * out well, counts too: it is asked for again when it has grown further.
 */
export async function readRewritten(session: WikiSession): Promise<ReadonlyMap<string, number>> {
  const { proposals } = await session.store.decided();
  const own = proposals.filter(
    (each) => isOfRewriting(each) && session.store.isOwn(each) && each.decision?.reason !== REPLACED,
  );
  const all = [...own.map(({ changeSet }) => keysIn(changeSet.facts)), await readKept(session)];
  const counts = new Map<string, number>();
  for (const { rewritten } of all)
    for (const [path, count] of Object.entries(rewritten)) counts.set(path, Math.max(count, counts.get(path) ?? 0));
  return counts;
}

/** Whether a run tried to write any page anew. */
export const hasTried = (facts: JsonObject): boolean => Object.keys(keysIn(facts).rewritten).length > 0;

/** Keeps which pages were tried without a result. */
export async function keepRewritten(session: WikiSession, facts: JsonObject): Promise<void> {
  const kept = await readKept(session);
  const rewritten = Object.fromEntries(
    Object.entries({ ...kept.rewritten, ...keysIn(facts).rewritten }).slice(-MAX_KEYS),
  );
  await writeKept(session, { ...kept, rewritten });
}

async function writeKept({ vault, host }: WikiSession, keys: Keys): Promise<void> {
  await new SealedFiles(stateVault(vault), host).write(FILE, JSON.stringify({ version: 1, ...keys }));
}

interface Keys {
  readonly offered: readonly string[];
  readonly considered: readonly string[];
  readonly rewritten: Readonly<Record<string, number>>;
}

const keysIn = (value: unknown): Keys =>
  keysShape.safeParse(value).data ?? { offered: [], considered: [], rewritten: {} };

async function readKept({ vault, host }: WikiSession): Promise<Keys> {
  const text = await new SealedFiles(stateVault(vault), host).read(FILE);
  try {
    return keysIn(JSON.parse(text ?? '{}'));
  } catch (error) {
    if (error instanceof SyntaxError) return keysIn({});
    throw error;
  }
}
