import { type Evidence } from '../../change';
import { type Conflict } from './conflicts';
import { MAX_QUOTE_LENGTH, type CurationContext } from './context';
import { toEvidence, describeAnchor, escapeMarkdown, cutQuote, renderQuote } from './quote';

const POLICY_NAMES = {
  recency: 'newer source',
  authority: 'more authoritative source',
  'observation-count': 'larger number of sources',
} as const;

/** A callout that holds two statements which cannot both be right, word by word. */
export function renderConflict(conflict: Conflict, context: CurationContext): string {
  const quote = cutQuote(conflict.sentence, MAX_QUOTE_LENGTH);
  const old =
    conflict.existing.markdown === ''
      ? `"${escapeMarkdown(conflict.existing.text)}" (this page)`
      : conflict.existing.markdown;
  const { resolution: settled } = conflict;
  const by =
    settled !== null && settled.by in POLICY_NAMES ? POLICY_NAMES[settled.by as keyof typeof POLICY_NAMES] : null;
  const title =
    settled === null || by === null
      ? `> [!warning] Contradiction: ${conflict.attribute}`
      : `> [!info] Sources disagree: ${conflict.attribute}. The ${settled.keeps === 'new' ? 'second' : 'first'} stands, from the ${by}.`;
  return [title, `> ${old}`, '>', `> ${renderQuote(quote, context.quoteSource)}`].join('\n');
}

/** What a flag rests on: the new sentence, and the old quotation where it has a source. */
export function conflictEvidence(conflict: Conflict, context: CurationContext): readonly Evidence[] {
  const fresh = toEvidence(cutQuote(conflict.sentence, MAX_QUOTE_LENGTH), context.quoteSource);
  const { source, text: shown } = conflict.existing;
  if (source === null) return [fresh];
  return [fresh, uncheckedEvidence(source.path, shown, context)];
}

/** A quotation that another source gave to the wiki before; that source was not read again. */
export function uncheckedEvidence(path: string, shown: string, context: Pick<CurationContext, 'snapshot'>): Evidence {
  const hash = Object.hasOwn(context.snapshot.provenance.sources, path)
    ? (context.snapshot.provenance.sources[path]?.contentHash ?? '')
    : '';
  return { source: path, sourceHash: hash, quote: shown, anchor: {}, verdict: 'unchecked' };
}

/** One plain sentence for the change set's notes. */
export function describeConflict(conflict: Conflict, title: string, context: CurationContext): string {
  const other = conflict.existing.source?.id ?? 'the page itself';
  const end =
    conflict.resolution === null ? 'Both are kept.' : `Settled by the manifest's policy (${conflict.resolution.by}).`;
  const place = describeAnchor(conflict.sentence.anchor, context.quoteSource.format);
  return `${title}: ${context.source.id}${place === '' ? '' : ` (${place})`} and ${other} disagree on "${conflict.attribute}". ${end}`;
}
