import { estimateTokens } from '../../model';
import { type Unit } from '../units';
import { type PlannedPage } from './planned-page';
import { shownTokens } from './select-chunks';
import { type WriteMaterial } from './write-material';

/** Tokens of the units of small pages that are written in one call, and the most of such pages. */
const MAX_BATCH_TOKENS = 2000;
const MAX_BATCH_PAGES = 16;
/** A longer page is written in a call of its own. An edit answers with little of its page, a compose with all of it. In tokens. */
const MAX_SHARED_PAGE_TOKENS = { create: 0, edit: 2000, compose: 3000 } as const;
/** Of all pages in one call. */
const MAX_SHOWN_TOKENS = 6000;

/** Which pages are written in one call. Units that pages share are sent, and counted, once. */
export function writeBatches(
  pages: readonly PlannedPage[],
  { units, views }: WriteMaterial,
): readonly (readonly PlannedPage[])[] {
  const batches: {
    readonly pages: PlannedPage[];
    readonly units: Set<number>;
    shown: number;
    readonly isOpen: boolean;
  }[] = [];
  const unitsOf = (numbers: readonly number[]): readonly Unit[] => numbers.flatMap((number) => units[number - 1] ?? []);
  const tokensOf = (numbers: Iterable<number>): number =>
    [...numbers].reduce((sum, number) => sum + estimateTokens(units[number - 1]?.text ?? ''), 0);
  for (const page of pages) {
    const view = views.get(page.slug);
    const own = view === undefined || page.op === 'create' ? 0 : shownTokens(view, unitsOf(page.units), page.op);
    const isSmall = own <= MAX_SHARED_PAGE_TOKENS[page.op] && tokensOf(page.units) <= MAX_BATCH_TOKENS;
    const open = batches.find(
      (batch) =>
        isSmall &&
        batch.isOpen &&
        batch.pages.length < MAX_BATCH_PAGES &&
        batch.shown + own <= MAX_SHOWN_TOKENS &&
        tokensOf(new Set([...batch.units, ...page.units])) <= MAX_BATCH_TOKENS,
    );
    if (open === undefined) batches.push({ pages: [page], units: new Set(page.units), shown: own, isOpen: isSmall });
    else {
      open.pages.push(page);
      open.shown += own;
      for (const number of page.units) open.units.add(number);
    }
  }
  return batches.map((batch) => batch.pages);
}
