import { compareText, WikiError, type Run } from '../../base';
import { type Proposal } from '../../proposal';
import { sourceStates, type SourceState } from '../sources/source-state';
import { type WikiSession } from '../wiki-session';

/** A source that may have to be ingested. */
export interface IngestCandidate {
  readonly state: SourceState;
  /** The proposal made from it that waits, with its present content or an earlier one. */
  readonly waiting: Proposal | undefined;
  /** The rejected proposal for its present content. Ignored when the source was named. */
  readonly rejected: Proposal | undefined;
}

export interface IngestSelection {
  /** In the order in which they are read. */
  readonly candidates: readonly IngestCandidate[];
  /** Names that match no source of this wiki. */
  readonly unknown: readonly string[];
  /** Every proposal that was decided. */
  readonly decided: readonly Proposal[];
}

/**
 * The sources to ingest. Those with a waiting proposal come first, in the order in which they were proposed, because later
 * proposals build on earlier ones; the others follow by path.
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
  for (const proposal of await session.waitingProposals()) {
    for (const { path } of proposal.changeSet.sources) waiting.set(path, proposal);
  }
  const decided = (await session.store.decided()).proposals;
  const rejected = new Map<string, Proposal>();
  for (const proposal of names === undefined ? decided : []) {
    if (proposal.state !== 'rejected') continue;
    for (const { path, hash } of proposal.changeSet.sources) rejected.set(`${path}\0${hash}`, proposal);
  }
  const candidates = named.map((state) => {
    const { path } = state.source;
    return { state, waiting: waiting.get(path), rejected: rejected.get(`${path}\0${state.hash}`) };
  });
  const order = ({ waiting: found }: IngestCandidate): number => found?.sequence ?? Infinity;
  candidates.sort((a, b) => {
    const [first, second] = [order(a), order(b)];
    return first === second ? compareText(a.state.source.path, b.state.source.path) : first - second;
  });
  return { candidates, unknown, decided };
}

/** The sources with these names, each once. */
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
  return new WikiError('source_not_found', `This wiki has no source "${name}".`, {
    remedy: 'Name a file under sources/ by its path in the wiki or by its id.',
  });
}
