import { compareText, WikiError, type Run } from '../../base';
import { allHunkIds, type Proposal } from '../../proposal';
import { markCopies } from '../sources/copies';
import { sourceStates, type SourceState } from '../sources/source-state';
import { type WikiSession } from '../wiki-session';

/** A source that may have to be ingested. */
export interface IngestCandidate {
  readonly state: SourceState;
  /** The proposal made from it that waits, with its present content or an earlier one. */
  readonly waiting: Proposal | undefined;
  /** The rejected proposal for its present content, from it or a copy. Ignored when the source was named. */
  readonly rejected: Proposal | undefined;
  /** Paths of other sources with the same content, which are not proposed. */
  readonly copies: readonly string[];
}

export interface IngestSelection {
  /** In the order in which they are read. */
  readonly candidates: readonly IngestCandidate[];
  /** Names that match no source of this wiki. */
  readonly unknown: readonly string[];
  /** Every proposal that was decided. */
  readonly decided: readonly Proposal[];
}

/** Which sources to ingest, and in which order. */
export interface SourceChoice {
  /** Paths or ids; all sources when absent. */
  readonly sources?: readonly string[];
  /** Whether a person named these sources, which reads a rejected one again. `true` by default. */
  readonly isNamed?: boolean;
  /** Only sources whose file changed at or after this time, in milliseconds since the epoch. */
  readonly since?: number;
  /** The newest first, by their date, else by the time of their file. */
  readonly newest?: boolean;
}

/**
 * The sources to ingest. Those with a waiting proposal come first, in the order in which they were proposed, because later
 * proposals build on earlier ones; the others follow by path, and copies come last.
 */
export async function selectSources(
  session: WikiSession,
  { sources: names, isNamed = names !== undefined, since = 0, newest = false }: SourceChoice,
  run: Run,
): Promise<IngestSelection> {
  const all = await sourceStates(session.snapshot, run);
  const { states: known, unknown } =
    names === undefined ? { states: all, unknown: [] } : findByName(session, names, all);
  const found = known.filter(({ source }) => source.mtime >= since);
  const proposals = await session.waitingProposals();
  const named = markCopies(found, proposals);
  const waiting = new Map<string, Proposal>();
  for (const proposal of proposals) {
    for (const { path } of proposal.changeSet.sources) waiting.set(path, proposal);
  }
  const decided = (await session.store.decided()).proposals;
  const rejected = new Map<string, Proposal>();
  for (const proposal of isNamed ? [] : decided) {
    if (proposal.state !== 'rejected' || isSuperseded(proposal)) continue;
    // A rejection that came with the vault may be forged, to keep a source out.
    if (session.isSigning && !session.store.isOwn(proposal)) continue;
    for (const { hash } of proposal.changeSet.sources) rejected.set(hash, proposal);
  }
  const copies = new Map<string, string[]>();
  for (const { source, of } of named) {
    if (of?.isIngested !== false) continue;
    const known = copies.get(of.path);
    if (known) known.push(source.path);
    else copies.set(of.path, [source.path]);
  }
  const candidates = named.map((state) => {
    const { path } = state.source;
    return {
      state,
      waiting: waiting.get(path),
      rejected: rejected.get(state.hash ?? ''),
      copies: copies.get(path) ?? [],
    };
  });
  const order = ({ waiting: made, state }: IngestCandidate): number =>
    made?.sequence ?? (state.of ? Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER - 1);
  candidates.sort(
    (a, b) =>
      order(a) - order(b) ||
      (newest ? timeOf(b.state) - timeOf(a.state) : 0) ||
      compareText(a.state.source.path, b.state.source.path),
  );
  return { candidates, unknown, decided };
}

/** The date of a source, else the last change of its file. Milliseconds since the epoch. */
function timeOf({ source }: SourceState): number {
  const dated = source.date === null ? NaN : Date.parse(source.date);
  return Number.isNaN(dated) ? source.mtime : dated;
}

/** A proposal that ingest itself withdrew. A person who rejects one rejects its hunks. */
function isSuperseded({ changeSet, decision }: Proposal): boolean {
  return decision?.rejectedHunks.length === 0 && allHunkIds(changeSet).size > 0;
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
    remedy: 'Name a source by its path in the wiki or by its id.',
  });
}
