import { isSaidBy, stayingClaims, type Snapshot } from '../../wiki';
import { type AccountedDrop } from './account';
import { saysClaim, textOf, type WrittenPage } from './read-written';

/**
 * Checks, now that all pages are written, the reasons that name another statement: what was said to have moved is on the page that was
 * named, and what was said to be a duplicate is said by statements that stay.
 */
export async function settleDrops(
  pages: readonly WrittenPage[],
  snapshot: Pick<Snapshot, 'pagesBySlug' | 'text'>,
): Promise<readonly WrittenPage[]> {
  const texts = new Map(pages.map((page) => [page.planned.slug, textOf(page)]));
  const settled: WrittenPage[] = [];
  for (const page of pages) {
    const dropped: AccountedDrop[] = [];
    for (const drop of page.account.dropped) dropped.push(await settle(drop, page, texts, snapshot));
    settled.push({ ...page, account: { ...page.account, dropped } });
  }
  return settled;
}

async function settle(
  drop: AccountedDrop,
  { planned, change }: WrittenPage,
  texts: ReadonlyMap<string, string>,
  snapshot: Pick<Snapshot, 'pagesBySlug' | 'text'>,
): Promise<AccountedDrop> {
  const claim = change?.view.ledger.claims.find(({ start }) => start === drop.start);
  if (claim === undefined) return drop;
  if (drop.given === 'moved_to') {
    const text = texts.get(drop.page ?? '');
    if (text !== undefined && !saysClaim(text, claim))
      return { ...drop, reason: null, isNamed: false, given: null, by: null, page: null };
  } else if (drop.given !== 'duplicate_of') return drop;
  const slug = drop.page ?? planned.slug;
  const [page, other] = snapshot.pagesBySlug(slug);
  const before = page === undefined || other !== undefined ? null : await snapshot.text(page.path);
  if (page === undefined || before === null) return drop;
  const staying = stayingClaims(before, texts.get(slug) ?? before);
  return isSaidBy(claim, staying) ? { ...drop, saidOn: page.path } : drop;
}
