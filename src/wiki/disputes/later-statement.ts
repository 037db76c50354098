import { compareText, type Run } from '../../base';
import { contentWords } from '../../markdown';
import { hubRole } from '../hub';
import { readLedger, supportKey } from '../ledger';
import { type Page, type Snapshot } from '../types';
import { isHistory, readCallouts } from './callouts';
import { isDisputesPage } from './is-disputes-page';
import { passageOf, type CitedPassage } from './passages';

/** What a page says in one place now, with the page. */
interface PageStatement {
  readonly page: Page;
  readonly passage: CitedPassage;
}

/** What a page says now on the ground of passages of sources: without what was, and without the sides of a contradiction. */
export async function statementsOf(page: Page, snapshot: Snapshot): Promise<readonly CitedPassage[]> {
  const text = page.footnotes.count === 0 ? null : await snapshot.text(page.path);
  if (text === null) return [];
  const callouts = readCallouts(text);
  return readLedger(text)
    .claims.filter(
      (claim) =>
        claim.notes.length > 0 &&
        !isHistory(claim) &&
        !callouts.some(({ start, end }) => claim.start >= start && claim.end <= end),
    )
    .map((claim) => passageOf(text, [claim]));
}

/**
 * What the wiki says now on the ground of the passages on which a later statement rests. A page that was written anew says it in other
 * words, or another page does.
 *
 * @param page the page that told it before
 * @param fits whether a statement tells how the earlier one went on
 * @returns `null` if no page says it any more
 */
export async function laterStatementNow(
  { before, after }: { readonly before: CitedPassage; readonly after: CitedPassage },
  page: Page,
  fits: (passage: CitedPassage) => boolean,
  snapshot: Snapshot,
  run: Run,
): Promise<PageStatement | null> {
  const earlier = keysOf(before);
  const own = [...keysOf(after)].filter((key) => !earlier.has(key));
  const wanted = new Set(own.length === 0 ? keysOf(after) : own);
  for (const candidate of [page, ...othersThatCite(after, page, snapshot)]) {
    await run.yieldToHost();
    const citing = (await statementsOf(candidate, snapshot)).filter((passage) =>
      [...keysOf(passage)].some((key) => wanted.has(key)),
    );
    const passage = closest(after, citing.filter(fits));
    if (passage !== null) return { page: candidate, passage };
  }
  return null;
}

export const keysOf = ({ notes }: CitedPassage): ReadonlySet<string> =>
  new Set(notes.map(({ sourceId, quote }) => supportKey(sourceId, quote)));

/** The other pages that cite a source of a passage, overviews and timelines last. */
function othersThatCite({ notes }: CitedPassage, page: Page, snapshot: Snapshot): readonly Page[] {
  const paths = new Set(notes.flatMap(({ sourceId }) => snapshot.source(sourceId)?.path ?? []));
  const found = [...snapshot.pages.values()].filter(
    (each) =>
      each !== page &&
      each.kind !== 'summary' &&
      !isDisputesPage(each) &&
      each.sources.some((ref) => paths.has(snapshot.source(ref)?.path ?? ref)),
  );
  return found.sort((a, b) => Number(hubRole(a) !== null) - Number(hubRole(b) !== null) || compareText(a.path, b.path));
}

/** The statement that is the same, or of which that is a part, else the one that shares most words. */
function closest({ markdown }: CitedPassage, candidates: readonly CitedPassage[]): CitedPassage | null {
  const part = markdown.replace(/^… | …$/g, '');
  const same = candidates.find((each) => each.markdown.includes(part));
  if (same !== undefined) return same;
  const words = new Set(contentWords(markdown));
  const score = (each: CitedPassage): number => contentWords(each.markdown).filter((word) => words.has(word)).length;
  return [...candidates].sort((a, b) => score(b) - score(a))[0] ?? null;
}
