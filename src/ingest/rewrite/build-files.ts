import { isoTime } from '../../base';
import { buildUpdate, LOSS_KINDS, type FileEdit, type SpliceSpec } from '../../change';
import { dropsOf, summaryEdits, tieTogether, type LeavingPage, type OwnedEdit } from '../details';
import { frontmatterSplices } from '../extractive/frontmatter';
import { type DraftSplice } from '../model-run/draft-splice';
import { quotedEvidence } from '../model-run/mark-sources';
import { type RewriteMaterial } from './material';
import { type RewriteRequest } from './request';
import { type WrittenArticle } from './written-article';

const REASON = 'Written anew from what the page says, as one article.';

/**
 * The pages, each changed as a whole, and the summaries that keep what they leave out. A page and what is kept of it are accepted or
 * rejected together.
 */
export function buildRewrittenFiles(
  request: RewriteRequest,
  articles: readonly WrittenArticle[],
  material: RewriteMaterial,
): readonly FileEdit[] {
  const leaving = articles.flatMap(({ page: { planned, change }, left }): readonly LeavingPage[] =>
    change === null ? [] : [{ slug: planned.slug, title: planned.title, view: change.view, left }],
  );
  return tieTogether([
    ...articles.flatMap((article) => pageEdit(request, article) ?? []),
    ...summaryEdits(material.summaries, leaving, material.draftContext('').renderNote),
  ]);
}

function pageEdit({ snapshot, now }: RewriteRequest, { page, left }: WrittenArticle): OwnedEdit | null {
  const { planned, change } = page;
  if (planned.page === null || change === null) return null;
  const { view, draft } = change;
  const content = asOne(view.text, draft.splices);
  if (content === null) return null;
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
      drops: dropsOf(left),
    },
  ];
  const edit = buildUpdate({ path: planned.page.path, base: view.text, splices, why: [planned.why] });
  return { edit, ownerOf: () => planned.slug };
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
