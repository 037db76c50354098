import { type YieldBudget } from '../../base';
import { buildUpdate, type FileEdit } from '../../change';
import { type FrontmatterEdit } from '../../markdown';
import { readLedger, wordKey, type Claim, type Page, type Source } from '../../wiki';
import { createAutoLinker, linkFirstMentions } from '../auto-link';
import { type CurateRequest } from '../types';
import { buildPage } from './build-page';
import { uncheckedEvidence } from './conflict-callout';
import { type PageConflict } from './conflicts';
import { formatTimes, type CurationContext } from './context';
import { frontmatterSplices } from './frontmatter';
import { KnownStatements } from './known-statements';
import { choosePageKind } from './kinds';
import { type Sentence } from './parse-source';
import { type PagePlan, type PlannedPage } from './page-plan';
import { describeMentions } from './plan';
import { type Statement } from './assign-statements';
import { SaidSentences } from './repeats';
import { sentencesOf, withoutSentences } from './statement-parts';
import { type Subject } from './subjects';
import { findSummary } from './summary-page';
import { createSummary, createSummaryHead, type LinkedPage } from './summary';
import { type Term } from './terms';
import { stem, tokenize } from './tokenizer';
import { updatePage, type PageAddition } from './update-page';
import { describesSource } from './statement-rules';

/** Most existing pages that a summary links to. */
const MAX_LINKED_PAGES = 30;
/** A source that names it less often is about something else. */
const MIN_SUBJECT_MENTIONS = 3;

/** What the files of one change are made from. */
interface FilePlan {
  readonly terms: readonly Term[];
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly pages: PagePlan;
}

/** The files of one change, with the new pages and the additions that are among them. */
export interface PlannedFiles {
  readonly files: readonly FileEdit[];
  readonly newPages: readonly PlannedPage[];
  readonly additions: readonly PageAddition[];
}

/** Creates the edits of a plan: the summary, new pages, pages that get statements, and contradicted summaries. */
export async function createFileEdits(
  { terms, subjects, pages }: FilePlan,
  request: CurateRequest,
  context: CurationContext,
  budget: YieldBudget,
): Promise<PlannedFiles> {
  const { snapshot } = context;
  const known = new KnownStatements(request, budget);
  const settled = await settleStatements(pages, known, context);
  const contradicted = findContradicted(pages, context);
  const against = [...contradicted.summaries.values()].map(({ page }) => page.slug);
  for (const path of contradicted.pages) against.push(snapshot.pages.get(path)?.slug ?? '');
  const head = createSummaryHead(context, [...new Set(against.filter((slug) => slug !== ''))].sort());
  const addLinks = linksBetween(settled.newPages, request, context);
  const created: FileEdit[] = [];
  for (const page of settled.newPages) {
    created.push(buildPage(page, addLinks, context));
    await budget.checkpoint();
  }
  const updated: FileEdit[] = [];
  const additions: PageAddition[] = [];
  for (const addition of settled.additions) {
    const edit = updatePage(addition, contradicted.pages.has(addition.page.path), head.id, addLinks, context);
    if (edit !== null) {
      updated.push(edit);
      additions.push(addition);
    }
    await budget.checkpoint();
  }
  const linked: readonly LinkedPage[] = [
    ...listLinkedPages(subjects, context.title),
    ...settled.newPages.map(({ slug, title, term }, position) => ({
      slug,
      title,
      mentioned: `named ${formatTimes(term.mentions.length)}`,
      createdBy: created[position]?.hunks[0]?.id ?? null,
      isSubject: isSubjectOf(context.title, [title, ...term.aliases], term.mentions.length),
    })),
  ];
  for (const { sentence } of pages.elsewhere) settled.said.add(wordKey(sentence.text));
  const isPlaced = (sentence: Sentence): boolean => settled.said.has(wordKey(sentence.text));
  const content = { terms, linked, unplaced: pages.unplaced, conflicts: pages.elsewhere, isPlaced, known };
  const files = [await createSummary(head, content, context, budget), ...created, ...updated];
  for (const { page, conflict } of contradicted.summaries.values()) {
    const edit = await markContradicted(page, conflict, head.id, context);
    if (edit !== null) files.push(edit);
  }
  return { files, newPages: settled.newPages, additions };
}

interface SettledPages {
  readonly newPages: readonly PlannedPage[];
  readonly additions: readonly PageAddition[];
  /** The words of what pages say after the change, so that the summary does not say it again. */
  readonly said: Set<string>;
}

/** What a page says already, and the source too. */
interface ConfirmedPage {
  readonly page: Page;
  readonly text: string;
  readonly found: PageAddition['confirmed'][number][];
}

const PRONOUN_START = /^["“'(]*(?:it|its|they|their|them|he|his|him|she|her|this|that|these|those)(?![\p{L}-])/iu;

/** Each sentence stands once in the wiki: what a page says already gets a further footnote there. */
class StatementFilter {
  readonly said = new Set<string>();
  readonly confirmed = new Map<string, ConfirmedPage>();
  readonly #known: KnownStatements;
  readonly #source: Source;

  constructor(known: KnownStatements, source: Source) {
    this.#known = known;
    this.#source = source;
  }

  /**
   * @param isCurrent whether the source being read makes the statements
   * @param said what the page says already
   * @param on the page, if it exists
   */
  async keepNew(
    statements: readonly Statement[],
    isCurrent: boolean,
    said: SaidSentences<Claim>,
    on: { readonly page: Page; readonly text: string } | null = null,
  ): Promise<readonly Statement[]> {
    const known = new Set<Sentence>();
    for (const sentence of statements.flatMap(sentencesOf)) {
      // "It was built in 1874" says something else on each page, and is compared with what this one says.
      const isLeaning = PRONOUN_START.test(sentence.text) && !describesSource(sentence);
      const isNew = isLeaning || (await this.#isNew(sentence, isCurrent));
      const repeat = isNew ? said.find(sentence.text) : null;
      if (isNew && repeat === null) {
        said.add(sentence.text);
        continue;
      }
      known.add(sentence);
      if (on !== null && isCurrent && repeat?.confirmed) this.#confirm(on, repeat.confirmed, sentence);
    }
    return known.size === 0 ? statements : withoutSentences(statements, (sentence) => known.has(sentence));
  }

  /** The source says what a page says: it becomes a further source of that statement. */
  #confirm({ page, text }: { readonly page: Page; readonly text: string }, claim: Claim, sentence: Sentence): void {
    const isOwn = page.sources.some((ref) => ref === this.#source.path || ref === this.#source.id);
    const isFootnoted = claim.kind === 'sentence' && claim.support.length > 0;
    if (isOwn || !isFootnoted || page.schema === null) return;
    const entry = this.confirmed.get(page.path) ?? { page, text, found: [] };
    // One footnote of the source is enough.
    if (!entry.found.some((each) => each.claim.end === claim.end)) entry.found.push({ claim, sentence });
    this.confirmed.set(page.path, entry);
  }

  async #isNew(sentence: Sentence, isCurrent: boolean): Promise<boolean> {
    const key = wordKey(sentence.text);
    if (this.said.has(key)) return false;
    this.said.add(key);
    const found = await this.#known.find(sentence.text);
    if (found !== null && isCurrent) this.#confirm(found, found.claim, sentence);
    return found === null;
  }
}

async function settleStatements(
  { updates, newPages }: PagePlan,
  known: KnownStatements,
  { cited, date, source }: CurationContext,
): Promise<SettledPages> {
  const filter = new StatementFilter(known, source);
  const { said, confirmed } = filter;
  const settledPages: PlannedPage[] = [];
  for (const page of newPages) {
    const parts = [];
    const own = new SaidSentences<Claim>();
    for (const part of page.parts) {
      const statements = await filter.keepNew(part.statements, part.source === source, own);
      if (statements.length > 0) parts.push({ ...part, statements });
    }
    const statements = parts.flatMap((part) => part.statements);
    const isEnough =
      statements.length > (page.isChosen ? 0 : 1) ||
      statements.flatMap(sentencesOf).length > 2 ||
      statements.some(({ isDefinition }) => isDefinition) ||
      page.comparison.conflicts.length > 0;
    if (isEnough) settledPages.push({ ...page, parts });
    else for (const { text } of statements.flatMap(sentencesOf)) said.delete(wordKey(text));
  }
  const additions: PageAddition[] = [];
  for (const { subject, text, statements, comparison, why } of updates) {
    const own = new SaidSentences(readLedger(text).claims);
    const kept = await filter.keepNew(statements, true, own, { page: subject.page, text });
    const part = { cited, date, source, statements: kept };
    for (const { sentence } of comparison.conflicts) said.add(wordKey(sentence.text));
    additions.push({ page: subject.page, text, subject, part, confirmed: [], conflicts: comparison.conflicts, why });
  }
  const merged = additions.map((addition) => {
    const own = confirmed.get(addition.page.path);
    confirmed.delete(addition.page.path);
    return own === undefined ? addition : { ...addition, confirmed: own.found };
  });
  for (const { page, text, found } of confirmed.values()) {
    const part = { cited, date, source, statements: [] };
    merged.push({ page, text, subject: null, part, confirmed: found, conflicts: [], why: ['it says the same'] });
  }
  return { newPages: settledPages, additions: merged, said };
}

function linksBetween(
  newPages: readonly PlannedPage[],
  request: CurateRequest,
  context: CurationContext,
): (text: string, linked: Set<string>, existing?: string) => string {
  if (!context.autoLink) return (text) => text;
  const linker = createAutoLinker(
    request,
    newPages.map(({ slug, title, aliases, term }) => ({
      slug,
      title,
      aliases,
      kind: choosePageKind(term.name, term.type, [], context.manifest.entityTypes),
    })),
  );
  return (text, linked, existing = '') => linkFirstMentions({ text, existing, linked }, linker);
}

/** Lists the pages that the source names, most mentions first. */
function listLinkedPages(subjects: ReadonlyMap<string, Subject>, sourceTitle: string): readonly LinkedPage[] {
  return [...subjects.values()]
    .filter(({ page }) => page.kind !== 'summary')
    .sort((a, b) => b.mentions.length - a.mentions.length || (a.page.path < b.page.path ? -1 : 1))
    .slice(0, MAX_LINKED_PAGES)
    .map((subject) => ({
      slug: subject.page.slug,
      title: subject.page.title,
      mentioned: describeMentions(subject),
      createdBy: null,
      isSubject: isSubjectOf(sourceTitle, [subject.page.title, ...subject.page.aliases], subject.mentions.length),
    }));
}

/** Whether the title of a source names something, in the plural or not, that the source keeps speaking of. */
function isSubjectOf(sourceTitle: string, names: readonly string[], mentions: number): boolean {
  const key = (text: string): string =>
    ` ${tokenize(text)
      .map((word) => stem(word.key))
      .join(' ')} `;
  const title = key(sourceTitle);
  return mentions >= MIN_SUBJECT_MENTIONS && names.some((name) => name.length > 2 && title.includes(key(name)));
}

interface ContradictedPages {
  /** Summaries of contradicted sources, by path. */
  readonly summaries: ReadonlyMap<string, { readonly page: Page; readonly conflict: PageConflict }>;
  /** Paths of pages whose own text is contradicted. */
  readonly pages: ReadonlySet<string>;
}

/**
 * Finds the pages that `contradicts` must link. Both statements are on one page, and a page cannot contradict itself: so the
 * summaries of the two sources contradict each other. If the old statement has no summary, the new summary contradicts the
 * page. Source: AIP-10, ingest contract, 6.
 */
function findContradicted(plan: PagePlan, context: CurationContext): ContradictedPages {
  const summaries = new Map<string, { page: Page; conflict: PageConflict }>();
  const pages = new Set<string>();
  const open = [
    ...plan.updates.map(({ subject, comparison }) => ({ path: subject.page.path, comparison })),
    ...plan.newPages.map(({ comparison }) => ({ path: null, comparison })),
    { path: null, comparison: { conflicts: plan.elsewhere } },
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
  conflict: PageConflict,
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
    title: 'Properties',
    reason,
    evidence: [
      {
        source: context.source.path,
        sourceHash: context.cited.hash,
        quote: conflict.sentence.text,
        anchor: conflict.sentence.anchor,
        verdict: 'found' as const,
      },
      ...uncheckedEvidence(conflict, context),
    ],
    needs: [head, ...all.map((_, other) => `mark-${other}`).filter((name) => name !== `mark-${index}`)],
  }));
  return buildUpdate({
    path: page.path,
    base: text,
    splices,
    why: [`contradicted: "${conflict.sentence.text.slice(0, 400)}"`],
  });
}
