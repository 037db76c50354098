import { wordKey } from '../../wiki';
import { type RawEdit, type RawWrittenPage } from './answer-schemas';
import { withLabels, withoutItemMark } from './draft-lines';
import { splitBlocks } from './blocks';

/**
 * A repair sees what was answered before, so that it changes that and does not write the page a second time.
 *
 * @param whole numbers of the blocks that are shown whole, and of the others their first words; without it all are
 */
export function showAnswer({ markdown, edits }: RawWrittenPage, whole?: ReadonlySet<number>): string {
  if (markdown.trim() !== '') return numbered(splitBlocks(markdown), 1, whole);
  let next = 1;
  return edits
    .map(({ block, starts, do: what, markdown: text }) => {
      const blocks = splitBlocks(text);
      const shown = numbered(blocks, next, whole);
      next += blocks.length;
      return `${what} ${block} (${starts}):\n${shown}`;
    })
    .join('\n\n');
}

const numbered = (blocks: readonly string[], first: number, whole?: ReadonlySet<number>): string =>
  blocks
    .map((block, at) => {
      const isWhole = whole?.has(first + at) ?? true;
      return `[d${first + at}] ${isWhole ? withRowNumbers(block, `d${first + at}`) : beginning(block)}`;
    })
    .join(whole === undefined ? '\n\n' : '\n');

/** Where the rows of a table begin, below its head and rule; `null` for anything else. */
function firstRow(block: string): number | null {
  const [first = '', rule = ''] = block.split('\n');
  if (!first.startsWith('|')) return null;
  return /^\|[\s:|-]+$/.test(rule.trim()) ? 2 : 0;
}

/** A table with the numbers of its rows, such as `[d3.2]`, so that a repair names one and need not write all of it. */
export function withRowNumbers(block: string, id: string): string {
  const from = firstRow(block);
  if (from === null) return block;
  const lines = block.split('\n');
  return lines.map((line, at) => (at < from ? line : `[${id}.${at - from + 1}] ${line}`)).join('\n');
}

const BEGINNING_WORDS = 5;

/** The first words of a block of which the rest is not shown. */
export function beginning(block: string): string {
  const words = block.split('\n')[0]?.split(' ') ?? [];
  const first = words.slice(0, BEGINNING_WORDS).join(' ');
  return first.length >= block.length ? block : `${first} …`;
}

/**
 * A repair put into what was answered before: its edits of the blocks that {@link showAnswer} numbered, or else its own text.
 *
 * @param whole as for {@link showAnswer}: of a block that was not shown whole, no words may go
 */
export function mergeRepair(
  before: RawWrittenPage | undefined,
  answered: RawWrittenPage,
  whole?: ReadonlySet<number>,
): RawWrittenPage {
  if (before === undefined) return answered;
  const refused = new Set(refusedEdits(before, answered, whole).map(({ edit }) => edit));
  const repair = { ...answered, edits: answered.edits.filter((edit) => !refused.has(edit)) };
  const isOfDraft = repair.markdown.trim() === '' && before.markdown.trim() !== '';
  return {
    ...repair,
    markdown: isOfDraft ? editedBlocks(splitBlocks(before.markdown), repair.edits, 1) : repair.markdown,
    edits: isOfDraft ? [] : [...mergedEdits(repair.markdown.trim() === '' ? before.edits : [], repair.edits)],
    aliases: [...new Set([...before.aliases, ...repair.aliases])],
    left: [...before.left, ...repair.left],
    dropped: [
      ...before.dropped.filter(({ mark }) => !repair.dropped.some((each) => each.mark === mark)),
      ...repair.dropped,
    ],
    conflicts: repair.conflicts.length === 0 ? before.conflicts : repair.conflicts,
    confidence: repair.confidence ?? before.confidence,
  };
}

/** The edits of a repair that would take words away which it was not shown, each with the block that it names. */
export function refusedEdits(
  before: RawWrittenPage,
  { edits }: RawWrittenPage,
  whole?: ReadonlySet<number>,
): readonly { readonly edit: RawEdit; readonly block: string }[] {
  if (whole === undefined) return [];
  const blocks = answerBlocks(before);
  return edits.flatMap((edit) => {
    const number = draftNumber(edit.block);
    const block = blocks[(number ?? 0) - 1];
    if (number === null || block === undefined || whole.has(number) || !isInstead(edit)) return [];
    return beginning(block) === block ? [] : [{ edit, block }];
  });
}

/** The blocks of an answer in the order of their numbers. */
export function answerBlocks({ markdown, edits }: RawWrittenPage): readonly string[] {
  return markdown.trim() === '' ? edits.flatMap((edit) => splitBlocks(edit.markdown)) : splitBlocks(markdown);
}

/** Edits of a page with the blocks of their texts edited. An edit of a block of the page replaces the one given before of that block. */
function mergedEdits(before: readonly RawEdit[], repair: readonly RawEdit[]): readonly RawEdit[] {
  if (repair.length === 0) return before;
  const ofDraft = repair.filter(({ block }) => draftNumber(block) !== null);
  if (before.length === 0) return repair;
  const ofPage = repair.filter((edit) => !ofDraft.includes(edit));
  const isSame = (a: RawEdit, b: RawEdit): boolean =>
    bare(a.block) === bare(b.block) && (a.do === b.do || (isInstead(a) && isInstead(b)));
  let next = 1;
  const kept = before.flatMap((edit) => {
    const blocks = splitBlocks(edit.markdown);
    const markdown = editedBlocks(blocks, ofDraft, next);
    next += blocks.length;
    const isGone = ofPage.some((each) => isSame(each, edit)) || (markdown === '' && edit.do !== 'delete');
    return isGone ? [] : [{ ...edit, markdown }];
  });
  return [...kept, ...ofPage];
}

const bare = (block: string): string => block.replace(/[[\]{}\s]/g, '');
/** Of one block only one such edit can be made. */
const isInstead = ({ do: what }: RawEdit): boolean => what === 'replace' || what === 'delete';

/** The block of the answer that an edit names: `d7`, or `d7.2` for a row of it. */
function draftPlace(block: string): { readonly number: number; readonly row: number | null } | null {
  const [found, number, row] = /^\[?d(\d{1,4})(?:\.(\d{1,4}))?\]?$/.exec(block.trim()) ?? [];
  return found === undefined ? null : { number: Number(number), row: row === undefined ? null : Number(row) };
}

const draftNumber = (block: string): number | null => draftPlace(block)?.number ?? null;

/**
 * An edit of another block than it thinks is left out. Its error then stays, and is reported.
 *
 * @param first the number of the first block
 */
function editedBlocks(draft: readonly string[], edits: readonly RawEdit[], first: number): string {
  // A table as its lines, so that the numbers of its rows stay while rows are added.
  const blocks = draft.map((block) => (firstRow(block) === null ? [block] : block.split('\n')));
  for (const { block, starts, do: what, markdown: text } of edits) {
    const isAtEnd = what === 'append' && block.trim() === '';
    const place = draftPlace(block);
    const at = isAtEnd ? blocks.length - 1 : (place?.number ?? 0) - first;
    const lines = blocks[at];
    if (lines === undefined) continue;
    const row = place?.row ?? null;
    const line = row === null ? null : row - 1 + (firstRow(draft[at] ?? '') ?? 0);
    const current = line === null ? lines.join('\n') : lines[line];
    if (current === undefined || !startsWith(current, starts)) continue;
    const edited = editedBlock(current, what, text.trim());
    blocks[at] = line === null ? [edited] : lines.map((each, nth) => (nth === line ? edited : each));
  }
  const texts = blocks.map((lines) => lines.filter((line) => line !== '').join('\n'));
  return texts.filter((block) => block !== '').join('\n\n');
}

function editedBlock(block: string, what: RawEdit['do'], text: string): string {
  switch (what) {
    case 'replace':
      return text;
    case 'insert_after':
    case 'append':
      return `${block}${gapOf(block, text)}${text}`;
    case 'insert_before':
      return `${text}${gapOf(text, block)}${block}`;
    case 'delete':
      return '';
  }
}

/** Rows continue a table. */
function gapOf(above: string, below: string): string {
  return above.startsWith('|') && below.startsWith('|') ? '\n' : '\n\n';
}

function startsWith(block: string, starts: string): boolean {
  const first = (text: string): string =>
    wordKey(text.replace(/\{[^{}]*\}/g, '').slice(0, 300))
      .split(' ')
      .slice(0, 2)
      .join(' ');
  const ways = (text: string): readonly string[] =>
    [text, withoutItemMark(text)].flatMap((each) => [each, withLabels(each)]).map(first);
  const wanted = ways(starts);
  return ways(block).some((words) => wanted.some((each) => words.startsWith(each)));
}
