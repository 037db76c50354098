import { checkpoint, isWikiError, type Run } from '../../base';
import { makesStatement } from '../../ingest';
import { ageLimit } from '../../lint';
import { type Authority } from '../../workspace';
import {
  describePlace,
  prepareLedger,
  readLedger,
  type Anchor,
  type PageNote,
  type RecordedSource,
  type Snapshot,
  type Source,
  type OpposedStatement,
} from '../../wiki';
import { sourceView, type SourceView } from '../sources/source-view';
import { type WikiSession } from '../wiki-session';
import { knownContradictions, wikiPage } from './evidence-of-page';
import { namedSource } from './named-source';
import { verdictOf, type NoteVerdict } from './note-verdict';
import { quoteContext, type QuoteContext } from './quote-context';

/** What says otherwise than the sentence of a note. */
interface Disagreement {
  /** Of the contradiction; see `Workbench.proposeSettlement`. */
  readonly id: string;
  readonly text: string;
  readonly attribute: string;
  /** `null` for a sentence without a source. */
  readonly source: Pick<Source, 'path' | 'title' | 'date'> | null;
  readonly anchor: Anchor;
}

/** Everything that a reader may want to know of the number behind a sentence. */
export interface NoteEvidence {
  readonly label: string;
  readonly sourceId: string;
  /** `null` if the wiki no longer has the source. */
  readonly source: (Pick<Source, 'path' | 'title' | 'date'> & { readonly authority: Authority }) | null;
  readonly speaker: string | null;
  readonly anchor: Anchor;
  /** `line 19`, `page 4`, `at 00:01:02`; `''` where the source has no places. */
  readonly place: string;
  readonly quote: string | null;
  /** `null` where the quote is not in the source. */
  readonly context: QuoteContext | null;
  readonly verdict: NoteVerdict;
  /** Whether the source was changed after the wiki last read it. */
  readonly isChanged: boolean;
  /** Days after which a source is too old for this page, if this one is; else `null`. */
  readonly oldAfter: number | null;
  readonly disagrees: readonly Disagreement[];
}

const DAY = 86_400_000;

/**
 * The evidence behind a footnote of a page; `null` if that footnote names no source.
 * @param label without `^`
 * @param given the page's text as it is in an editor; as it is on disk when absent
 */
export async function evidenceOfNote(
  session: WikiSession,
  path: string,
  label: string,
  given: string | undefined,
  run: Run,
): Promise<NoteEvidence | null> {
  const { snapshot, host } = session;
  const page = wikiPage(session, path);
  const text = given ?? (await snapshot.text(path));
  if (text !== null) await prepareLedger(text, run);
  const note = text === null ? undefined : noteOf(text, label);
  if (page === null || text === null || note === undefined) return null;
  const { sourceId, quote, anchor, speaker } = note;
  const source = snapshot.source(sourceId) ?? null;
  const looked = source === null ? { view: null, isUnread: false } : await look(session, source.path, quote, run);
  const { view } = looked;
  await checkpoint(run);
  const context = view?.place ? quoteContext(view.passages, view.place) : null;
  const recorded = source === null ? null : recordOf(snapshot, source);
  const days = ageLimit(session.lens.effective, page.kind);
  const time = Date.parse(source?.date ?? '');
  return {
    label: note.label,
    sourceId,
    source: source === null ? null : { ...namedSource(source, snapshot, view?.title), authority: source.authority },
    speaker,
    anchor,
    place: describePlace(anchor, view?.format ?? 'text'),
    quote,
    context,
    verdict: verdictOf(source !== null, looked.isUnread, quote, context),
    isChanged: recorded !== null && view !== null && view.hash !== recorded.contentHash,
    oldAfter: days !== null && time + days * DAY <= host.clock.now() ? days : null,
    disagrees: await disagreements(session, path, text, note, run),
  };
}

/** Case does not count in labels, as in Obsidian. */
function noteOf(text: string, label: string): PageNote | undefined {
  const { notes } = readLedger(text);
  const wanted = label.toLowerCase();
  return notes.get(label) ?? [...notes.values()].find((note) => note.label.toLowerCase() === wanted);
}

function recordOf({ provenance }: Snapshot, { path }: Source): RecordedSource | null {
  return Object.hasOwn(provenance.sources, path) ? (provenance.sources[path] ?? null) : null;
}

interface Look {
  readonly view: SourceView | null;
  readonly isUnread: boolean;
}

async function look(session: WikiSession, path: string, quote: string | null, run: Run): Promise<Look> {
  try {
    return { view: await sourceView(session, path, quote ?? undefined, run), isUnread: false };
  } catch (error) {
    if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    return { view: null, isUnread: true };
  }
}

async function disagreements(
  session: WikiSession,
  path: string,
  text: string,
  note: PageNote,
  run: Run,
): Promise<readonly Disagreement[]> {
  await checkpoint(run);
  const claims = readLedger(text).claims.filter(({ notes }) => notes.some(({ label }) => label === note.label));
  const found: Disagreement[] = [];
  for (const { id, attribute, pair, pages } of await knownContradictions(session, run)) {
    if (pair === null || !pages.includes(path)) continue;
    const [first, second] = pair.sides;
    const isOwn = (side: OpposedStatement): boolean =>
      side.sourceId === note.sourceId && claims.some((claim) => makesStatement(claim, side));
    const isFirst = isOwn(first);
    if (!isFirst && !isOwn(second)) continue;
    const other = isFirst ? second : first;
    const source = other.sourceId === null ? undefined : session.snapshot.source(other.sourceId);
    const told = source === undefined ? null : namedSource(source, session.snapshot);
    found.push({ id, attribute, text: other.text, anchor: other.anchor, source: told });
  }
  return found;
}
