import { fileStem, type YieldBudget } from '../../base';
import { buildUpdate, type FileEdit } from '../../change';
import { type FrontmatterEdit } from '../../markdown';
import { uniqueSlug, slugify, type Page, type PageSchema, type Snapshot, type Source } from '../../wiki';
import { type RecalledPage } from '../recall';
import { type Conflict } from './conflicts';
import { formatTimes, type CurationContext } from './context';
import { createNewPage } from './new-page';
import { conflictEvidence } from './conflict-callout';
import { frontmatterSplices } from './frontmatter';
import { cutQuote, MAX_QUOTE_LENGTH } from './quote';
import { describeMentions, type PlannedPage, type PlannedUpdate } from './plan';
import { type Subject } from './subjects';
import { createSummary, createSummaryHead, type LinkedPage } from './summary';
import { type Term } from './terms';
import { updatePage } from './page-update';

/** Most existing pages that a summary links to. */
const MAX_LINKED_PAGES = 30;

/**
 * Chooses the slug of a source's summary: the file name. If a note already has that name (the source itself may be one),
 * the slug says what it is: `2026-04-20-meeting-summary`.
 */
export function chooseSummarySlug(source: Source, snapshot: Snapshot, schema: PageSchema): string {
  const stem = fileStem(source.path);
  const plain = uniqueSlug(snapshot, stem, schema);
  return plain === slugify(stem, schema) ? plain : uniqueSlug(snapshot, `${stem}-summary`, schema);
}

/**
 * Finds the summary page of a source by the slugs it can have, without a search. A source that changed has several, of which
 * the one that no other supersedes counts.
 */
export function findSummary(source: Source, snapshot: Snapshot): Page | null {
  const recorded = Object.hasOwn(snapshot.provenance.sources, source.path)
    ? (snapshot.provenance.sources[source.path]?.slugs ?? [])
    : [];
  const stem = fileStem(source.path);
  const names = [stem, `${stem}-summary`].flatMap((name) => [slugify(name), slugify(name, 'knowledge.entry/v1')]);
  const found = [...recorded, ...names, source.id].flatMap((slug) =>
    snapshot
      .pagesBySlug(slug)
      .filter(
        ({ kind, sources }) => kind === 'summary' && sources.some((ref) => ref === source.path || ref === source.id),
      ),
  );
  const isSuperseded = ({ slug }: Page): boolean => found.some(({ supersedes }) => supersedes.includes(slug));
  return found.find((page) => !isSuperseded(page)) ?? found[0] ?? null;
}

/** The decisions of one curation. */
export interface CurationPlan {
  readonly terms: readonly Term[];
  readonly unknown: readonly Term[];
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly recalled: readonly RecalledPage[];
  readonly updates: readonly PlannedUpdate[];
  readonly newPages: readonly PlannedPage[];
}

/** Creates the edits of a plan: the summary, new pages, pages that get quotations, and contradicted summaries. */
export async function createFileEdits(
  plan: CurationPlan,
  context: CurationContext,
  budget: YieldBudget,
): Promise<readonly FileEdit[]> {
  const { snapshot } = context;
  const { summaries, pages } = findContradicted(plan, context);
  const against = [...summaries.values()].map(({ page }) => page.slug);
  for (const path of pages) against.push(snapshot.pages.get(path)?.slug ?? '');
  const head = createSummaryHead(context, [...new Set(against.filter((slug) => slug !== ''))].sort());
  const created: FileEdit[] = [];
  for (const entry of plan.newPages) {
    created.push(createNewPage(entry, head.id, (source) => findSummary(source, snapshot), context));
    await budget.checkpoint();
  }
  const updated: FileEdit[] = [];
  for (const update of plan.updates) {
    const edit = updatePage(update, pages.has(update.subject.page.path), head.id, context);
    if (edit !== null) updated.push(edit);
    await budget.checkpoint();
  }
  const touched: readonly LinkedPage[] = [
    ...listLinkedPages(plan),
    ...plan.newPages.map(({ slug, term }, position) => ({
      slug,
      title: term.name,
      mentioned: `named ${formatTimes(term.mentions.length)}`,
      createdBy: created[position]?.hunks[0]?.id ?? null,
    })),
  ];
  const entered = new Set(plan.newPages.map(({ term }) => term));
  const unlisted = plan.unknown.filter((term) => !entered.has(term));
  const files = [await createSummary(head, plan.terms, touched, unlisted, context, budget), ...created, ...updated];
  for (const { page, conflict } of summaries.values()) {
    const edit = await markContradicted(page, conflict, head.id, context);
    if (edit !== null) files.push(edit);
  }
  return files;
}

/** Lists the pages that the source names, most mentions first. */
function listLinkedPages(plan: CurationPlan): readonly LinkedPage[] {
  return [...plan.subjects.values()]
    .filter(({ page }) => page.kind !== 'summary')
    .sort((a, b) => b.mentions.length - a.mentions.length || (a.page.path < b.page.path ? -1 : 1))
    .slice(0, MAX_LINKED_PAGES)
    .map((subject) => ({
      slug: subject.page.slug,
      title: subject.page.title,
      mentioned: describeMentions(subject),
      createdBy: null,
    }));
}

interface ContradictedPages {
  /** Summaries of contradicted sources, by path. */
  readonly summaries: ReadonlyMap<string, { readonly page: Page; readonly conflict: Conflict }>;
  /** Paths of pages whose own text is contradicted. */
  readonly pages: ReadonlySet<string>;
}

/**
 * Finds the pages that `contradicts` must link. Both statements are on one page, and a page cannot contradict itself: so the
 * summaries of the two sources contradict each other. If the old statement has no summary, the new summary contradicts the
 * page. Source: AIP-10, ingest contract, 6.
 */
function findContradicted(plan: CurationPlan, context: CurationContext): ContradictedPages {
  const summaries = new Map<string, { page: Page; conflict: Conflict }>();
  const pages = new Set<string>();
  const open = [
    ...plan.updates.map(({ subject, comparison }) => ({ path: subject.page.path, comparison })),
    ...plan.newPages.map(({ comparison }) => ({ path: null, comparison })),
  ];
  for (const { path, comparison } of open) {
    for (const conflict of comparison.conflicts) {
      if (conflict.resolution !== null) continue;
      const page = conflict.existing.source === null ? null : findSummary(conflict.existing.source, context.snapshot);
      if (page !== null) summaries.set(page.path, { page, conflict });
      else if (path !== null) pages.add(path);
    }
  }
  return { summaries, pages };
}

async function markContradicted(
  page: Page,
  conflict: Conflict,
  head: string,
  context: CurationContext,
): Promise<FileEdit | null> {
  const text = await context.snapshot.text(page.path);
  if (text === null || page.problems.some((problem) => problem.field === undefined)) return null;
  const edits: FrontmatterEdit[] = [
    { op: 'add', path: ['contradicts'], value: context.summary.slug },
    { op: 'set', path: ['updated_at'], value: context.updatedAt },
  ];
  const reason = `Its source and ${context.source.path} disagree on "${conflict.attribute}".`;
  const splices = frontmatterSplices(text, edits).map((splice, index, all) => ({
    ...splice,
    name: `mark-${index}`,
    title: 'Frontmatter',
    reason,
    evidence: conflictEvidence(conflict, context),
    needs: [head, ...all.map((_, other) => `mark-${other}`).filter((name) => name !== `mark-${index}`)],
  }));
  return buildUpdate({
    path: page.path,
    base: text,
    splices,
    why: [`contradicted: "${cutQuote(conflict.sentence, MAX_QUOTE_LENGTH).exact}"`],
  });
}
