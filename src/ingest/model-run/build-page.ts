import { updateFile, type Evidence, type FileEdit, type SpliceSpec } from '../../change';
import type { FrontmatterEdit } from '../../markdown';
import { citeSource } from '../../wiki';
import { frontmatterSplices } from '../extractive/frontmatter';
import type { Affected } from './affected';
import { evidenceFor } from './claims';
import type { Judged, PageJob, ReadyEdit } from './judge-edits';
import { setFields } from './page-fields';
import { applicable, conflictSplices, supersededSplice, type Superseded } from './page-history';
import type { SettledConflict } from './settle-conflicts';
import { reasonOf, type Ordered, type Writing } from './writing';

/** The edit of an existing page; `null` when nothing of it is left. */
export function buildPage(
  job: PageJob,
  judged: Judged,
  conflicts: readonly SettledConflict[],
  why: Affected['why'],
  writing: Writing,
  superseded?: Superseded,
): { readonly edit: FileEdit; readonly notes: readonly string[] } | null {
  const settled = applicable(conflicts, judged.edits);
  const body = [
    ...judged.edits.map((edit, index) => editSplice(edit, index, job, writing)),
    ...conflictSplices(settled, job, writing),
  ];
  if (superseded !== undefined) {
    const hasHistory = body.some(({ splice }) => splice.name === 'history');
    body.push(supersededSplice(superseded, hasHistory, job, writing));
  }
  const { splices: fieldSplices, notes } = setFields(judged.fields, job, writing);
  const content = [...body.map(({ splice }) => splice), ...fieldSplices];
  if (content.length === 0) return null;
  const open = settled.some((conflict) => conflict.settled === null && conflict.partner === null);
  const marks = markSplices(job, content, open, writing);
  const needs = marks.map(({ name }) => name ?? '');
  const ordered = [...body].sort((a, b) => a.order - b.order).map(({ splice }) => splice);
  const splices = [
    ...marks,
    ...[...fieldSplices, ...ordered].map((splice) => ({ ...splice, needs: [...(splice.needs ?? []), ...needs] })),
  ];
  return { edit: updateFile({ path: job.page.path, base: job.text, splices, why }), notes };
}

function editSplice(edit: ReadyEdit, index: number, job: PageJob, { quoted, created }: Writing): Ordered {
  const lost = edit.declares.length === 0 ? [] : [`Takes away: ${edit.declares.join(', ')}.`];
  return {
    order: edit.order,
    splice: {
      name: `edit-${index}`,
      start: edit.start,
      end: edit.end,
      text: edit.text,
      ...(edit.title === undefined ? {} : { title: edit.title }),
      reason: reasonOf(edit.claims, edit.words, [job.text], lost),
      evidence: evidenceFor(edit.claims, quoted),
      needs: edit.links.flatMap((slug) => created.get(slug) ?? []),
      declares: edit.declares,
    },
  };
}

/** `sources`, `updated_at` and `contradicts`, set by code: needed by all that the page receives. */
function markSplices(
  job: PageJob,
  content: readonly SpliceSpec[],
  contradicts: boolean,
  writing: Writing,
): readonly SpliceSpec[] {
  const { page, text } = job;
  if (page.schema === null) return [];
  const edits: FrontmatterEdit[] = [
    { op: 'add', path: ['sources'], value: citeSource(writing.source, page.schema) },
    { op: 'set', path: ['updated_at'], value: writing.updatedAt },
  ];
  if (contradicts) edits.push({ op: 'add', path: ['contradicts'], value: writing.summary.slug });
  const sound = content.filter(({ evidence = [] }) => evidence.every(({ verdict }) => verdict !== 'not-found'));
  const carrying = sound.length > 0 ? sound : content;
  const [only] = carrying;
  const evidence = uniqueEvidence(carrying.flatMap((splice) => splice.evidence ?? []));
  return frontmatterSplices(text, edits).map((splice, index, all) => ({
    ...splice,
    name: `source-${index}`,
    title: 'Frontmatter',
    reason: `The page now rests on ${writing.source.path} too.`,
    evidence,
    needs: [
      ...all.flatMap((_, other) => (other === index ? [] : [`source-${other}`])),
      ...(carrying.length === 1 && only?.name !== undefined ? [only.name] : []),
      ...(contradicts ? [writing.summary.head] : []),
    ],
  }));
}

function uniqueEvidence(evidence: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(evidence.map((each) => [each.quote, each])).values()];
}
