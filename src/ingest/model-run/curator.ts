import { capitalise, type JsonObject, type JsonValue } from '../../base';
import { type ChangeSet, type FileEdit } from '../../change';
import { isModelError } from '../../model';
import { findPage, overtakenFact, type Page, type Snapshot } from '../../wiki';
import { findSummary, chooseSummarySlug } from '../extractive/summary-page';
import { recall, type RecalledPage } from '../recall';
import { withAnswerNotes, type AnsweredQuestion } from '../answered-questions';
import { numberUnits, type Unit } from '../units';
import { sourceRead } from '../source-read';
import { MAX_QUESTIONS, type Curator } from '../types';
import { buildChange } from './build-change';
import { type IngestContent } from './ingest-content';
import { ignoredCandidates } from './ignored-candidates';
import { coverageFacts, coverageNote, coverageOf } from './coverage';
import { startCuration, steeringFor, type Curation } from './curation';
import { goesToSmallSteps } from './unusable-answer';
import { dropRefusedHunks } from './drop-refused-hunks';
import { readPicture } from './picture';
import { namedLines, namesSame, oftenNamed, type NamedSubject } from './often-named';
import { planIngest } from './plan';
import { overtakenBy } from './overtaken-statements';
import { withOlderEndings, withPlannedDate } from './planned-date';
import { type IngestPlan, type KnownPages } from './planned-page';
import { findStanding } from './standing-statements';
import { findDisagreements, type Disagreement } from './conflict-candidates';
import { missedHubUnits, withHubUnits } from './hub-units';
import { findPatchyPages } from './patchy-pages';
import { buildStablePart, selectListedPages } from './prompt';
import { sameNameNotes } from './same-names';
import { remainingUnits } from './remaining-units';
import { type ModelCuratorOptions } from './types';
import { verifyPages } from './verify-pages';
import { readMaterial, withPossibleOps } from './write-material';
import { accountFacts } from './written-facts';
import { type WrittenPage } from './read-written';
import { settleDrops } from './settle-drops';
import { writePages } from './write-pages';

/** Older statements of which a plan says nothing, as a reviewer is told them. */
const MAX_UNSETTLED_NOTES = 8;
/** Tokens of the pages that recall may return. What is sent to the model has its own limits. */
export const MAX_RECALL_TOKENS = 60_000;

/**
 * A curator that asks `model`: it numbers the source's units, has the model plan which page takes which unit and write the pages
 * with marks, prints the quotes as footnotes, and accounts for every unit and every statement.
 *
 * @returns its `curate` throws the ModelErrors of the model, and `living-wiki:model_empty_answer` if a plan has no content
 */
export function createModelCurator(options: ModelCuratorOptions): Curator {
  const steps = { isSmall: options.smallSteps === 'on' };
  return {
    name: 'model',
    async curate(request) {
      const stable = await buildStablePart(request.snapshot, request.lens, options.language);
      return curate(startCuration(request, options, stable, steps));
    },
  };
}

/** Curates one source. */
async function curate(curation: Curation): Promise<ChangeSet> {
  const { snapshot, index, lens, source, picture, resume, run } = curation.request;
  const before = findSummary(source, snapshot);
  const isKnown = before !== null && isUnchanged(curation);
  if (isKnown && resume === undefined) {
    return withoutChange(curation, `This source was read before: its summary is "${before.slug}".`);
  }
  noteHistory(curation, isKnown ? null : before);
  curation.notes.push(...curation.request.text.notes);
  const read = picture === undefined ? null : await readPicture(curation, picture);
  const text = read?.text ?? curation.request.text;
  const recalled = await recall({ text, snapshot, index, lens, budget: MAX_RECALL_TOKENS, inAnyOrder: true });
  const listed = selectListedPages(recalled, snapshot);
  const { units, skipped } = await numberUnits(text, run);
  const open = isKnown ? await remainingUnits(curation.request, units, before) : units;
  if (open.length === 0)
    return withoutChange(curation, 'Every unit of this source is on a page or was left with a reason.');
  const summary = isKnown ? before.slug : chooseSummarySlug(source, snapshot, curation.schema, () => false);
  const disagreements = new Map<Page, readonly Disagreement[]>();
  const found = await findDisagreements(curation, units, listed, disagreements);
  const standing = await standingFor(curation, open, [...listed, ...pagesOf(recalled, snapshot)], found);
  const patchy = await findPatchyPages(snapshot, listed);
  const named = await oftenNamed(open, listed, source.id, snapshot);
  const known = { listed, patchy, standing, named: namedLines(named) };
  const plan = await planInSteps(curation, open, known, summary);
  const dated = withPlannedDate(curation, plan, units);
  const planned = curation.date === null ? withOlderEndings(plan, dated.date) : plan;
  return writeAndAccount(dated, {
    ...{ planned, units, open, summary, before, isContinued: isKnown, listed, named, disagreements, recalled, read },
    skipped: skipped.length,
  });
}

/** A source that is planned, and what was read for it. */
interface PlannedSource extends Pick<IngestContent, 'units' | 'summary' | 'before' | 'isContinued'> {
  readonly planned: IngestPlan;
  /** The units that no page has yet. */
  readonly open: readonly Unit[];
  readonly listed: readonly Page[];
  readonly named: readonly NamedSubject[];
  readonly disagreements: Map<Page, readonly Disagreement[]>;
  readonly recalled: readonly RecalledPage[];
  /** What was read in a picture. */
  readonly read: Awaited<ReturnType<typeof readPicture>> | null;
  readonly skipped: number;
}

/** Has the pages of a plan written, and accounts for every unit and every statement. */
async function writeAndAccount(curation: Curation, source: PlannedSource): Promise<ChangeSet> {
  const { planned, units, open, listed, named, recalled, read, summary, before, isContinued } = source;
  const hubs = withHubUnits(planned, units, listed, curation.date);
  const { plan } = hubs;
  noteSteering(curation, listed, plan);
  noteUnsettled(curation, plan, named);
  const start = { plan, units, summary, before, isContinued };
  const content = await writePlan(curation, start, listed, source.disagreements);
  curation.notes.push(...missedHubUnits(hubs, units, content.written));
  const postponed = plan.pages.slice(content.plan.pages.length);
  const coverage = coverageOf(open, content.material.marks.frame, plan, content.written, postponed);
  curation.notes.unshift(planNote(content.written, coverage.postponed.length), `${coverageNote(coverage)}.`);
  for (const { planned, errors } of content.written) {
    for (const { text } of errors) curation.notes.push(`${planned.slug}: ${text}`);
  }
  const { files, bullets, disputes } = await buildChange(curation, { ...content, unplaced: coverage.unplaced });
  const facts: JsonObject = {
    ...curation.caller.facts(),
    coverage: coverageFacts(coverage),
    skipped: source.skipped,
    ...contentFacts(content),
    ...(disputes.length === 0 ? {} : { disputes }),
    ...overtakenFact(overtakenBy(content, curation.request.source.id)),
    recall: recallFacts(recalled),
    ...(read === null ? {} : { transcription: read.transcription, readBy: curation.options.model.name }),
  };
  return withAnswerNotes(
    toChangeSet(curation, files, bullets, facts),
    answeredQuestions(curation, plan, units),
    (question) => `Answers the question “${question}”.`,
  );
}

function standingFor(
  curation: Curation,
  units: readonly Unit[],
  pages: readonly Page[],
  found: readonly Disagreement[],
): ReturnType<typeof findStanding> {
  const { snapshot, run } = curation.request;
  const dateOf = (id: string): string | null => curation.dateOf(id);
  return findStanding({ units, pages: [...new Set(pages)], found, snapshot, date: curation.date, dateOf, run });
}

function pagesOf(recalled: readonly RecalledPage[], snapshot: Snapshot): readonly Page[] {
  return recalled.flatMap(({ path }) => snapshot.pages.get(path) ?? []);
}

function withoutChange(curation: Curation, note: string): ChangeSet {
  curation.notes.push(note);
  return toChangeSet(curation, [], [], {});
}

/** Has the pages of a plan written, as many as the limit allows. */
async function writePlan(
  curation: Curation,
  start: Pick<IngestContent, 'plan' | 'units' | 'summary' | 'before' | 'isContinued'>,
  listed: readonly Page[],
  disagreements: Map<Page, readonly Disagreement[]>,
): Promise<Omit<IngestContent, 'unplaced'>> {
  const { maxPages } = curation.options;
  const plan: IngestPlan = { ...start.plan, pages: start.plan.pages.slice(0, maxPages ?? Infinity) };
  const material = await readMaterial(curation, plan, start.units, start.summary, listed, disagreements);
  const drafted = await writePages(curation, withPossibleOps(plan.pages, material.views), material);
  const written = await settleDrops(await verifyPages(curation, drafted, material), curation.request.snapshot);
  const slugs = (name: string): string | null => findPage(curation.request.snapshot, name)?.slug ?? null;
  curation.notes.push(...sameNameNotes(start.units, plan.pages, slugs));
  curation.notes.push(...ignoredCandidates(material.candidates, written, curation.request.source.id, material.marks));
  return { ...start, plan, written, material };
}

function contentFacts({ plan, written }: Pick<IngestContent, 'plan' | 'written'>): JsonObject {
  const slugs = (isNew: boolean): string[] =>
    written.filter(({ change }) => (change === null) === isNew).map(({ planned }) => planned.slug);
  return {
    plan: planFacts(plan),
    accounts: accountFacts(written),
    newPages: slugs(true),
    updatedPages: slugs(false),
  };
}

function noteHistory(curation: Curation, before: Page | null): void {
  if (before !== null) {
    curation.notes.push(
      `The source has changed since "${before.slug}" was written. This is a second summary, which supersedes the first.`,
    );
  }
}

/** Says which older statements and names the plan passed over. */
function noteUnsettled(
  { notes, steps }: Curation,
  { unsettled, unnamed, pages }: IngestPlan,
  named: readonly NamedSubject[],
): void {
  if (steps.isSmall) return;
  for (const { text, places } of unsettled.slice(0, MAX_UNSETTLED_NOTES)) {
    const slugs = [...new Set(places.map(({ page }) => page.slug))].join(', ');
    notes.push(`${slugs}: this may no longer hold: “${text.replace(/\s+/g, ' ').slice(0, 160)}”`);
  }
  const names = [...unnamed.map(({ name }) => name), ...pages.flatMap(({ title, aliases }) => [title, ...aliases])];
  const missing = named.filter(({ name }) => !names.some((each) => namesSame(each, name))).map(({ name }) => name);
  if (missing.length > 0) notes.push(`Named often, and no page is about: ${missing.join(', ')}.`);
}

/** Says which reasons were sent. */
function noteSteering(curation: Curation, listed: readonly Page[], { pages }: IngestPlan): void {
  const planned = pages.flatMap(({ page }) => page ?? []);
  for (const { path, reason } of steeringFor(curation, [...listed, ...planned])) {
    curation.notes.push(
      `Earlier feedback: ${path === null ? '' : `${path}: `}${reason.replace(/\s+/g, ' ').slice(0, 400)}`,
    );
  }
}

/** Plans the ingest. A model whose plan of the whole source is unusable is asked in small steps, for this source and those after it. */
async function planInSteps(
  curation: Curation,
  units: readonly Unit[],
  known: KnownPages,
  summary: string,
): Promise<IngestPlan> {
  try {
    return await planWithFallback(curation, units, known, summary);
  } catch (error) {
    if (!goesToSmallSteps(curation, error)) throw error;
    return planWithFallback(curation, units, known, summary);
  }
}

/** Plans the ingest. A plan without content is an error, so the fallback model then gets one try. */
async function planWithFallback(
  curation: Curation,
  units: readonly Unit[],
  known: KnownPages,
  summary: string,
): Promise<IngestPlan> {
  const { caller, options } = curation;
  try {
    return await planIngest(curation, units, known, summary);
  } catch (error) {
    // If every call was answered, the answers have no content. Failed calls already had their second try.
    const isContent = isModelError(error) && caller.calls.length > 0 && error.calls.length === caller.calls.length;
    if (options.fallback === undefined || !isContent || caller.calls.at(-1)?.outcome !== 'answered') throw error;
    const plan = await planIngest(curation, units, known, summary, options.fallback);
    curation.notes.push(`${error.message} ${options.fallback.name} was asked instead.`);
    return plan;
  }
}

/** `Creates 3 pages, rewrites 2, adds to 4.` */
function planNote(written: readonly WrittenPage[], postponed: number): string {
  const count = (op: string): number => written.filter(({ planned }) => planned.op === op).length;
  const counted = (verb: string, many: number): string[] =>
    many === 0 ? [] : [`${verb} ${many} ${many === 1 ? 'page' : 'pages'}`];
  const parts = [
    ...counted('creates', count('create')),
    ...counted('rewrites', count('compose')),
    ...counted('adds to', count('edit')),
    ...counted('leaves for later', postponed),
  ];
  const text = parts.length === 0 ? 'changes no page' : parts.join(', ');
  return `${capitalise(text)}.`;
}

/** The open questions that units answer, according to the model. {@link withAnswerNotes} drops those without evidence. */
function answeredQuestions(
  { promptContext }: Curation,
  { answers }: IngestPlan,
  units: readonly Unit[],
): readonly AnsweredQuestion[] {
  return (promptContext.questions ?? []).slice(0, MAX_QUESTIONS).map(({ id, text }, at) => ({
    id,
    text,
    quotes: answers
      .filter(({ question }) => question === at + 1)
      .flatMap((answer) => answer.units.flatMap((number) => units[number - 1]?.text ?? [])),
  }));
}

function isUnchanged(curation: Curation): boolean {
  const { snapshot, source, text } = curation.request;
  const { sources } = snapshot.provenance;
  return !Object.hasOwn(sources, source.path) || sources[source.path]?.contentHash === text.hash;
}

function planFacts({ pages }: IngestPlan): JsonValue {
  return pages.map(({ slug, title, op, why, units }) => ({ slug, title, op, why, units: units.length }));
}

function recallFacts(recalled: readonly RecalledPage[]): JsonValue {
  return recalled.slice(0, 60).map(({ path, reasons }) => ({ path, reasons: [...reasons] }));
}

function toChangeSet(
  curation: Curation,
  files: readonly FileEdit[],
  bullets: readonly string[],
  facts: JsonObject,
): ChangeSet {
  const { source, text, snapshot } = curation.request;
  return dropRefusedHunks(
    {
      title: `Ingest ${source.path.slice(source.path.indexOf('/') + 1)}`,
      producer: 'ingest',
      files,
      log: { event: 'ingest', subject: source.path, bullets },
      sources: [sourceRead({ source, text })],
      notes: [...new Set(curation.notes)],
      facts: { curator: 'model', ...facts },
    },
    snapshot,
  );
}
