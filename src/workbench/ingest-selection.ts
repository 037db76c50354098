import { compareText, WikiError, type Run } from '../base';
import { type Proposal } from '../proposal';
import { type WikiSession } from './wiki-session';
import { sourceStates, type SourceState } from './source-state';

/** A source that an ingest is about. */
export interface IngestCandidate {
  readonly state: SourceState;
  /** What waits for review and was made from it, whether or not from its present content. */
  readonly waiting: Proposal | undefined;
  /** What was rejected of its present content; only looked at where nobody named the source. */
  readonly rejected: Proposal | undefined;
}

export interface IngestSelection {
  /** In the order in which they are read. */
  readonly candidates: readonly IngestCandidate[];
  /** Names that are no source of this wiki. */
  readonly unknown: readonly string[];
  /** Every proposal that was decided. */
  readonly decided: readonly Proposal[];
}

/**
 * Which sources an ingest is about. What waits applies first and in the order in which it was proposed, since later
 * proposals build on earlier ones; the others follow by their paths.
 * @param names paths or ids of sources; all sources when absent
 */
export async function selectSources(
  session: WikiSession,
  names: readonly string[] | undefined,
  run: Run,
): Promise<IngestSelection> {
  const states = await sourceStates(session.snapshot, run);
  const { states: named, unknown } = names === undefined ? { states, unknown: [] } : findByName(session, names, states);
  const waiting = new Map<string, Proposal>();
  for (const proposal of (await session.waitingProposals()).proposals) {
    for (const { path } of proposal.changeSet.sources) waiting.set(path, proposal);
  }
  const decided = (await session.store.decided()).proposals;
  const rejected = new Map<string, Proposal>();
  for (const proposal of names === undefined ? decided : []) {
    if (proposal.state !== 'rejected') continue;
    for (const { path, hash } of proposal.changeSet.sources) rejected.set(`${path}\0${hash}`, proposal);
  }
  const wanted = named.map((state) => {
    const { path } = state.source;
    return { state, waiting: waiting.get(path), rejected: rejected.get(`${path}\0${state.hash}`) };
  });
  const order = ({ waiting: found }: IngestCandidate): number => found?.sequence ?? Infinity;
  wanted.sort((a, b) => {
    const [first, second] = [order(a), order(b)];
    return first === second ? compareText(a.state.source.path, b.state.source.path) : first - second;
  });
  return { candidates: wanted, unknown, decided };
}

/** The sources that these names mean, each once. */
function findByName(
  { snapshot }: WikiSession,
  names: readonly string[],
  states: readonly SourceState[],
): { states: readonly SourceState[]; unknown: readonly string[] } {
  const found = new Map<string, SourceState>();
  const unknown: string[] = [];
  for (const name of names) {
    const source = snapshot.source(name);
    const state = source && states.find((candidate) => candidate.source.path === source.path);
    if (state) found.set(state.source.path, state);
    else unknown.push(name);
  }
  return { states: [...found.values()], unknown };
}

export function notASource(name: string): WikiError {
  return new WikiError('source_not_found', `There is no source "${name}" in this wiki.`, {
    remedy: 'Name a file under sources/, by its path in the wiki or by its id.',
  });
}
