import { type AccountedDrop } from './account';
import { type DraftSplice } from './page-draft';

/** A part of a replacement that is decided on by itself. */
export interface SplicePart {
  readonly splice: DraftSplice;
  readonly drops: readonly AccountedDrop[];
  /** `text` and `rest` belong together; a `drop` needs them. */
  readonly role: 'text' | 'rest' | 'drop';
}

/** What a drop takes from the page: the statement, with the space or line break before it. */
interface Removal {
  readonly start: number;
  readonly end: number;
  readonly drop: AccountedDrop;
}

/**
 * Splits the replacement of a block so that a statement that it drops waits for a person alone: the rest of the new text is applied
 * meanwhile, with the statement behind it.
 *
 * @param text the whole page before the change
 * @param drops the statements that stood in what is replaced
 * @returns one part where the two cannot be told apart
 */
export function separateDrops(
  text: string,
  splice: DraftSplice,
  drops: readonly AccountedDrop[],
): readonly SplicePart[] {
  const whole = [{ splice, drops, role: 'text' as const }];
  const kind = blockKind(text.slice(splice.start, splice.end));
  if (drops.length === 0 || kind === null || kind !== blockKind(splice.text)) return whole;
  const removals = drops.map((drop) => removalOf(text, splice, drop, kind));
  const [first] = removals;
  if (first === undefined || !removals.every((removal) => removal !== null) || first === null) return whole;
  const nothing = { text: '', marks: [], links: [], footnotes: [] };
  const parts: SplicePart[] = [{ splice: { ...splice, end: first.start }, drops: [], role: 'text' }];
  for (const [at, { start, end, drop }] of removals.entries()) {
    const next = removals[at + 1]?.start ?? splice.end;
    if (next < end) return whole;
    parts.push({ splice: { ...nothing, start, end }, drops: [drop], role: 'drop' });
    if (next > end) parts.push({ splice: { ...nothing, start: end, end: next }, drops: [], role: 'rest' });
  }
  return parts;
}

type BlockKind = 'paragraph' | 'list' | 'table';

/** The kind of a text that is one block; `null` for several, and for what cannot be taken apart. */
function blockKind(block: string): BlockKind | null {
  if (block.trim() === '' || /\n[ \t]*\r?\n/.test(block) || /^(?:[#>`~]|\{)/.test(block)) return null;
  if (block.startsWith('|')) return 'table';
  return /^(?:[-*+]|\d+[.)])\s/.test(block) ? 'list' : 'paragraph';
}

/** @returns `null` where the statement is not set off from what is before it */
function removalOf(text: string, splice: DraftSplice, drop: AccountedDrop, kind: BlockKind): Removal | null {
  if (kind === 'paragraph') {
    const space = /\s+$/.exec(text.slice(splice.start, drop.start))?.[0].length ?? 0;
    return space === 0 || drop.end > splice.end ? null : { start: drop.start - space, end: drop.end, drop };
  }
  const lineStart = text.lastIndexOf('\n', drop.start - 1) + 1;
  const next = text.indexOf('\n', drop.start);
  const lineEnd = Math.min(next === -1 ? text.length : next, splice.end);
  const isLine =
    /^(?:[-*+]\s+|\d+[.)]\s+|\|\s*)?$/.test(text.slice(lineStart, drop.start)) &&
    /^[\s|]*$/.test(text.slice(drop.end, lineEnd));
  const start = text.startsWith('\r\n', lineStart - 2) ? lineStart - 2 : lineStart - 1;
  return isLine && start > splice.start ? { start, end: lineEnd, drop } : null;
}
