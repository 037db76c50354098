import { type Evidence } from '../../change';
import { describePlace } from '../../wiki';
import { readDay } from '../../base';
import { type PageConflict } from './conflicts';
import { type CurationContext } from './context';
import { type FootnotePrinter } from './footnotes';

const POLICY_NAMES = {
  recency: 'newer source',
  authority: 'more authoritative source',
  'observation-count': 'larger number of sources',
  superseded_by: 'source that supersedes the other',
} as const;

/**
 * A callout about a statement that contradicts the one above it. What only an earlier source says stands in the callout too, and both with
 * their dates.
 */
export function renderConflict(conflict: PageConflict, printer: FootnotePrinter, context: CurationContext): string {
  const { attribute, sentence, existing, resolution } = conflict;
  const { earlier } = existing;
  const own = printer.sentence(sentence, context.cited);
  const statements =
    earlier === undefined
      ? [own]
      : [dated(earlier.date, printer.sentence(earlier.sentence, earlier.cited)), dated(context.date, own)];
  const by =
    resolution !== null && resolution.by in POLICY_NAMES
      ? POLICY_NAMES[resolution.by as keyof typeof POLICY_NAMES]
      : null;
  const [older, newer] = earlier === undefined ? ['The statement above', 'This'] : ['The first', 'The second'];
  const title =
    resolution === null || by === null
      ? `> [!warning] Contradiction: ${attribute}`
      : `> [!info] Sources disagree: ${attribute}. ${resolution.keeps === 'new' ? newer : older} is kept, from the ${by}.`;
  return [title, statements.map((statement) => `> ${statement}`).join('\n>\n')].join('\n');
}

const dated = (date: string | null, statement: string): string =>
  date === null ? statement : `${readDay(date)}: ${statement}`;

/** Evidence from a statement that a page makes. Its source is not read again, so it stays unchecked. */
export function uncheckedEvidence(
  { existing }: PageConflict,
  context: Pick<CurationContext, 'snapshot'>,
): readonly Evidence[] {
  if (existing.source === null || existing.earlier !== undefined) return [];
  const { path } = existing.source;
  const { sources } = context.snapshot.provenance;
  const hash = Object.hasOwn(sources, path) ? (sources[path]?.contentHash ?? '') : '';
  return [{ source: path, sourceHash: hash, quote: existing.text, anchor: {}, verdict: 'unchecked' }];
}

/** Describes a conflict for the notes of the change set. */
export function describeConflict(conflict: PageConflict, title: string, context: CurationContext): string {
  const other = conflict.existing.source?.id ?? 'the page itself';
  const by = conflict.resolution?.by ?? null;
  const decided =
    by === 'superseded_by' ? 'One source supersedes the other.' : `Decided by the policy in KNOWLEDGE.md (${by}).`;
  const end = by === null ? 'Both are kept.' : decided;
  const place = describePlace(conflict.sentence.anchor, context.cited.format);
  return `${title}: ${context.source.id}${place === '' ? '' : ` (${place})`} and ${other} disagree on "${conflict.attribute}". ${end}`;
}
