import { isoTime } from '../../base';
import { buildCreation, buildUpdate, hunkId, type FileEdit } from '../../change';
import { pathForNewPage, renderNewPage, sourceReference, type Page } from '../../wiki';
import { chooseTitle } from '../extractive/curator';
import { frontmatterSplices } from '../extractive/frontmatter';
import { buildPageParts } from './build-new-pages';
import { buildPageEdit } from './build-page-edit';
import { buildSummary, type SummaryLink } from './build-summary';
import { citationOf, evidenceFor } from './claims';
import { type TextRules } from './clean-text';
import { type Curation } from './curation';
import { type PageEdits } from './edit-pages';
import { type Supersession } from './page-history';
import { buildSupersededFile, slugsReplacedBy, type ReplacedPage } from './replaced-pages';
import { type Survey, type SurveyClaim } from './types';
import { type WriteContext } from './write-context';
import { type NewTexts } from './write-texts';

/** What the files of a change are built from. */
export interface ChangeContent {
  readonly survey: Survey;
  /** The slug of the summary. */
  readonly summary: string;
  readonly texts: NewTexts;
  readonly pageEdits: readonly PageEdits[];
  readonly rules: TextRules;
  readonly replaced: readonly ReplacedPage[];
}

/** The files of the change: the summary, new pages, and pages that are edited, contradicted or replaced. */
export async function buildFiles(curation: Curation, content: ChangeContent): Promise<readonly FileEdit[]> {
  const { snapshot } = curation.request;
  const contradicted = contradictedPages(content.pageEdits);
  const { path, head, context } = startSummary(curation, content, contradicted);
  const supersessions = supersessionsByPath(content, context.title);
  const files = [
    buildSummary(path, head, content.texts.summary, summaryLinks(content), context),
    ...content.texts.pages.map((page) =>
      buildCreation({ path: page.name.path, parts: buildPageParts(page, context), why: [page.name.reason] }),
    ),
    ...content.pageEdits.flatMap(({ target, validated, conflicts, affected }) => {
      const superseded = supersessions.get(target.page.path);
      const built = buildPageEdit(target, validated, conflicts, affected.why, context, superseded);
      if (built === null) return [];
      curation.notes.push(...built.notes);
      return [built.edit];
    }),
  ];
  const textOf = async (page: Page): Promise<string | null> =>
    files.some((file) => file.path === page.path) ? null : snapshot.text(page.path);
  for (const { page } of content.replaced) {
    const superseded = supersessions.get(page.path);
    const text = await textOf(page);
    if (superseded === undefined || text === null) continue;
    const target = { page, text, claims: [], rules: content.rules, citation: context.quoteSource.citation };
    const file = buildSupersededFile(target, superseded, context);
    if (file !== null) files.push(file);
  }
  for (const { page, claim } of contradicted.summaries) {
    const text = await textOf(page);
    if (text !== null) files.push(buildContradictedSummary(page, text, claim, context));
  }
  return files;
}

/** The head of the summary, on which the other pages of the change depend, and what all of them share. */
function startSummary(
  curation: Curation,
  { survey, summary, texts, rules, replaced }: ChangeContent,
  contradicted: ReturnType<typeof contradictedPages>,
): { readonly path: string; readonly head: string; readonly context: WriteContext } {
  const { snapshot, source, text, lens, now } = curation.request;
  const path = pathForNewPage(snapshot, 'summary', summary);
  const title = chooseTitle(curation.request);
  const supersedes = slugsReplacedBy(summary, replaced);
  const contradicts = new Set([...contradicted.pages, ...contradicted.summaries.map(({ page }) => page.slug)]);
  const head = renderNewPage({
    schema: curation.schema,
    slug: summary,
    kind: 'summary',
    title,
    sources: [sourceReference(source, curation.schema)],
    updatedAt: isoTime(now),
    supersedes,
    contradicts: [...contradicts].filter((slug) => !supersedes.includes(slug)).sort(),
    body: '',
  });
  const headId = hunkId(path, 0, 0, head);
  const { autoLink } = lens.effective.curation;
  const context: WriteContext = {
    source,
    quoteSource: { path: source.path, hash: text.hash, format: text.format, citation: citationOf(curation.request) },
    survey,
    rules,
    autoLink: autoLink !== 'off' && autoLink !== 'manual',
    title,
    sourceOf: (ref) => snapshot.source(ref),
    date: curation.date,
    updatedAt: isoTime(now),
    summary: { slug: summary, head: headId },
    createdHunks: new Map([[summary, headId], ...texts.pages.map((page) => [page.name.slug, page.headId] as const)]),
  };
  return { path, head, context };
}

/** By the path of a replaced page, the new page that replaces it. A page whose successor is not created stays. */
function supersessionsByPath(
  { summary, texts, replaced }: ChangeContent,
  title: string,
): ReadonlyMap<string, Supersession> {
  const titles = new Map([[summary, title], ...texts.pages.map(({ name }) => [name.slug, name.name] as const)]);
  return new Map(
    replaced.flatMap(({ page, by, why, claim }) => {
      const newTitle = titles.get(by);
      return newTitle === undefined ? [] : [[page.path, { by: { slug: by, title: newTitle }, why, claim }] as const];
    }),
  );
}

function summaryLinks({ pageEdits, texts }: ChangeContent): readonly SummaryLink[] {
  return [
    ...pageEdits.map(({ target: { page } }) => ({ slug: page.slug, title: page.title, createdBy: null })),
    ...texts.pages.map(({ name, headId }) => ({ slug: name.slug, title: name.name, createdBy: headId })),
  ];
}

/** The pages that the new summary contradicts: the summaries of the other sources, or the edited page if there is none. */
function contradictedPages(pageEdits: readonly PageEdits[]): {
  readonly pages: readonly string[];
  readonly summaries: readonly { readonly page: Page; readonly claim: SurveyClaim }[];
} {
  const pages: string[] = [];
  const summaries = new Map<string, { page: Page; claim: SurveyClaim }>();
  for (const { target, conflicts } of pageEdits) {
    for (const { resolution, contradicted, claim } of conflicts) {
      if (resolution !== null) continue;
      if (contradicted === null) pages.push(target.page.slug);
      else summaries.set(contradicted.path, { page: contradicted, claim });
    }
  }
  return { pages, summaries: [...summaries.values()] };
}

function buildContradictedSummary(page: Page, text: string, claim: SurveyClaim, context: WriteContext): FileEdit {
  const splices = frontmatterSplices(text, [
    { op: 'add', path: ['contradicts'], value: context.summary.slug },
    { op: 'set', path: ['updated_at'], value: context.updatedAt },
  ]).map((splice) => ({
    ...splice,
    title: 'Frontmatter',
    reason: `Its source and ${context.source.path} contradict each other.`,
    evidence: evidenceFor([claim], context.quoteSource),
    needs: [context.summary.head],
  }));
  return buildUpdate({ path: page.path, base: text, splices, why: ['its source is contradicted'] });
}
