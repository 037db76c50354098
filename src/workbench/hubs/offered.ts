import * as z from 'zod/mini';
import { type JsonObject } from '../../base';
import { type Proposal } from '../../proposal';
import { stateVault } from '../model/stores';
import { SealedFiles } from '../sealed-files';
import { type WikiSession } from '../wiki-session';

const FILE = 'composed.json';
const HUBS = 'hubs';
/** Keys that are kept, the newest. */
const MAX_KEYS = 5000;
const keysShape = z.lazy(() =>
  z.object({ offered: z._default(z.array(z.string()), []), considered: z._default(z.array(z.string()), []) }),
);

/** What earlier runs knew of the statements of the wiki, so that what is no news is not sent again. */
interface Offered {
  /** What the model was shown. */
  readonly offered: ReadonlySet<string>;
  /** What there was besides. */
  readonly considered: ReadonlySet<string>;
}

/** The fact by which a proposal of overview pages is known. */
export const HUBS_FACT: JsonObject = { [HUBS]: true };

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
  const text = JSON.stringify({ version: 1, offered: join('offered'), considered: join('considered') });
  await new SealedFiles(stateVault(session.vault), session.host).write(FILE, text);
}

interface Keys {
  readonly offered: readonly string[];
  readonly considered: readonly string[];
}

const keysIn = (value: unknown): Keys => keysShape.safeParse(value).data ?? { offered: [], considered: [] };

async function readKept({ vault, host }: WikiSession): Promise<Keys> {
  const text = await new SealedFiles(stateVault(vault), host).read(FILE);
  try {
    return keysIn(JSON.parse(text ?? '{}'));
  } catch (error) {
    if (error instanceof SyntaxError) return keysIn({});
    throw error;
  }
}
