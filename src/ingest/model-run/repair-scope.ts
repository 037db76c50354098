import { contentWords } from '../../markdown';
import { type Unit } from '../units';
import { marksOf } from './new-blocks';
import { type PageProblem, type ProblemCode } from './page-problem';
import { type PageView } from './page-view';
import { type PlannedPage } from './planned-page';
import { type WrittenPage } from './read-written';
import { answerBlocks, beginning, withRowNumbers } from './repair';
import { selectChunks } from './select-chunks';

/** The parts of a page that the repair of some problems has to see. */
export interface RepairScope {
  /** Numbers of the blocks of the answer that are shown whole. */
  readonly answer: ReadonlySet<number>;
  /** The page as it was, as far as it is needed; `''` for nothing. */
  readonly blocks: string;
  /** Numbers of units that the blocks rest on, or that the problems name. */
  readonly units: ReadonlySet<number>;
}

/** These concern the whole answer. */
const OF_ALL: ReadonlySet<ProblemCode> = new Set([
  'unread_line',
  'no_text',
  'text_and_edits',
  'block_edited_twice',
  'own_sentence_missing',
  'unknown_own_sentence',
  'invented',
  'none_cited',
]);
/** An edit named a block of the page that is another one, or none. */
const OF_BLOCK_NAMES: ReadonlySet<ProblemCode> = new Set(['unknown_block', 'other_block']);
/** A block has a statement if it has so much of its words. */
const MIN_SHARE = 0.5;
const UNITS_FOR_A_SENTENCE = 3;
const MAX_MARKS_IN_A_ROW = 3;
/** The source that is being ingested is number 1. */
const NEW_SOURCE = '1.';
const MANY_MARKS = new RegExp(`(?:\\{\\d+\\.\\d+[!?]?\\}\\s*){${MAX_MARKS_IN_A_ROW + 1},}`);

/**
 * @param all the units of the source
 * @returns `null` if a problem concerns the whole answer, or what it is about is not found
 */
export function repairScope(
  { planned, written, change }: Pick<WrittenPage, 'planned' | 'written' | 'change'>,
  problems: readonly PageProblem[],
  all: readonly Unit[],
): RepairScope | null {
  if (problems.length === 0 || problems.some(({ code }) => OF_ALL.has(code))) return null;
  const blocks = answerBlocks(written);
  const answer = new Set<number>();
  const keys = new Set<string>();
  const units = new Set<number>();
  const untold = new Set<number>();
  for (const problem of problems) {
    const found = blocksOf(problem, blocks);
    if (found === null) return null;
    for (const at of found) answer.add(at + 1);
    if (problem.code === 'planned_uncited') {
      if (blocks.length === 0) return null;
      for (const number of problem.place?.units ?? []) untold.add(number);
    }
    for (const key of problem.place?.keys ?? []) keys.add(key);
    const near = problem.code === 'no_mark' ? closestUnits(problem, planned, all) : [];
    for (const number of [...(problem.place?.units ?? []), ...near]) units.add(number);
  }
  for (const at of blocksNear([...untold], blocks)) answer.add(at + 1);
  for (const at of answer)
    for (const mark of marksOf(blocks[at - 1] ?? '')) if (mark.startsWith(NEW_SOURCE)) units.add(Number(mark.slice(2)));
  const isOutlined = problems.some(({ code }) => OF_BLOCK_NAMES.has(code));
  const isEdited = change !== null && written.markdown.trim() === '';
  if (isEdited && untold.size > 0 && !isOutlined) {
    const told = [...untold].flatMap((number) => all[number - 1] ?? []);
    return { answer, blocks: selectChunks(change.view, told, 'edit', keys), units };
  }
  return { answer, blocks: change === null ? '' : pageBlocks(change.view, keys, isOutlined), units };
}

/** Of one unit, the block that cites the last one before it and the block that cites the next one. */
const MAX_NEAR_BLOCKS = 6;

/** Where units belong that no block cites: the blocks that cite the ones next to them, and the headings of these. */
function blocksNear(units: readonly number[], blocks: readonly string[]): readonly number[] {
  const cited = blocks.flatMap((block, at) =>
    marksOf(block).flatMap((mark) => (mark.startsWith(NEW_SOURCE) ? [{ at, number: Number(mark.slice(2)) }] : [])),
  );
  const near = units.flatMap((unit) => {
    const before = cited.filter(({ number }) => number < unit).sort((a, b) => b.number - a.number);
    const after = cited.filter(({ number }) => number > unit).sort((a, b) => a.number - b.number);
    return [before[0], after[0]].flatMap((each) =>
      each === undefined ? [] : [{ ...each, gap: Math.abs(each.number - unit) }],
    );
  });
  const chosen = new Set(near.sort((a, b) => a.gap - b.gap).map(({ at }) => at));
  return [...chosen].slice(0, MAX_NEAR_BLOCKS).flatMap((at) => {
    const heading = blocks.findLastIndex((block, index) => index < at && block.startsWith('#'));
    return heading < 0 ? [at] : [heading, at];
  });
}

/** More blocks with one problem are not named. */
const MAX_NAMED = 6;

/**
 * What is wrong with a page, one line for each place that has to change: `d3.2: …`, as the repair is shown it, with all that is wrong there.
 */
export function problemLines(
  page: Pick<WrittenPage, 'written' | 'change'>,
  problems: readonly PageProblem[],
): readonly string[] {
  const blocks = answerBlocks(page.written);
  const lines = new Map<string, string[]>();
  for (const problem of problems) {
    const places = [...answerPlaces(problem, blocks), ...pagePlaces(problem, page)].slice(0, MAX_NAMED).join(', ');
    const own = lines.get(places);
    if (own === undefined) lines.set(places, [problem.text]);
    else if (!own.includes(problem.text)) own.push(problem.text);
  }
  return [...lines].map(([places, texts]) => `${places === '' ? '' : `${places}: `}${texts.join(' ')}`);
}

function answerPlaces(problem: PageProblem, blocks: readonly string[]): readonly string[] {
  if (OF_ALL.has(problem.code)) return [];
  return (blocksOf(problem, blocks) ?? []).map((at) => {
    const rows = (blocks[at] ?? '').split('\n');
    const row =
      rows.length < 3 || problem.place?.statements === undefined
        ? -1
        : closestBlock(problem.place.statements[0] ?? '', rows);
    const id = /^\|[\s:|-]+$/.test((rows[1] ?? '').trim()) && row > 1 ? `.${row - 1}` : '';
    return `d${at + 1}${id}`;
  });
}

function pagePlaces({ place }: PageProblem, { change }: Pick<WrittenPage, 'change'>): readonly string[] {
  if (change === null || place?.keys === undefined) return [];
  const { chunks, ledger } = change.view;
  const starts = ledger.claims.filter(({ key }) => place.keys?.includes(key) === true).map(({ start }) => start);
  return starts.flatMap((at) => {
    const chunk = chunks.find(({ start, end }) => at >= start && at < end);
    return (chunk?.rows.find(({ start, end }) => at >= start && at < end) ?? chunk)?.id ?? [];
  });
}

/** A sentence without a mark rests on one of these, if on any. */
function closestUnits({ place }: PageProblem, planned: PlannedPage, all: readonly Unit[]): readonly number[] {
  const words = new Set((place?.statements ?? []).flatMap((text) => contentWords(plainWords(text))));
  const ranked = planned.units
    .map((number) => ({
      number,
      shared: contentWords(all[number - 1]?.text ?? '').filter((word) => words.has(word)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.number - b.number);
  return ranked.slice(0, UNITS_FOR_A_SENTENCE).map(({ number }) => number);
}

/** @returns places in the answer; `null` if the problem names statements and the answer has none of them */
function blocksOf({ code, place = {} }: PageProblem, blocks: readonly string[]): readonly number[] | null {
  const { statements = [], keys = [] } = place;
  if (code === 'no_first_paragraph') return blocks.length === 0 ? null : [0];
  if (code === 'too_many_marks')
    return blocks.flatMap((block, at) => (MANY_MARKS.test(block.replace(/ /g, '')) ? [at] : []));
  if (code === 'unknown_unit')
    return blocks.flatMap((block, at) => (statements.some((each) => block.includes(each)) ? [at] : []));
  const found = statements.map((text) => closestBlock(text, blocks));
  const isMissing = keys.length === 0 && found.includes(-1);
  return isMissing ? null : found.filter((at) => at >= 0);
}

/** The block that has most of the words of a statement; -1 if none has half of them. */
function closestBlock(statement: string, blocks: readonly string[]): number {
  const words = new Set(contentWords(plainWords(statement)));
  const shares = blocks.map((block) => {
    const own = new Set(contentWords(plainWords(block)));
    return [...words].filter((word) => own.has(word)).length / Math.max(1, words.size);
  });
  const best = Math.max(0, ...shares);
  return best < MIN_SHARE ? -1 : shares.indexOf(best);
}

const plainWords = (text: string): string =>
  text.replace(/\{[^{}]*\}|\[\^[^\]]*\]/g, ' ').replace(/\[\[(?:[^\]|\n]*\\?\|)?([^\]\n]*)\]\]/g, '$1');

function pageBlocks({ chunks, ledger }: PageView, keys: ReadonlySet<string>, isOutlined: boolean): string {
  const places = ledger.claims.filter(({ key }) => keys.has(key)).map(({ start }) => start);
  return chunks
    .flatMap(({ id, start, end, shown }) => {
      // The rows of a long table have their numbers already.
      const numbered = shown.includes(`[${id}.1]`) ? shown : withRowNumbers(shown, id);
      if (places.some((place) => place >= start && place < end)) return [`[${id}] ${numbered}`];
      return isOutlined ? [`[${id}] ${beginning(shown)}`] : [];
    })
    .join('\n\n');
}
