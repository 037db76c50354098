import { isHistory, isSaidBy, type Claim } from '../../wiki';
import { type Telling } from '../details';
import { type PageView } from '../model-run/page-view';
import { readWords } from './overview-length';

/** A section of an overview that lists what the page of disputes tells. */
export interface RepeatedDisputes {
  /** Its heading. */
  readonly section: string;
  /** Of the page of disputes. */
  readonly slug: string;
}

/** What may be wrong with an overview as a whole. */
export interface OverviewState {
  readonly words: number;
  readonly disputes: RepeatedDisputes | null;
}

/** A section with so many statements of the page of disputes lists them. */
const MIN_REPEATED = 2;

/** @param told the page of disputes with its statements; `null` if there is none */
export function overviewState(view: PageView, told: Telling | null): OverviewState {
  const words = readWords(view.text.slice(view.contentStart, view.contentEnd));
  const sections = new Map<string, Claim[]>();
  for (const claim of view.ledger.claims) {
    if (claim.heading === null || claim.heading === view.page.title || isHistory(claim)) continue;
    const own = sections.get(claim.heading);
    if (own === undefined) sections.set(claim.heading, [claim]);
    else own.push(claim);
  }
  const found = [...sections].find(([, claims]) => {
    const repeated = told === null ? [] : claims.filter((claim) => isSaidBy(claim, told.claims));
    return repeated.length >= MIN_REPEATED && repeated.length * 2 > claims.length;
  });
  return { words, disputes: told === null || found === undefined ? null : { section: found[0], slug: told.page.slug } };
}
