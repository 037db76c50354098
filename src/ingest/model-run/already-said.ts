import { readLedger, type Claim } from '../../wiki';
import { SaidSentences } from '../extractive/repeats';
import { type Unit } from '../units';
import { textOf, type WrittenPage } from './read-written';

/** Finds the page that says what a unit says, from whatever passage. @returns its slug; `null` if none does */
type FindSaid = (unit: Unit) => string | null;

/** What pages say that were written, so that a unit which only repeats it is neither asked for nor listed as missing. */
export function saidOnPages(pages: readonly WrittenPage[]): FindSaid {
  const said = pages.map((page) => ({
    slug: page.planned.slug,
    sentences: new SaidSentences<Claim>(readLedger(textOf(page)).claims.filter(({ support }) => support.length > 0)),
  }));
  return ({ kind, text }) => {
    if (kind === 'code') return null;
    return said.find(({ sentences }) => sentences.find(text) !== null)?.slug ?? null;
  };
}
