import { updateFile, type FileEdit } from '../../change';
import type { FrontmatterEdit } from '../../markdown';
import { freeSlug, slugify, type Page, type PageSchema, type Snapshot, type Source } from '../../wiki';
import type { Pace } from '../pace';
import type { RecalledPage } from '../recall';
import type { Conflict } from './conflicts';
import { longestQuote, stemOf, times, type Context } from './context';
import { createEntry } from './entry';
import { flagEvidence } from './flags';
import { frontmatterSplices } from './frontmatter';
import { quoteOf } from './quote';
import { namedIn, type PlannedEntry, type PlannedUpdate } from './plan';
import type { Subject } from './subjects';
import { createSummary, summaryHead, type Touched } from './summary';
import type { Term } from './terms';
import { updatePage } from './update';

/** Pages that a summary links to at most, besides the new ones. */
const mostTouched = 30;

/**
 * The slug of a source's summary: its file name. A source that is a note itself already goes by that name in Obsidian, so
 * its summary says what it is: `2026-04-20-meeting-summary`.
 */
export function summarySlug(source: Source, snapshot: Snapshot, schema: PageSchema): string {
  const stem = stemOf(source.path);
  const plain = freeSlug(snapshot, stem, schema);
  return plain === slugify(stem, schema) ? plain : freeSlug(snapshot, `${stem}-summary`, schema);
}

/** The summary page of a source, when the wiki has one. Looked up by the names it can have, not searched for. */
export function summaryOf(source: Source, snapshot: Snapshot): Page | null {
  const recorded = Object.hasOwn(snapshot.provenance.sources, source.path)
    ? (snapshot.provenance.sources[source.path]?.slugs ?? [])
    : [];
  const stem = stemOf(source.path);
  const names = [stem, `${stem}-summary`].flatMap((name) => [slugify(name), slugify(name, 'knowledge.entry/v1')]);
  for (const slug of [...recorded, ...names, source.id]) {
    for (const page of snapshot.pagesBySlug(slug)) {
      if (page.kind === 'summary' && page.sources.some((ref) => ref === source.path || ref === source.id)) return page;
    }
  }
  return null;
}

/** What a curation has decided. */
export interface Plan {
  readonly terms: readonly Term[];
  readonly unknown: readonly Term[];
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly recalled: readonly RecalledPage[];
  readonly updates: readonly PlannedUpdate[];
  readonly entries: readonly PlannedEntry[];
}

/** The file edits of a plan: the summary, the new pages, the pages that receive quotations, the summaries contradicted. */
export async function writePlan(plan: Plan, context: Context, pace: Pace): Promise<readonly FileEdit[]> {
  const { snapshot } = context;
  const { summaries, pages } = contradicted(plan, context);
  const against = [...summaries.values()].map(({ page }) => page.slug);
  for (const path of pages) against.push(snapshot.pages.get(path)?.slug ?? '');
  const head = summaryHead(context, [...new Set(against.filter((slug) => slug !== ''))].sort());
  const created: FileEdit[] = [];
  for (const entry of plan.entries) {
    created.push(createEntry(entry, head.id, (source) => summaryOf(source, snapshot), context));
    await pace.rest();
  }
  const updated: FileEdit[] = [];
  for (const update of plan.updates) {
    const edit = updatePage(update, pages.has(update.subject.page.path), head.id, context);
    if (edit !== null) updated.push(edit);
    await pace.rest();
  }
  const touched: readonly Touched[] = [
    ...touchedPages(plan),
    ...plan.entries.map(({ slug, term }, position) => ({
      slug,
      title: term.name,
      named: `named ${times(term.mentions.length)}`,
      createdBy: created[position]?.hunks[0]?.id ?? null,
    })),
  ];
  const entered = new Set(plan.entries.map(({ term }) => term));
  const unlisted = plan.unknown.filter((term) => !entered.has(term));
  const files = [await createSummary(head, plan.terms, touched, unlisted, context, pace), ...created, ...updated];
  for (const { page, conflict } of summaries.values()) {
    const edit = await markSummary(page, conflict, head.id, context);
    if (edit !== null) files.push(edit);
  }
  return files;
}

/** The pages that the source names, those it names most often first. */
function touchedPages(plan: Plan): readonly Touched[] {
  return [...plan.subjects.values()]
    .filter(({ page }) => page.kind !== 'summary')
    .sort((a, b) => b.mentions.length - a.mentions.length || (a.page.path < b.page.path ? -1 : 1))
    .slice(0, mostTouched)
    .map((subject) => ({
      slug: subject.page.slug,
      title: subject.page.title,
      named: namedIn(subject),
      createdBy: null,
    }));
}

interface Contradicted {
  /** Summaries of the sources that are contradicted, by path. */
  readonly summaries: ReadonlyMap<string, { readonly page: Page; readonly conflict: Conflict }>;
  /** Paths of pages whose own words are. */
  readonly pages: ReadonlySet<string>;
}

/**
 * Which pages `contradicts` has to join. Both statements stand on one page, and a page cannot contradict itself: so the
 * summaries of the two sources contradict each other, or, where the old statement has no summary, the new source's
 * summary and the page. Source: AIP-10, ingest contract, 6; specs README, 11.
 */
function contradicted(plan: Plan, context: Context): Contradicted {
  const summaries = new Map<string, { page: Page; conflict: Conflict }>();
  const pages = new Set<string>();
  const open = [
    ...plan.updates.map(({ subject, comparison }) => ({ path: subject.page.path, comparison })),
    ...plan.entries.map(({ comparison }) => ({ path: null, comparison })),
  ];
  for (const { path, comparison } of open) {
    for (const conflict of comparison.conflicts) {
      if (conflict.settled !== null) continue;
      const page = conflict.old.source === null ? null : summaryOf(conflict.old.source, context.snapshot);
      if (page !== null) summaries.set(page.path, { page, conflict });
      else if (path !== null) pages.add(path);
    }
  }
  return { summaries, pages };
}

async function markSummary(page: Page, conflict: Conflict, head: string, context: Context): Promise<FileEdit | null> {
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
    evidence: flagEvidence(conflict, context),
    needs: [head, ...all.map((_, other) => `mark-${other}`).filter((name) => name !== `mark-${index}`)],
  }));
  return updateFile({
    path: page.path,
    base: text,
    splices,
    why: [`contradicted: "${quoteOf(conflict.sentence, longestQuote).exact}"`],
  });
}
