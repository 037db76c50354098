import { isoTime } from '../../base';
import { buildUpdate, LOSS_KINDS, type FileEdit, type Hunk, type SpliceSpec } from '../../change';
import { type Page } from '../../wiki';
import { frontmatterSplices } from '../extractive/frontmatter';
import { type DraftSplice } from '../model-run/draft-splice';
import { quotedEvidence } from '../model-run/mark-sources';
import { type RewriteMaterial } from './material';
import { type RewriteRequest } from './rewrite-pages';
import { detailsSplice } from './summary-details';
import { type WrittenArticle } from './written-article';

const REASON = 'Written anew from what the page says, as one article.';

/** An edit, and the slug of the page that each of its hunks belongs to: a hunk of a summary keeps what that page leaves out. */
interface OwnedEdit {
  readonly edit: FileEdit;
  readonly ownerOf: (hunk: Hunk) => string;
}

/**
 * The pages, each changed as a whole, and the summaries that keep what they leave out. A page and what is kept of it are accepted or
 * rejected together.
 */
export function buildRewrittenFiles(
  request: RewriteRequest,
  articles: readonly WrittenArticle[],
  material: RewriteMaterial,
): readonly FileEdit[] {
  const edits = [
    ...articles.flatMap((article) => pageEdit(request, article) ?? []),
    ...[...material.summaries.values()].flatMap((summary) => summaryEdit(summary, articles, material) ?? []),
  ];
  const owned = edits.flatMap(({ edit, ownerOf }) => edit.hunks.map((hunk) => ({ id: hunk.id, owner: ownerOf(hunk) })));
  return edits.map(({ edit, ownerOf }) => ({
    ...edit,
    hunks: edit.hunks.map((hunk) => {
      const together = owned.filter(({ id, owner }) => id !== hunk.id && owner === ownerOf(hunk));
      return { ...hunk, needs: together.map(({ id }) => id) };
    }),
  }));
}

function pageEdit({ snapshot, now }: RewriteRequest, { page, left }: WrittenArticle): OwnedEdit | null {
  const { planned, change } = page;
  if (planned.page === null || change === null) return null;
  const { view, draft } = change;
  const content = asOne(view.text, draft.splices);
  if (content === null) return null;
  const told = left.filter(({ isTold }) => isTold);
  const evidence = quotedEvidence(content.marks, snapshot);
  const properties = frontmatterSplices(view.text, [{ op: 'set', path: ['updated_at'], value: isoTime(now) }]);
  const splices: readonly SpliceSpec[] = [
    ...properties.map((splice) => ({ ...splice, title: 'Properties', reason: 'The page changes.', evidence })),
    {
      ...{ start: content.start, end: content.end, text: content.text },
      title: 'The whole text',
      reason: REASON,
      evidence,
      declares: LOSS_KINDS,
      footnotes: content.footnotes,
      // What goes to a summary with this change is not lost, and need not be named.
      drops: told.map(({ claim, summary }) => ({
        text: claim.text,
        reason: `“${summary.title}” says it.`,
        saidOn: summary.path,
      })),
    },
  ];
  const edit = buildUpdate({ path: planned.page.path, base: view.text, splices, why: [planned.why] });
  return { edit, ownerOf: () => planned.slug };
}

function summaryEdit(
  summary: { readonly page: Page; readonly text: string },
  articles: readonly WrittenArticle[],
  material: RewriteMaterial,
): OwnedEdit | null {
  const owners = new Map<string, string>();
  const splices = articles.flatMap(({ page, left }) => {
    const view = page.change?.view;
    const claims = left
      .filter((each) => each.summary.path === summary.page.path && !each.isTold)
      .map(({ claim }) => claim);
    if (view === undefined || claims.length === 0) return [];
    const { renderNote } = material.draftContext('');
    const splice = detailsSplice(claims, { view, title: page.planned.title }, summary, renderNote);
    owners.set(splice.text, page.planned.slug);
    return [splice];
  });
  if (splices.length === 0) return null;
  const why = ['it keeps what pages leave out'];
  const edit = buildUpdate({ path: summary.page.path, base: summary.text, splices, why });
  return { edit, ownerOf: ({ text }) => owners.get(text) ?? '' };
}

/** Replacements as one: half of a page that is written anew would say some things twice, and others not at all. */
function asOne(text: string, splices: readonly DraftSplice[]): DraftSplice | null {
  const [first, last] = [splices[0], splices.at(-1)];
  if (first === undefined || last === undefined) return null;
  let joined = '';
  let at = first.start;
  for (const splice of splices) {
    joined += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return {
    start: first.start,
    end: last.end,
    text: joined,
    marks: [...new Set(splices.flatMap(({ marks }) => marks))],
    links: [...new Set(splices.flatMap(({ links }) => links))],
    footnotes: splices.flatMap(({ footnotes }) => footnotes),
  };
}
