import { fileStem, isoTime, type JsonObject, YieldBudget } from '../../base';
import { type ChangeSet, type FileEdit } from '../../change';
import {
  contradictionBullet,
  newPageSchema,
  overtakenFact,
  type Page,
  pathForNewPage,
  slugify,
  sourceDate,
} from '../../wiki';
import { withAnswerNotes, type AnsweredQuestion } from '../answered-questions';
import { nameTable, prepareNameTable } from '../recall';
import { sourceRead, undatedNotes } from '../source-read';
import { type CurateRequest, type Curator } from '../types';
import { stateInTitle } from '../units';
import { matchQuestions, type QuestionMatch } from './question-matches';
import { escapeInline, titleFromFileName, type CurationContext } from './context';
import { decidedFor, withDecidedNames } from './decided-names';
import { describeConflict } from './conflict-callout';
import { type PageComparison } from './conflicts';
import { EarlierFacts } from './earlier-facts';
import { EarlierSources } from './earlier-sources';
import { MAX_FOOTNOTES } from './full-pages';
import { type PagePlan } from './page-plan';
import { MAX_UPDATES, planPages } from './plan';
import { withoutAllCaps } from './all-caps-title';
import { withSourceSpelling } from './source-spelling';
import { DEPTH_LIMITS } from './rank-sentences';
import { withRedLinks } from './red-links';
import { withTopics } from './title-nouns';
import { parseSource, type ParsedSource } from './parse-source';
import { type Statement } from './assign-statements';
import { lastNames, matchSubjects } from './subjects';
import { extractTerms, type Term } from './terms';
import { createFileEdits, type PlannedFiles } from './file-edits';
import { chooseSummarySlug, findSummary } from './summary-page';

/** The built-in curator. It writes quotations, links and fixed text, never a sentence of its own about a subject. */
export const EXTRACTIVE_CURATOR: Curator = { name: 'extractive', curate };

async function curate(request: CurateRequest): Promise<ChangeSet> {
  const { snapshot, index, text, source, run } = request;
  const known = findSummary(source, snapshot);
  const notes: string[] = [];
  if (known !== null) {
    const recorded = Object.hasOwn(snapshot.provenance.sources, source.path)
      ? snapshot.provenance.sources[source.path]
      : undefined;
    if (recorded === undefined || recorded.contentHash === text.hash) {
      return createChangeSet(
        request,
        [],
        [`This source is already in the wiki: its summary is "${known.slug}".`],
        [],
        {},
      );
    }
    notes.push(
      `The source has changed since "${known.slug}" was written. This adds a second summary, which supersedes the first.`,
    );
  }
  run.progress({ stage: 'read', done: 0, total: 3, detail: source.path });
  const budget = new YieldBudget(run);
  const parsed = await parseSource(text, budget);
  const questions = await matchQuestions(parsed, request.questions ?? [], budget);
  run.progress({ stage: 'recall', done: 1, total: 3, detail: source.path });
  await prepareNameTable(index, snapshot, run);
  const names = nameTable(index, snapshot);
  await budget.checkpoint();
  const own = withTopics(await extractTerms(parsed, budget), parsed);
  await budget.checkpoint();
  const terms = await withRedLinks(own, parsed, snapshot, names, budget);
  const context = createContext(request, parsed, terms, questions, known);
  await budget.checkpoint();
  const found = await matchSubjects(parsed, terms, names, snapshot, lastNames(request), budget);
  const matched = withDecidedNames(found, request, context.decided, parsed);
  await budget.checkpoint();
  run.progress({ stage: 'write', done: 2, total: 3, detail: source.path });
  const earlier = new EarlierSources(request, context.autoLink, budget);
  const facts = new EarlierFacts(request, earlier, terms, budget);
  const pages = await planPages(matched, { names: earlier, facts }, context, budget);
  const written = await createFileEdits({ terms, subjects: matched.subjects, pages }, request, context, budget);
  run.progress({ stage: 'write', done: 3, total: 3, detail: source.path });
  notes.push(...undatedNotes(request), ...matched.notes, ...planNotes(pages, context));
  const bullets = contradictionBullets(pages, context);
  const changeSet = createChangeSet(request, written.files, notes, bullets, {
    ...planFacts(parsed, terms, pages, written, context),
    contradictions: bullets.length,
  });
  return withAnswerNotes(
    changeSet,
    context.questionMatches.map(toAnsweredQuestion),
    (text) => `May answer the question “${text}”: some sentences share its words.`,
  );
}

const toAnsweredQuestion = ({ id, text, sentences }: QuestionMatch): AnsweredQuestion => ({
  id,
  text,
  quotes: sentences.map(({ unit }) => unit.text),
});

function createContext(
  request: CurateRequest,
  parsed: ParsedSource,
  terms: readonly Term[],
  questionMatches: readonly QuestionMatch[],
  before: Page | null,
): CurationContext {
  const { snapshot, lens, source, text, now } = request;
  const { curation } = lens.effective;
  const schema = newPageSchema(snapshot);
  const names = new Set(terms.map(({ name }) => slugify(name, schema)));
  const slug = chooseSummarySlug(source, snapshot, schema, (each) => names.has(each));
  const autoLink = curation.autoLink !== 'off' && curation.autoLink !== 'manual';
  return {
    snapshot,
    manifest: lens.effective,
    parsed,
    questionMatches,
    source,
    cited: { source, hash: text.hash, format: text.format, summary: autoLink ? slug : null },
    schema,
    date: sourceDate(source, text.date)?.slice(0, 10) ?? null,
    updatedAt: isoTime(now),
    isNewVersion: before !== null,
    limits: DEPTH_LIMITS[curation.depth ?? 'medium'],
    decided: decidedFor(request),
    autoLink,
    title: chooseTitle(request),
    summary: {
      slug,
      path: pathForNewPage(snapshot, 'summary', slug),
      supersedes: before === null ? [] : [before.slug],
    },
  };
}

/** The title from the wiki or the document; otherwise one made from the file name. */
export function chooseTitle({ source, text }: Pick<CurateRequest, 'source' | 'text'>): string {
  const stem = fileStem(source.path);
  const own = source.title !== stem ? source.title : documentTitle(text);
  const written = own.replace(/\s+/g, ' ').trim();
  const plain = stateInTitle(written)?.title ?? written;
  const title = withoutAllCaps(plain, text);
  const isOwn = title !== '' && title.length <= MAX_TITLE_LENGTH;
  const shown = isOwn ? title : titleFromFileName(stem);
  // A file name, and a title in capitals, do not say which of their words are names.
  const named = isOwn && title === plain ? shown : withSourceSpelling(shown, text);
  return named === '' ? source.id : named;
}

const MAX_TITLE_LENGTH = 160;
const SITE_NAME = /^ [|·»–—-] \S/u;

/** The chapters of a web book often share one `<title>`: the heading comes first, `Introduction (A Brief History)`. */
function documentTitle({ format, title, passages }: CurateRequest['text']): string {
  if (title === null || format !== 'html') return title ?? '';
  const heading = passages.find(({ kind }) => kind === 'heading');
  const [key, headingKey] = [title, heading?.text ?? ''].map((words) =>
    words.replace(/\s+/g, ' ').trim().toLowerCase(),
  );
  if (!heading || !key || !headingKey) return title;
  // "Annual report 2009 | Ashlock Canal Trust": behind the bar is the name of the site.
  if (key.startsWith(headingKey) && SITE_NAME.test(key.slice(headingKey.length))) return heading.text;
  if (key.includes(headingKey)) return title;
  if (headingKey.includes(key)) return heading.text;
  const both = `${heading.text} (${title})`;
  return both.length > MAX_TITLE_LENGTH ? title : both;
}

function comparisonsOf(
  { updates, newPages, elsewhere }: PagePlan,
  { title }: CurationContext,
): readonly { title: string; comparison: PageComparison }[] {
  return [
    { title, comparison: { conflicts: elsewhere, changed: [] } },
    ...updates.map(({ subject, comparison }) => ({ title: subject.page.title, comparison })),
    ...newPages.map(({ title, comparison }) => ({ title, comparison })),
  ];
}

function contradictionBullets(plan: PagePlan, context: CurationContext): readonly string[] {
  return comparisonsOf(plan, context).flatMap(({ title, comparison }) =>
    comparison.conflicts.map(({ attribute }) => contradictionBullet(escapeInline(title), attribute)),
  );
}

function planNotes(plan: PagePlan, context: CurationContext): readonly string[] {
  const { skipped, full, unreadable } = plan;
  const notes: string[] = [];
  if (skipped.length > 0) {
    const named = skipped
      .slice(0, 20)
      .map(({ slug }) => slug)
      .join(', ');
    const more = skipped.length > 20 ? `, and ${skipped.length - 20} more` : '';
    notes.push(`One source edits at most ${MAX_UPDATES} pages. Also named, but not changed: ${named}${more}.`);
  }
  for (const { title } of full) {
    notes.push(
      `${title} has ${MAX_FOOTNOTES} quotes or more, so no further ones were added. To make room, split the page. Search finds what the source says about it.`,
    );
  }
  for (const { path } of unreadable)
    notes.push(`"${path}" is named but was not changed: its frontmatter cannot be read.`);
  for (const { title, comparison } of comparisonsOf(plan, context)) {
    for (const conflict of comparison.conflicts) notes.push(describeConflict(conflict, title, context));
    for (const { attribute } of comparison.changed) {
      notes.push(`${title}: the sources give "${attribute}" for different years. Both values are kept without a flag.`);
    }
  }
  return notes;
}

function planFacts(
  parsed: ParsedSource,
  terms: readonly Term[],
  plan: PagePlan,
  { newPages, additions }: PlannedFiles,
  { source }: Pick<CurationContext, 'source'>,
): JsonObject {
  const overtaken = plan.updates.flatMap(({ subject, comparison }) =>
    comparison.changed.map(({ existing, sentence }) => ({
      path: subject.page.path,
      before: existing.text,
      by: [{ sourceId: source.id, quote: sentence.text }],
    })),
  );
  return {
    language: parsed.language,
    sentences: parsed.sentences.length,
    names: terms.length,
    plan: [
      ...newPages.map(({ slug, title, reason, parts }) => ({
        ...{ slug, title, op: 'create', why: reason },
        units: countStatements(parts.flatMap(({ statements }) => statements)),
      })),
      ...additions.map(({ page, part, confirmed, conflicts, why }) => ({
        ...{ slug: page.slug, title: page.title, op: 'edit', why: why.join('; ') },
        units: countStatements(part.statements) + confirmed.length + conflicts.length,
      })),
    ],
    named: plan.unplaced.slice(0, MAX_NAMED).map(({ name }) => name),
    newPages: newPages.map(({ slug }) => slug),
    updatedPages: additions.map(({ page }) => page.slug),
    ...overtakenFact(overtaken),
  };
}

/** Names without a page that the review offers. */
const MAX_NAMED = 40;

function countStatements(statements: readonly Statement[]): number {
  return statements.reduce((sum, { follows }) => sum + 1 + follows.length, 0);
}

function createChangeSet(
  { source, text }: CurateRequest,
  files: readonly FileEdit[],
  notes: readonly string[],
  bullets: readonly string[],
  facts: JsonObject,
): ChangeSet {
  return {
    title: `Ingest ${source.path.slice(source.path.indexOf('/') + 1)}`,
    producer: 'ingest',
    files,
    log: { event: 'ingest', subject: source.path, bullets },
    sources: [sourceRead({ source, text })],
    notes,
    facts: { curator: 'extractive', ...facts },
  };
}
