import { buildUpdate, type Evidence, type FileEdit, type SpliceSpec } from '../../change';
import { type FrontmatterEdit } from '../../markdown';
import { sourceReference } from '../../wiki';
import { frontmatterSplices } from '../extractive/frontmatter';
import { type AffectedPage } from './affected-pages';
import { evidenceFor } from './claims';
import { type ValidatedEdits, type EditTarget, type ValidEdit } from './validate-edits';
import { buildFieldSplices } from './page-fields';
import { withoutOverlaps, conflictSplices, supersessionSplice, type Supersession } from './page-history';
import { type ResolvedConflict } from './resolve-conflicts';
import { buildReason, type OrderedSplice, type WriteContext } from './write-context';

/** The edit of an existing page; `null` if it changes nothing. */
export function buildPageEdit(
  target: EditTarget,
  validated: ValidatedEdits,
  conflicts: readonly ResolvedConflict[],
  why: AffectedPage['why'],
  context: WriteContext,
  superseded?: Supersession,
): { readonly edit: FileEdit; readonly notes: readonly string[] } | null {
  const remaining = withoutOverlaps(conflicts, validated.edits);
  const body = [
    ...validated.edits.map((edit, index) => editSplice(edit, index, target, context)),
    ...conflictSplices(remaining, target, context),
  ];
  if (superseded !== undefined) {
    const hasHistory = body.some(({ splice }) => splice.name === 'history');
    body.push(supersessionSplice(superseded, hasHistory, target, context));
  }
  const { splices: fieldSplices, notes } = buildFieldSplices(validated.fields, target, context);
  const content = [...body.map(({ splice }) => splice), ...fieldSplices];
  if (content.length === 0) return null;
  const open = remaining.some((conflict) => conflict.resolution === null && conflict.contradicted === null);
  const provenance = provenanceSplices(target, content, open, context);
  const needs = provenance.map(({ name }) => name ?? '');
  const ordered = [...body].sort((a, b) => a.order - b.order).map(({ splice }) => splice);
  const splices = [
    ...provenance,
    ...[...fieldSplices, ...ordered].map((splice) => ({ ...splice, needs: [...(splice.needs ?? []), ...needs] })),
  ];
  return { edit: buildUpdate({ path: target.page.path, base: target.text, splices, why }), notes };
}

function editSplice(
  edit: ValidEdit,
  index: number,
  target: EditTarget,
  { quoteSource, createdHunks }: WriteContext,
): OrderedSplice {
  const losses = edit.declares.length === 0 ? [] : [`Removes: ${edit.declares.join(', ')}.`];
  return {
    order: edit.order,
    splice: {
      name: `edit-${index}`,
      start: edit.start,
      end: edit.end,
      text: edit.text,
      ...(edit.title === undefined ? {} : { title: edit.title }),
      reason: buildReason(edit.claims, edit.words, [target.text], losses),
      evidence: evidenceFor(edit.claims, quoteSource),
      needs: edit.links.flatMap((slug) => createdHunks.get(slug) ?? []),
      declares: edit.declares,
    },
  };
}

/** `sources`, `updated_at` and `contradicts`, set by code. All other splices of the page depend on them. */
function provenanceSplices(
  target: EditTarget,
  content: readonly SpliceSpec[],
  contradicts: boolean,
  context: WriteContext,
): readonly SpliceSpec[] {
  const { page, text } = target;
  if (page.schema === null) return [];
  const edits: FrontmatterEdit[] = [
    { op: 'add', path: ['sources'], value: sourceReference(context.source, page.schema) },
    { op: 'set', path: ['updated_at'], value: context.updatedAt },
  ];
  if (contradicts) edits.push({ op: 'add', path: ['contradicts'], value: context.summary.slug });
  const supported = content.filter(({ evidence = [] }) => evidence.every(({ verdict }) => verdict !== 'not-found'));
  const supporting = supported.length > 0 ? supported : content;
  const [only] = supporting;
  const evidence = uniqueEvidence(supporting.flatMap((splice) => splice.evidence ?? []));
  return frontmatterSplices(text, edits).map((splice, index, all) => ({
    ...splice,
    name: `source-${index}`,
    title: 'Frontmatter',
    reason: `The page now also rests on ${context.source.path}.`,
    evidence,
    needs: [
      ...all.flatMap((_, other) => (other === index ? [] : [`source-${other}`])),
      ...(supporting.length === 1 && only?.name !== undefined ? [only.name] : []),
      ...(contradicts ? [context.summary.head] : []),
    ],
  }));
}

function uniqueEvidence(evidence: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(evidence.map((each) => [each.quote, each])).values()];
}
