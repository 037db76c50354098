import { wordKey } from '../../wiki';
import { type RawEdit, type RawWrittenPage } from './answer-schemas';
import { withLabels } from './draft-lines';
import { splitBlocks } from './blocks';

/** A repair sees what was answered before, so that it changes that and does not write the page a second time. */
export function showAnswer({ markdown, edits }: RawWrittenPage): string {
  if (markdown.trim() !== '') return blocksOf(markdown).join('\n\n');
  return edits
    .map(({ block, starts, do: what, markdown: text }) => `${what} ${block} (${starts}):\n${text}`)
    .join('\n\n');
}

const blocksOf = (markdown: string): readonly string[] =>
  splitBlocks(markdown).map((block, at) => `[d${at + 1}] ${block}`);

/** A repair put into what was answered before: its edits of the blocks that {@link showAnswer} numbered, or else its own text. */
export function mergeRepair(before: RawWrittenPage | undefined, repair: RawWrittenPage): RawWrittenPage {
  if (before === undefined) return repair;
  const isOfDraft = repair.markdown.trim() === '' && before.markdown.trim() !== '';
  const isUnchanged = repair.markdown.trim() === '' && repair.edits.length === 0;
  return {
    ...repair,
    markdown: isOfDraft ? editedDraft(before.markdown, repair.edits) : repair.markdown,
    edits: isUnchanged ? before.edits : repair.edits.filter(() => !isOfDraft),
    aliases: [...new Set([...before.aliases, ...repair.aliases])],
    dropped: [
      ...before.dropped.filter(({ mark }) => !repair.dropped.some((each) => each.mark === mark)),
      ...repair.dropped,
    ],
    conflicts: repair.conflicts.length === 0 ? before.conflicts : repair.conflicts,
    confidence: repair.confidence ?? before.confidence,
  };
}

/** An edit of another block than it thinks is left out. Its error then stays, and is reported. */
function editedDraft(markdown: string, edits: readonly RawEdit[]): string {
  const blocks: string[] = [...splitBlocks(markdown)];
  for (const { block, starts, do: what, markdown: text } of edits) {
    const isAtEnd = what === 'append' && block.trim() === '';
    const at = isAtEnd ? blocks.length - 1 : Number(/^\[?d(\d{1,4})\]?$/.exec(block.trim())?.[1] ?? 0) - 1;
    const current = blocks[at];
    if (current === undefined || !startsWith(current, starts)) continue;
    blocks[at] = editedBlock(current, what, text.trim());
  }
  return blocks.filter((block) => block !== '').join('\n\n');
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
  return [block, withLabels(block)].some(
    (text) => first(text).startsWith(first(withLabels(starts))) || first(text).startsWith(first(starts)),
  );
}
