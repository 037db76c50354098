import { type Evidence } from '../../change';
import { escapeMarkdown } from '../../markdown';
import { type Conflict } from './conflicts';
import { type CurationContext } from './context';
import { toEvidence, describeAnchor, cutQuote, renderQuote, MAX_QUOTE_LENGTH } from './quote';

const POLICY_NAMES = {
  recency: 'newer source',
  authority: 'more authoritative source',
  'observation-count': 'larger number of sources',
  superseded_by: 'source that supersedes the other',
} as const;

/** A callout with two statements that cannot both be true, quoted word for word. */
export function renderConflict(conflict: Conflict, context: CurationContext): string {
  const quote = cutQuote(conflict.sentence, MAX_QUOTE_LENGTH);
  const old =
    conflict.existing.markdown === ''
      ? `"${escapeMarkdown(conflict.existing.text)}" (this page)`
      : conflict.existing.markdown;
  const { resolution } = conflict;
  const by =
    resolution !== null && resolution.by in POLICY_NAMES
      ? POLICY_NAMES[resolution.by as keyof typeof POLICY_NAMES]
      : null;
  const title =
    resolution === null || by === null
      ? `> [!warning] Contradiction: ${conflict.attribute}`
      : `> [!info] Sources disagree: ${conflict.attribute}. The ${resolution.keeps === 'new' ? 'second' : 'first'} is kept, from the ${by}.`;
  return [title, `> ${old}`, '>', `> ${renderQuote(quote, context.quoteSource)}`].join('\n');
}

/** Evidence for a conflict: the new sentence, and the old quotation if it has a source. */
export function conflictEvidence(conflict: Conflict, context: CurationContext): readonly Evidence[] {
  const fresh = toEvidence(cutQuote(conflict.sentence, MAX_QUOTE_LENGTH), context.quoteSource);
  const { source, text } = conflict.existing;
  if (source === null) return [fresh];
  return [fresh, uncheckedEvidence(source.path, text, context)];
}

/** Evidence from a quotation already in the wiki. Its source is not read again, so the quotation stays unchecked. */
export function uncheckedEvidence(path: string, shown: string, context: Pick<CurationContext, 'snapshot'>): Evidence {
  const hash = Object.hasOwn(context.snapshot.provenance.sources, path)
    ? (context.snapshot.provenance.sources[path]?.contentHash ?? '')
    : '';
  return { source: path, sourceHash: hash, quote: shown, anchor: {}, verdict: 'unchecked' };
}

/** Describes a conflict for the notes of the change set. */
export function describeConflict(conflict: Conflict, title: string, context: CurationContext): string {
  const other = conflict.existing.source?.id ?? 'the page itself';
  const by = conflict.resolution?.by ?? null;
  const decided =
    by === 'superseded_by' ? 'One source supersedes the other.' : `Decided by the manifest's policy (${by}).`;
  const end = by === null ? 'Both are kept.' : decided;
  const place = describeAnchor(conflict.sentence.anchor, context.quoteSource.format);
  return `${title}: ${context.source.id}${place === '' ? '' : ` (${place})`} and ${other} disagree on "${conflict.attribute}". ${end}`;
}
