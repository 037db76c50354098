import { checkpoint, isWikiError, YieldBudget, type Run } from '../../base';
import { createQuoteFinder } from '../../change';
import { fullText } from '../../ingest';
import { type Hash } from '../../vault';
import { prepareLedger, readLedger, type PageNote, type Snapshot } from '../../wiki';
import { readSourceText } from '../sources/source-text';
import { type WikiSession } from '../wiki-session';
import { wikiPage } from './evidence-of-page';
import { isUnfounded, verdictOf } from './note-verdict';

/** Versions of sources whose quotes are remembered. */
const MAX_KEPT = 200;

/** What was looked up in one version of a source. */
interface CheckedSource {
  /** Whether it has these quotes. */
  readonly quotes: Map<string, boolean>;
  /** The state of the wiki in which it could not be read as text. */
  unreadIn: Snapshot | null;
}

const checkedSources = new WeakMap<WikiSession, Map<Hash, CheckedSource>>();

/**
 * Labels of the footnotes of a page whose quote is not in its source, or whose source is gone: those that `noteEvidence` calls `missing` or `gone`.
 * Each quote is looked up once for each version of its source.
 * @param given the page's text as it is in an editor; as it is on disk when absent
 */
export async function unfoundedNotes(
  session: WikiSession,
  path: string,
  given: string | undefined,
  run: Run,
): Promise<ReadonlySet<string>> {
  const text = given ?? (await session.snapshot.text(path));
  const labels = new Set<string>();
  if (text === null || wikiPage(session, path) === null) return labels;
  await prepareLedger(text, run);
  const bySource = new Map<string, PageNote[]>();
  for (const note of readLedger(text).notes.values()) {
    const notes = bySource.get(note.sourceId);
    if (notes === undefined) bySource.set(note.sourceId, [note]);
    else notes.push(note);
  }
  for (const [sourceId, notes] of bySource) {
    await checkpoint(run);
    for (const label of await unfoundedIn(session, sourceId, notes, run)) labels.add(label);
  }
  return labels;
}

async function unfoundedIn(
  session: WikiSession,
  sourceId: string,
  notes: readonly PageNote[],
  run: Run,
): Promise<readonly string[]> {
  const source = session.snapshot.source(sourceId) ?? null;
  const quotes = source === null ? new Map<string, boolean>() : await lookUp(session, source.path, notes, run);
  return notes.flatMap(({ label, quote }) => {
    const isThere = quote !== null && quotes?.get(quote) === true;
    const verdict = verdictOf(source !== null, quotes === null, quote, isThere ? { quote } : null);
    return isUnfounded(verdict) ? [label] : [];
  });
}

/** @returns whether the source has the quotes of these notes; `null` where it cannot be read as text */
async function lookUp(
  session: WikiSession,
  path: string,
  notes: readonly PageNote[],
  run: Run,
): Promise<ReadonlyMap<string, boolean> | null> {
  const { snapshot } = session;
  let checked: CheckedSource | null = null;
  try {
    const hash = await snapshot.sourceHash(path);
    checked = remembered(session, hash);
    const { quotes } = checked;
    const wanted = notes.flatMap(({ quote }) => (quote === null || quotes.has(quote) ? [] : [quote]));
    if (wanted.length === 0) return quotes;
    if (checked.unreadIn === snapshot) return null;
    const text = fullText(await readSourceText(session, path, hash, run));
    await checkpoint(run);
    const budget = new YieldBudget(run);
    const finder = createQuoteFinder(text);
    for (const quote of wanted) {
      quotes.set(quote, (await finder.findInTurns(quote, budget)) !== null);
      if (budget.spend(LOOK_UP + text.length / 100)) await budget.checkpoint();
    }
    return quotes;
  } catch (error) {
    if (!isWikiError(error) || error.code === 'living-wiki:cancelled') throw error;
    if (checked !== null) checked.unreadIn = snapshot;
    return null;
  }
}

/** What one look into a text costs besides its length. */
const LOOK_UP = 500;

/** The entry of this version, as the one that was used last. */
function remembered(session: WikiSession, hash: Hash): CheckedSource {
  const all = checkedSources.get(session) ?? new Map<Hash, CheckedSource>();
  checkedSources.set(session, all);
  const entry = all.get(hash) ?? { quotes: new Map<string, boolean>(), unreadIn: null };
  all.delete(hash);
  all.set(hash, entry);
  const [oldest] = all.keys();
  if (all.size > MAX_KEPT && oldest !== undefined) all.delete(oldest);
  return entry;
}
