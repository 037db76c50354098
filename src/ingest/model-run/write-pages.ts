import { throwIfCancelled } from '../../base';
import { settleFootnotes } from '../../change';
import { isModelError } from '../../model';
import { readLedger, wordKey, type Claim } from '../../wiki';
import { wordsOf } from '../../markdown';
import { formatUnitRanges, renderUnits, type Unit } from '../units';
import { accountFor, accountForNew, type AccountContext, type PageAccount } from './account';
import { writeNewSchema, writeSchema, type RawWrittenPage } from './answer-schemas';
import { conflictPolicy, type Curation } from './curation';
import { type DraftContext, type DraftText } from './draft-text';
import { draftNewPage, draftPage, type PageDraft } from './page-draft';
import { mergeRepair, showAnswer } from './repair';
import { selectChunks } from './select-chunks';
import { type PlannedPage } from './plan';
import { namedSlug, oneLine } from './prompt';
import { type PageView } from './page-view';
import { writeBatches } from './write-batches';
import { type WriteMaterial } from './write-material';
import { writePrompt, type WriteTarget } from './write-prompt';

/** A page that the model wrote. */
export interface WrittenPage {
  readonly planned: PlannedPage;
  readonly written: RawWrittenPage;
  readonly account: PageAccount;
  /** Of a page that exists; else `null`. */
  readonly change: { readonly view: PageView; readonly draft: PageDraft } | null;
  /** Of a new page; else `null`. */
  readonly content: DraftText | null;
  /** Numbers of the units that its text cites. */
  readonly cited: ReadonlySet<number>;
  /** What is left of the errors after the repairs, one sentence each. */
  readonly errors: readonly string[];
}

const MAX_REPAIRS = 2;
/** Shorter words of a name are in every text. */
const MIN_NAME_WORD = 4;
const MAX_ERRORS = 30;
/** So many planned units may stay uncited without a second try. */
const MAX_UNCITED = 2;

/** Has the planned pages written, small ones together. A page without an answer is not in the result. */
export async function writePages(
  curation: Curation,
  pages: readonly PlannedPage[],
  material: WriteMaterial,
): Promise<readonly WrittenPage[]> {
  const { run } = curation.request;
  const batches = writeBatches(pages, material);
  const written: WrittenPage[] = [];
  for (const [at, batch] of batches.entries()) {
    throwIfCancelled(run);
    run.progress({ stage: 'write', done: at, total: batches.length, detail: batch.map(({ slug }) => slug).join(', ') });
    const later = new Set(batches.slice(at + 1).flatMap((pagesLater) => pagesLater.flatMap(({ units }) => units)));
    const elsewhere = new Set([...later, ...written.flatMap(({ cited }) => [...cited])]);
    written.push(...(await writeBatch(curation, batch, material, elsewhere)));
  }
  return written;
}

/** @param elsewhere numbers of units that other pages cite, or will */
async function writeBatch(
  curation: Curation,
  batch: readonly PlannedPage[],
  material: WriteMaterial,
  elsewhere: ReadonlySet<number>,
): Promise<readonly WrittenPage[]> {
  const done = new Map<string, WrittenPage>();
  let open = batch;
  let errors: readonly string[] = [];
  for (let attempt = 0; attempt <= MAX_REPAIRS && open.length > 0; attempt += 1) {
    const answers = await requestPages(curation, open, material, { errors, done, attempt });
    if (answers === null) break;
    const missing = readAnswers(answers, open, material, done);
    for (const page of open) {
      const result = done.get(page.slug);
      if (result !== undefined) done.set(page.slug, withUncited(result, [...done.values()], elsewhere));
    }
    open = open.filter(({ slug }) => (done.get(slug)?.errors.length ?? 1) > 0);
    const failed = open.flatMap(({ slug }) => (done.get(slug)?.errors ?? []).map((error) => `${slug}: ${error}`));
    errors = [...missing, ...failed].slice(0, MAX_ERRORS);
  }
  return batch.flatMap(({ slug }) => done.get(slug) ?? []);
}

/** Puts what was answered for each page into `done`. @returns which pages have no answer, one sentence each */
function readAnswers(
  answers: readonly RawWrittenPage[],
  open: readonly PlannedPage[],
  material: WriteMaterial,
  done: Map<string, WrittenPage>,
): readonly string[] {
  return open.flatMap((page) => {
    const raw = answers.find(({ slug }) => bare(slug) === page.slug) ?? (open.length === 1 ? answers[0] : undefined);
    const before = done.get(page.slug);
    if (raw === undefined) return before === undefined ? [`Page "${page.slug}" is missing from the answer.`] : [];
    const result = readWritten(page, mergeRepair(before?.written, raw), material);
    // A repair that is worse than what it repairs is not taken.
    if (before === undefined || result.errors.length <= before.errors.length) done.set(page.slug, result);
    return [];
  });
}

/** A unit that another page says need not be repeated on this one. */
function withUncited(page: WrittenPage, batch: readonly WrittenPage[], elsewhere: ReadonlySet<number>): WrittenPage {
  const said = new Set([...elsewhere, ...batch.flatMap(({ cited }) => [...cited])]);
  const uncited = page.planned.units.filter((number) => !said.has(number));
  if (uncited.length <= MAX_UNCITED) return page;
  const error = `No page cites these planned units: ${formatUnitRanges(uncited, 1)}.`;
  return { ...page, errors: [...page.errors, error] };
}

const bare = (slug: string): string => slug.replace(/^\[\[|\]\]$/g, '').trim();

async function requestPages(
  curation: Curation,
  pages: readonly PlannedPage[],
  material: WriteMaterial,
  {
    errors,
    done,
    attempt,
  }: {
    readonly errors: readonly string[];
    readonly done: ReadonlyMap<string, WrittenPage>;
    readonly attempt: number;
  },
): Promise<readonly RawWrittenPage[] | null> {
  const { caller, promptContext } = curation;
  const units = unitsFor(pages, material);
  const targets = pages.map((page) => targetOf(curation, page, material, done.get(page.slug)));
  const isNew = targets.every(({ blocks, answer }) => blocks === '' && answer === '');
  const messages = writePrompt(promptContext, {
    targets,
    units: renderUnits(units, 1),
    label: `source ${curation.request.source.path}`,
    hasCode: units.some(({ kind }) => kind === 'code'),
    policy: conflictPolicy(curation).resolution,
    hasSuperseded: material.hasSuperseded(),
    sources: material.sourceLines(),
    linkable: linkableFrom(units, pages, material),
    errors,
  });
  try {
    const { pages: written } = await caller.ask(
      `write ${pages.map(({ slug }) => slug).join(', ')}`,
      messages,
      isNew ? writeNewSchema() : writeSchema(),
    );
    return written;
  } catch (error) {
    // A repair that fails leaves what was written before.
    if (attempt === 0 || !isModelError(error)) throw error;
    return null;
  }
}

/** So much of a source is sent whole: the prompt then begins as the plan's does, and costs less where that is cached. */
const MIN_WHOLE_SHARE = 0.8;

function unitsFor(pages: readonly PlannedPage[], { units, chunks }: WriteMaterial): readonly Unit[] {
  const numbers = [...new Set(pages.flatMap((page) => page.units))].sort((a, b) => a - b);
  const wanted = numbers.flatMap((number) => units[number - 1] ?? []);
  const whole = chunks.find((chunk) => wanted.every((unit) => chunk.includes(unit)));
  return whole !== undefined && wanted.length >= whole.length * MIN_WHOLE_SHARE ? whole : wanted;
}

const MAX_LINKABLE = 30;

/** The planned pages, and those that exist and share a word of their name with the units. */
function linkableFrom(
  units: readonly Unit[],
  pages: readonly PlannedPage[],
  { linkable }: WriteMaterial,
): readonly string[] {
  const words = new Set(units.flatMap(({ text }) => wordsOf(text).map((word) => word.toLowerCase())));
  const isNamed = (title: string): boolean =>
    wordKey(title)
      .split(' ')
      .some((word) => word.length >= MIN_NAME_WORD && words.has(word));
  const own = new Set(pages.map(({ slug }) => slug));
  return linkable
    .filter(({ slug, title, isPlanned }) => !own.has(slug) && (isPlanned || isNamed(title)))
    .slice(0, MAX_LINKABLE)
    .map(({ slug, title }) => namedSlug(slug, title));
}

function targetOf(
  { promptContext }: Curation,
  page: PlannedPage,
  material: WriteMaterial,
  before: WrittenPage | undefined,
): WriteTarget {
  const view = material.views.get(page.slug);
  const op = page.op === 'compose' ? 'compose' : 'edit';
  const shown = view === undefined ? '' : selectChunks(view, unitsOf(page, material.units), op);
  return {
    slug: page.slug,
    title: page.title,
    kind: page.kind,
    op: page.op,
    why: page.why,
    units: formatUnitRanges(page.units, 1),
    blocks: shown,
    answer: before === undefined ? '' : showAnswer(before.written),
    elsewhere: page.from
      .map((section) => material.elsewhere.get(section) ?? '')
      .filter(Boolean)
      .join('\n\n'),
    reasons: promptContext.steering.flatMap(({ path, hunkTitle, reason }) =>
      path !== null && path === page.page?.path ? [`- ${oneLine(`${hunkTitle ?? ''}: ${reason}`, 400)}`] : [],
    ),
  };
}

function unitsOf({ units }: PlannedPage, all: readonly Unit[]): readonly Unit[] {
  return units.flatMap((number) => all[number - 1] ?? []);
}

/** Checks what the model wrote for a page: its marks, its account, and the units that it should use. */
export function readWritten(planned: PlannedPage, written: RawWrittenPage, material: WriteMaterial): WrittenPage {
  const view = material.views.get(planned.slug);
  const context = material.draftContext(planned.slug);
  return view === undefined
    ? readNew(planned, written, context)
    : readChange(planned, written, view, context, material.accountContext);
}

function readNew(planned: PlannedPage, written: RawWrittenPage, context: DraftContext): WrittenPage {
  // A new page has nothing to edit: its edits are its text.
  const markdown =
    written.markdown.trim() === '' ? written.edits.map((edit) => edit.markdown).join('\n\n') : written.markdown;
  const { draft, problems } = draftNewPage({ markdown }, context);
  const cited = citedUnits(draft.marks);
  const errors = [...problems, ...uncitedError(planned, cited)];
  const account = accountForNew(settleFootnotes('', draft.text, [draft]));
  return { planned, written, account, change: null, content: draft, cited, errors };
}

function readChange(
  planned: PlannedPage,
  written: RawWrittenPage,
  view: PageView,
  context: DraftContext,
  accountContext: AccountContext,
): WrittenPage {
  const draft = draftPage(written, view, context);
  const account = accountFor(view, draft.after, written, accountContext);
  const cited = citedUnits(draft.splices.flatMap(({ marks }) => marks));
  const errors = [...draft.problems, ...account.errors, ...uncitedError(planned, cited)];
  return { planned, written, account, change: { view, draft }, content: null, cited, errors };
}

function citedUnits(marks: DraftText['marks']): ReadonlySet<number> {
  return new Set(marks.flatMap(({ unit }) => unit?.number ?? []));
}

function uncitedError({ units }: PlannedPage, cited: ReadonlySet<number>): readonly string[] {
  return units.length === 0 || units.some((number) => cited.has(number))
    ? []
    : [`The page cites none of its planned units: ${formatUnitRanges(units, 1)}.`];
}

/** Whether a text says what a claim said: it cites the same passage, or has the same words. */
export function saysClaim(text: string, claim: Claim): boolean {
  const { claims } = readLedger(text);
  return claims.some(({ key, support }) => key === claim.key || support.some((each) => claim.support.includes(each)));
}
