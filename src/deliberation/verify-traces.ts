import { clip } from '../base';
import { canonicalText } from './canonical';
import { consensusLevel, listOf } from './consensus';
import { comparable, isQuoteOf, stancesOf } from './extraction';
import { claimText } from './schema';
import { type Bundle, type ClaimTrace } from './types';

type Fail = (place: string, message: string) => void;

/** Looks every quote up again, and counts the lists and the level anew from the positions. */
export function checkTraces(
  { unit, deliberated, responses }: Bundle,
  sources: ReadonlyMap<string, { readonly text: string } | null>,
  fail: Fail,
): { readonly found: number; readonly total: number } {
  const texts = new Map(
    responses.map((each) => [`${each.round}/${each.slot}`, { ...each, folded: comparable(each.content) }]),
  );
  let [found, total] = [0, 0];
  for (const [at, { claim, list, positions, sources: cited }] of deliberated.traces.entries()) {
    const place = `claim ${at + 1} (${clip(claim, 60)})`;
    for (const { round, slot, model, quote } of positions) {
      total += 1;
      const text = texts.get(`${round}/${slot}`);
      if (text?.model === model && isQuoteOf(quote, text.folded)) found += 1;
      else fail(place, `The quote of ${clip(model, 80)} is not in its answer (round ${round}, slot ${slot}).`);
    }
    for (const { uri, quote } of cited) {
      const source = sources.get(uri);
      if (source === undefined || source === null) continue;
      total += 1;
      if (isQuoteOf(quote, comparable(source.text))) found += 1;
      else fail(place, `The quote is not in ${clip(uri, 120)}.`);
    }
    if (listOf(stancesOf(positions, unit.models_used)) !== list)
      fail(place, 'The positions do not make it what the unit says.');
  }
  checkLists(deliberated.traces, { unit }, fail);
  return { found, total };
}

/** A quote that the unit takes from a source, and whether a later text of that source still has it. */
export interface KeptQuote {
  readonly claim: string;
  readonly quote: string;
  readonly isThere: boolean;
}

/** What the unit takes from a source that has changed since, compared with the text as it is now. */
export function quotesStillIn({ deliberated }: Bundle, uri: string, text: string): readonly KeptQuote[] {
  const folded = comparable(text);
  return deliberated.traces.flatMap(({ claim, sources }) =>
    sources
      .filter((each) => each.uri === uri)
      .map(({ quote }) => ({ claim, quote, isThere: isQuoteOf(quote, folded) })),
  );
}

function checkLists(traces: readonly ClaimTrace[], { unit }: Pick<Bundle, 'unit'>, fail: Fail): void {
  const claims = {
    agreed: unit.agreed.map(claimText),
    disputed: (unit.disputed ?? []).map(({ claim }) => claim),
    uncertain: (unit.uncertain ?? []).map(claimText),
  };
  for (const list of ['agreed', 'disputed', 'uncertain'] as const) {
    const traced = traces.filter((each) => each.list === list).map(({ claim }) => claim);
    if (canonicalText([...traced].sort()) !== canonicalText([...claims[list]].sort())) {
      fail('whole unit', `A claim of the list "${list}" comes from no answer.`);
    }
  }
  const level = consensusLevel({
    agreed: claims.agreed.length,
    disputed: traces.filter(({ list }) => list === 'disputed').map(({ significance }) => significance),
    unsettledCore: traces.filter(({ list, significance }) => list === 'uncertain' && significance === 'core').length,
  });
  if (level !== unit.consensus_level)
    fail('whole unit', `The positions make the level ${level}, not ${unit.consensus_level}.`);
}
