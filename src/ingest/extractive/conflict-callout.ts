import { type Evidence } from '../../change';
import { describePlace } from '../../wiki';
import { type PageConflict } from './conflicts';
import { type CurationContext } from './context';

const POLICY_NAMES = {
  recency: 'newer source',
  authority: 'more authoritative source',
  'observation-count': 'larger number of sources',
  superseded_by: 'source that supersedes the other',
} as const;

/**
 * A callout with statements that contradict what is above it, or each other.
 *
 * @param statements with their footnotes; the new one is last
 */
export function renderConflict(conflicts: readonly PageConflict[], statements: readonly string[]): string {
  const what = conflicts.map(({ attribute }) => attribute).join(', ');
  const resolution = conflicts[0]?.resolution ?? null;
  const by =
    resolution !== null && resolution.by in POLICY_NAMES
      ? POLICY_NAMES[resolution.by as keyof typeof POLICY_NAMES]
      : null;
  const isAlone = statements.length === 1;
  const [older, newer] = isAlone ? ['The statement above', 'This'] : ['The first', 'The second'];
  const title =
    resolution === null || by === null
      ? `> [!warning] Contradiction: ${what}`
      : `> [!info] Sources disagree: ${what}. ${resolution.keeps === 'new' ? newer : older} is kept, from the ${by}.`;
  return [title, statements.map((statement) => `> ${statement}`).join('\n>\n')].join('\n');
}

/** Evidence from a statement that the wiki already makes. Its source is not read again, so it stays unchecked. */
export function uncheckedEvidence(
  { existing }: PageConflict,
  context: Pick<CurationContext, 'snapshot'>,
): readonly Evidence[] {
  if (existing.source === null) return [];
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
