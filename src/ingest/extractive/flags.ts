import type { Evidence } from '../../change';
import type { Conflict } from './conflicts';
import { longestQuote, type Context } from './context';
import { evidenceOf, placeText, plainMarkdown, quoteOf, quoteText } from './quote';

const policies = {
  recency: 'newer source',
  authority: 'more authoritative source',
  'observation-count': 'larger number of sources',
} as const;

/** A callout that holds two statements which cannot both be right, word by word. */
export function flagBlock(conflict: Conflict, context: Context): string {
  const quote = quoteOf(conflict.sentence, longestQuote);
  const old =
    conflict.old.markdown === '' ? `"${plainMarkdown(conflict.old.shown)}" (this page)` : conflict.old.markdown;
  const { settled } = conflict;
  const by = settled !== null && settled.by in policies ? policies[settled.by as keyof typeof policies] : null;
  const title =
    settled === null || by === null
      ? `> [!warning] Contradiction: ${conflict.attribute}`
      : `> [!info] Sources disagree: ${conflict.attribute}. The ${settled.stands === 'new' ? 'second' : 'first'} stands, from the ${by}.`;
  return [title, `> ${old}`, '>', `> ${quoteText(quote, context.quoted)}`].join('\n');
}

/** What a flag rests on: the new sentence, and the old quotation where it has a source. */
export function flagEvidence(conflict: Conflict, context: Context): readonly Evidence[] {
  const fresh = evidenceOf(quoteOf(conflict.sentence, longestQuote), context.quoted);
  const { source, shown } = conflict.old;
  if (source === null) return [fresh];
  return [fresh, earlierEvidence(source.path, shown, context)];
}

/** A quotation that another source gave to the wiki before; that source was not read again. */
export function earlierEvidence(path: string, shown: string, context: Pick<Context, 'snapshot'>): Evidence {
  const hash = Object.hasOwn(context.snapshot.provenance.sources, path)
    ? (context.snapshot.provenance.sources[path]?.contentHash ?? '')
    : '';
  return { source: path, sourceHash: hash, quote: shown, anchor: {}, verdict: 'unchecked' };
}

/** One plain sentence for the change set's notes. */
export function flagNote(conflict: Conflict, title: string, context: Context): string {
  const other = conflict.old.source?.id ?? 'the page itself';
  const end =
    conflict.settled === null ? 'Both are kept.' : `Settled by the manifest's policy (${conflict.settled.by}).`;
  const place = placeText(conflict.sentence.anchor, context.quoted.format);
  return `${title}: ${context.source.id}${place === '' ? '' : ` (${place})`} and ${other} disagree on "${conflict.attribute}". ${end}`;
}
