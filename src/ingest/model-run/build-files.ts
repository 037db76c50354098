import { isoTime } from '../../base';
import { buildCreation, hunkId, buildUpdate, type FileEdit } from '../../change';
import { sourceReference, pathForNewPage, renderNewPage } from '../../wiki';
import { chooseTitle } from '../extractive/curator';
import { frontmatterSplices } from '../extractive/frontmatter';
import { type AffectedPage } from './affected-pages';
import { buildSummary, buildPageParts, type SummaryLink, type CreatedPage } from './build-new-pages';
import { buildPageEdit } from './build-page-edit';
import { type Supersession } from './page-history';
import { type WriteContext } from './write-context';
import { citationOf, evidenceFor } from './claims';
import { type Curation } from './curation';
import { type PageEdits } from './edit-pages';
import { type EditTarget } from './validate-edits';
import { type TextRules } from './clean-text';
import { buildSupersededFile, type ReplacedPage } from './replaced-pages';
import { type SurveyClaim, type Survey } from './types';

/** The files of the change: the summary, new pages, pages that are edited, marked or replaced. */
export async function buildFiles(
  curation: Curation,
  survey: Survey,
  summary: string,
  created: { readonly summary: Parameters<typeof buildSummary>[1]; readonly pages: readonly CreatedPage[] },
  pageEdits: readonly PageEdits[],
  rules: TextRules,
  replaced: readonly ReplacedPage[],
): Promise<readonly FileEdit[]> {
  const { snapshot, source, text, lens } = curation.request;
  const links = lens.effective.curation.autoLink !== 'off' && lens.effective.curation.autoLink !== 'manual';
  const contradicted = contradictedPages(pageEdits);
  const path = pathForNewPage(snapshot, 'summary', summary);
  const updatedAt = isoTime(curation.request.now);
  const title = chooseTitle(curation.request);
  const against = [...contradicted.pages, ...contradicted.summaries.map(({ page }) => page.slug)];
  const head = renderNewPage({
    schema: curation.schema,
    slug: summary,
    kind: 'summary',
    title,
    sources: [sourceReference(source, curation.schema)],
    updatedAt,
    supersedes: slugsReplacedBy(summary, replaced),
    contradicts: [...new Set(against)].filter((slug) => !slugsReplacedBy(summary, replaced).includes(slug)).sort(),
    body: '',
  });
  const context: WriteContext = {
    source,
    quoteSource: { path: source.path, hash: text.hash, format: text.format, citation: citationOf(curation.request) },
    title,
    sourceOf: (ref) => snapshot.source(ref),
    date: curation.date,
    updatedAt,
    summary: { slug: summary, head: hunkId(path, 0, 0, head) },
    createdHunks: new Map([
      [summary, hunkId(path, 0, 0, head)],
      ...created.pages.map((page) => [page.name.slug, page.headId] as const),
    ]),
  };
  const titles = new Map([[summary, title], ...created.pages.map(({ name }) => [name.slug, name.name] as const)]);
  const supersededAt = (path: string): Supersession | undefined => {
    const found = replaced.find(({ page }) => page.path === path);
    const by = found && titles.get(found.by);
    return found && by !== undefined ? { ...found, by: { slug: found.by, title: by } } : undefined;
  };
  const updates = pageEdits.flatMap(({ target: job, validated: judged, conflicts, affected }) => {
    const built = buildPageEdit(job, judged, conflicts, affected.why, context, supersededAt(job.page.path));
    if (built !== null) curation.notes.push(...built.notes);
    return built === null ? [] : [built.edit];
  });
  const newFiles = created.pages.map((page) =>
    buildCreation({
      path: page.name.path,
      parts: buildPageParts(page, survey.claims, rules, context, links),
      why: [page.name.reason],
    }),
  );
  const mentioned: readonly SummaryLink[] = [
    ...pageEdits.map(({ target: { page } }) => ({ slug: page.slug, title: page.title, createdBy: null })),
    ...created.pages.map(({ name, headId }) => ({ slug: name.slug, title: name.name, createdBy: headId })),
  ];
  const place = { path, links, transcribed: survey.transcription !== null };
  const files = [
    buildSummary(head, created.summary, survey.claims, mentioned, rules, context, place),
    ...newFiles,
    ...updates,
  ];
  for (const { page } of replaced) {
    const superseded = supersededAt(page.path);
    const base = files.some((file) => file.path === page.path) ? null : await snapshot.text(page.path);
    if (superseded === undefined || base === null) continue;
    const job: EditTarget = { page, text: base, claims: [], rules, citation: context.quoteSource.citation };
    const file = buildSupersededFile(job, superseded, context);
    if (file !== null) files.push(file);
  }
  for (const { page, claim } of contradicted.summaries) {
    const base = await snapshot.text(page.path);
    if (base === null || files.some((file) => file.path === page.path)) continue;
    const splices = frontmatterSplices(base, [
      { op: 'add', path: ['contradicts'], value: summary },
      { op: 'set', path: ['updated_at'], value: updatedAt },
    ]).map((splice) => ({
      ...splice,
      title: 'Frontmatter',
      reason: `Its source and ${source.path} contradict each other.`,
      evidence: evidenceFor([claim], context.quoteSource),
      needs: [context.summary.head],
    }));
    files.push(buildUpdate({ path: page.path, base, splices, why: ['its source is contradicted'] }));
  }
  return files;
}

/** Whom the new summary contradicts: the summaries of the other sources, or the pages themselves where there is none. */
function contradictedPages(pageEdits: readonly PageEdits[]): {
  readonly pages: readonly string[];
  readonly summaries: readonly { readonly page: AffectedPage['page']; readonly claim: SurveyClaim }[];
} {
  const pages: string[] = [];
  const summaries = new Map<string, { page: AffectedPage['page']; claim: SurveyClaim }>();
  for (const { target: job, conflicts } of pageEdits) {
    for (const conflict of conflicts) {
      if (conflict.resolution !== null) continue;
      const page = conflict.contradicted;
      if (page === null) pages.push(job.page.slug);
      else summaries.set(page.path, { page, claim: conflict.claim });
    }
  }
  return { pages, summaries: [...summaries.values()] };
}

/** Slugs of the pages that a new page replaces. */
export const slugsReplacedBy = (slug: string, replaced: readonly ReplacedPage[]): readonly string[] =>
  replaced.flatMap(({ page, by }) => (by === slug ? [page.slug] : []));
