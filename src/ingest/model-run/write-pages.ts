import { throwIfCancelled } from '../../base';
import { wordKey } from '../../wiki';
import { wordsOf } from '../../markdown';
import { formatUnitRanges, isSlight, readUnitRanges, renderUnits, type Unit } from '../units';
import { saidOnPages } from './already-said';
import { smallPageSchema, writeNewSchema, writeSchema, type RawWrittenPage } from './answer-schemas';
import { type ShownSection } from './asked-sections';
import { candidateLines } from './conflict-candidates';
import { conflictPolicy, type Curation } from './curation';
import { pageFaults } from './page-faults';
import { problemOf, type PageProblem } from './page-problem';
import { mergeRepair, refusedEdits } from './repair';
import { problemLines, repairScope, type RepairScope } from './repair-scope';
import { writeInSmallSteps } from './small-steps';
import { goesToSmallSteps, isFinal } from './unusable-answer';
import { type PlannedPage } from './planned-page';
import { namedSlug, oneLine } from './prompt';
import { readWritten, textOf, type WrittenPage } from './read-written';
import { type TextFault } from './text-faults';
import { writeBatches } from './write-batches';
import { type WriteMaterial } from './write-material';
import { writePrompt } from './write-prompt';
import { targetsFor } from './write-targets';

const MAX_REPAIRS = 2;
/** Shorter words of a name are in every text. */
const MIN_NAME_WORD = 4;
/** Of all pages of a call. */
const MAX_ERRORS = 80;
/** Of a block whose correction is left out. */
const MAX_SHOWN_REFUSED = 60;
/** So many planned units may stay uncited without a second try. */
const MAX_UNCITED = 2;
/** Of the units of a page, so many may be left to the summary. */
const MAX_LEFT_SHARE = 0.75;

/** Has the planned pages written, small ones together. A page without an answer is not in the result. */
export async function writePages(
  curation: Curation,
  pages: readonly PlannedPage[],
  material: WriteMaterial,
): Promise<readonly WrittenPage[]> {
  const { run } = curation.request;
  if (curation.steps.isSmall) return writeInSmallSteps(curation, pages, material, writeBatch);
  const batches = writeBatches(pages, material);
  const written: WrittenPage[] = [];
  for (const [at, batch] of batches.entries()) {
    throwIfCancelled(run);
    run.progress({ stage: 'write', done: at, total: batches.length, detail: batch.map(({ slug }) => slug).join(', ') });
    const later = new Set(batches.slice(at + 1).flatMap((pagesLater) => pagesLater.flatMap(({ units }) => units)));
    const elsewhere = new Set([...later, ...written.flatMap(({ cited }) => [...cited])]);
    try {
      written.push(...(await writeBatch(curation, batch, material, elsewhere, written)));
    } catch (error) {
      if (!goesToSmallSteps(curation, error)) throw error;
      const rest = batches.slice(at).flat();
      return [...written, ...(await writeInSmallSteps(curation, rest, material, writeBatch))];
    }
  }
  return written;
}

/**
 * @param elsewhere numbers of units that other pages cite, or will
 * @param earlier pages that were written before
 */
async function writeBatch(
  curation: Curation,
  batch: readonly PlannedPage[],
  material: WriteMaterial,
  elsewhere: ReadonlySet<number>,
  earlier: readonly WrittenPage[] = [],
): Promise<readonly WrittenPage[]> {
  const done = new Map<string, WrittenPage>();
  const faults = new Map<string, readonly TextFault[]>();
  let open = batch;
  let errors: readonly string[] = [];
  // Of a page that was written before, its new text.
  const texts = earlier.flatMap((page) =>
    page.change === null ? [] : [[page.change.view.page.path, textOf(page)] as const],
  );
  const sections = await material.readSections(batch, new Map(texts));
  for (let attempt = 0; attempt <= MAX_REPAIRS && open.length > 0; attempt += 1) {
    const scopes = open.map(({ slug }) => scopeOf(curation, material, done.get(slug), faults.get(slug)));
    const answers = await requestPages(curation, open, material, { errors, done, faults, scopes, sections, attempt });
    if (answers === null) break;
    const missing = readAnswers(answers, open, scopes, material, done);
    for (const page of open) {
      const result = done.get(page.slug);
      const pages = [...earlier, ...done.values()];
      if (result !== undefined) done.set(page.slug, withUncited(result, pages, elsewhere, material.units));
    }
    noteFaults(curation, open, [...earlier, ...done.values()], material, faults);
    // What only reads badly is asked for again once.
    const isOpen = ({ slug }: PlannedPage): boolean =>
      (done.get(slug)?.errors.length ?? 1) > 0 || (attempt === 0 && hasMajor(faults.get(slug)));
    open = open.filter(isOpen);
    const failed = open.flatMap(({ slug }) => {
      const page = done.get(slug);
      if (page === undefined) return [];
      return problemLines(page, [...page.errors, ...(faults.get(slug) ?? [])]).map((line) => `${slug} ${line}`);
    });
    errors = [...missing, ...failed].slice(0, MAX_ERRORS);
  }
  return batch.flatMap(({ slug }) => {
    const page = done.get(slug);
    const left = (faults.get(slug) ?? []).filter(({ isMinor }) => !isMinor);
    return page === undefined ? [] : { ...page, errors: [...page.errors, ...left] };
  });
}

/** A weak model cannot mend how a text reads. */
function noteFaults(
  curation: Curation,
  pages: readonly PlannedPage[],
  written: readonly WrittenPage[],
  material: WriteMaterial,
  faults: Map<string, readonly TextFault[]>,
): void {
  if (curation.steps.isSmall) return;
  for (const { slug } of pages) {
    const page = written.find(({ planned }) => planned.slug === slug);
    if (page !== undefined) faults.set(slug, pageFaults(curation, page, written, material));
  }
}

const hasMajor = (faults: readonly TextFault[] = []): boolean => faults.some(({ isMinor }) => !isMinor);

/** Puts what was answered for each page into `done`. @returns which pages have no answer, one sentence each */
function readAnswers(
  answers: readonly RawWrittenPage[],
  open: readonly PlannedPage[],
  scopes: readonly (RepairScope | null)[],
  material: WriteMaterial,
  done: Map<string, WrittenPage>,
): readonly string[] {
  return open.flatMap((page, at) => {
    const raw = answers.find(({ slug }) => bare(slug) === page.slug) ?? (open.length === 1 ? answers[0] : undefined);
    const before = done.get(page.slug);
    if (raw === undefined) return before === undefined ? [`Page "${page.slug}" is missing from the answer.`] : [];
    const whole = scopes[at]?.answer;
    const result = readWritten(page, mergeRepair(before?.written, raw, whole), material);
    // A repair that is worse than what it repairs is not taken.
    const isTaken = before === undefined || result.errors.length <= before.errors.length;
    const refused =
      before === undefined ? [] : refusedEdits(before.written, raw, whole).map(({ block }) => refusal(block));
    const kept = isTaken ? result : before;
    const errors = kept.errors.filter(({ code }) => code !== 'edit_refused');
    done.set(page.slug, { ...kept, errors: [...errors, ...refused] });
    return [];
  });
}

/** Told to the next repair, which sees the block, else to the reviewer. */
function refusal(block: string): PageProblem {
  const shown = oneLine(block, MAX_SHOWN_REFUSED);
  const text = `A correction of "${shown}" was left out, because only its first words had been shown.`;
  return problemOf('edit_refused', text, { statements: [block] });
}

/**
 * A unit that another page says need not be repeated on this one. For a question, for "Good to know.", for what a page says already, and for a few details
 * that the writer leaves to the summary no page is asked for again.
 *
 * @param pages that are written, this one too
 */
function withUncited(
  page: WrittenPage,
  pages: readonly WrittenPage[],
  elsewhere: ReadonlySet<number>,
  units: readonly Unit[],
): WrittenPage {
  const { planned } = page;
  const errors = page.errors.filter(({ code }) => code !== 'planned_uncited');
  const cited = new Set([...elsewhere, ...pages.flatMap((each) => [...each.cited])]);
  const left = leftBy(page, pages, units.length);
  const uncited = planned.units.filter((number) => !cited.has(number) && !left.has(number));
  if (uncited.length <= MAX_UNCITED) return { ...page, errors };
  const findSaid = saidOnPages(pages);
  const telling = uncited.filter((number) => {
    const unit = units[number - 1];
    return unit !== undefined && unit.mode !== 'question' && !isSlight(unit) && findSaid(unit) === null;
  });
  if (telling.length <= MAX_UNCITED) return { ...page, errors };
  const ways = 'Tell them where they belong, mark the sentence that says them already, or list them as `left`.';
  const text = `No page cites these planned units: ${formatUnitRanges(telling, 1)}. ${ways}`;
  return { ...page, errors: [...errors, problemOf('planned_uncited', text, { units: telling })] };
}

/** The units of a page that its writer leaves out, if they are not most: the summary lists them. An answer may name them behind another page. */
function leftBy({ planned }: WrittenPage, pages: readonly WrittenPage[], count: number): ReadonlySet<number> {
  const { numbers } = readUnitRanges([...new Set(pages.flatMap(({ written }) => written.left))], 1, count);
  const own = numbers.filter((number) => planned.units.includes(number));
  return new Set(own.length <= planned.units.length * MAX_LEFT_SHARE ? own : []);
}

const bare = (slug: string): string => slug.replace(/^\[\[|\]\]$/g, '').trim();

async function requestPages(
  curation: Curation,
  pages: readonly PlannedPage[],
  material: WriteMaterial,
  {
    errors,
    done,
    faults,
    scopes,
    sections,
    attempt,
  }: {
    readonly errors: readonly string[];
    readonly done: ReadonlyMap<string, WrittenPage>;
    readonly faults: ReadonlyMap<string, readonly TextFault[]>;
    /** Of each page what its repair has to see; `null` for all of it. */
    readonly scopes: readonly (RepairScope | null)[];
    /** What other pages say, by name. */
    readonly sections: ReadonlyMap<string, ShownSection>;
    readonly attempt: number;
  },
): Promise<readonly RawWrittenPage[] | null> {
  const { caller, promptContext } = curation;
  const isScoped = scopes.every((scope) => scope !== null);
  const units = unitsFor(pages, scopes, material);
  const targets = targetsFor(curation, pages, scopes, material, { done, faults, sections });
  const isNew = targets.every(({ blocks, answer }) => blocks === '' && answer === '');
  const messages = writePrompt(promptContext, {
    targets,
    units: renderUnits(units, 1, material.units),
    label: `source ${curation.request.source.path}`,
    hasCode: units.some(({ kind }) => kind === 'code'),
    policy: conflictPolicy(curation).resolution,
    hasSuperseded: material.hasSuperseded(),
    sources: material.sourceLines(targets.map(({ blocks, elsewhere }) => blocks + elsewhere).join('\n')),
    linkable: isScoped ? [] : linkableFrom(units, pages, material),
    disputes: isScoped ? [] : candidateLines(candidatesFor(pages, material)),
    errors,
    isSmall: curation.steps.isSmall,
  });
  try {
    const { pages: written } = await caller.ask(
      `write ${pages.map(({ slug }) => slug).join(', ')}`,
      messages,
      writeSchemaFor(curation, isNew),
    );
    return written;
  } catch (error) {
    // A repair that fails leaves what was written before, and a small step that fails the others.
    if ((attempt === 0 && !curation.steps.isSmall) || isFinal(error)) throw error;
    return null;
  }
}

/** Of a page that is repaired, only what is at fault is sent, if that can be told from the rest. */
function scopeOf(
  { steps }: Curation,
  { units }: WriteMaterial,
  before: WrittenPage | undefined,
  faults: readonly TextFault[] = [],
): RepairScope | null {
  return before === undefined || steps.isSmall ? null : repairScope(before, [...before.errors, ...faults], units);
}

function writeSchemaFor({ steps }: Curation, isNew: boolean): ReturnType<typeof writeSchema> {
  if (steps.isSmall) return smallPageSchema();
  return isNew ? writeNewSchema() : writeSchema();
}

/** So much of a source is sent whole: the prompt then begins as the plan's does, and costs less where that is cached. */
const MIN_WHOLE_SHARE = 0.8;

function unitsFor(
  pages: readonly PlannedPage[],
  scopes: readonly (RepairScope | null)[],
  { units, chunks }: WriteMaterial,
): readonly Unit[] {
  const asked = pages.flatMap((page, at) => [...(scopes[at]?.units ?? page.units)]);
  const numbers = [...new Set(asked)].sort((a, b) => a - b);
  const wanted = numbers.flatMap((number) => units[number - 1] ?? []);
  const whole = chunks.find((chunk) => wanted.every((unit) => chunk.includes(unit)));
  return whole !== undefined && wanted.length >= whole.length * MIN_WHOLE_SHARE ? whole : wanted;
}

function candidatesFor(pages: readonly PlannedPage[], { candidates }: WriteMaterial): WriteMaterial['candidates'] {
  const slugs = new Set(pages.map(({ slug }) => slug));
  const numbers = new Set(pages.flatMap((page) => page.units));
  return candidates.filter(({ unit, page }) => numbers.has(unit.number) || slugs.has(page?.slug ?? ''));
}

const MAX_LINKABLE = 30;

/**
 * The planned pages, and those that exist and share a word of their name with the units: first those that are planned, then those of
 * which the shared words are in the fewest other names.
 */
function linkableFrom(
  units: readonly Unit[],
  pages: readonly PlannedPage[],
  { linkable }: WriteMaterial,
): readonly string[] {
  const said = new Set(units.flatMap(({ text }) => wordsOf(text).map((word) => word.toLowerCase())));
  const named = linkable.map((page) => ({ page, words: new Set(wordKey(page.title).split(' ')) }));
  const counts = new Map<string, number>();
  for (const { words } of named) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const own = new Set(pages.map(({ slug }) => slug));
  return named
    .filter(({ page }) => !own.has(page.slug))
    .map(({ page, words }) => {
      const shared = [...words].filter((word) => word.length >= MIN_NAME_WORD && said.has(word));
      return { page, weight: shared.reduce((sum, word) => sum + 1 / (counts.get(word) ?? 1), 0) };
    })
    .filter(({ page, weight }) => page.isPlanned || weight > 0)
    .sort((a, b) => Number(b.page.isPlanned) - Number(a.page.isPlanned) || b.weight - a.weight)
    .slice(0, MAX_LINKABLE)
    .map(({ page: { slug, title } }) => namedSlug(slug, title));
}
