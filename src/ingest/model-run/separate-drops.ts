import { type AccountedDrop } from './account';
import { type DraftSplice } from './draft-splice';

/** A part of a replacement that is decided on by itself. */
export interface SplicePart {
  readonly splice: DraftSplice;
  readonly drops: readonly AccountedDrop[];
  /** `text` and `rest` belong together; a `drop` needs them. */
  readonly role: 'text' | 'rest' | 'drop';
}

/** What a drop takes from the page: the statement, with the space or line break before it; of the first one, behind it. */
interface Removal {
  readonly start: number;
  readonly end: number;
  readonly drop: AccountedDrop;
}

/**
 * Splits the replacement of a block so that a statement that it drops waits for a person alone: the rest of the new text is applied
 * meanwhile, with the statement beside it.
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
  if (drops.length === 0 || splice.text.trim() === '') return whole;
  const removals = drops.flatMap((drop) => removalOf(text, splice, drop) ?? []);
  if (removals.length < drops.length) return whole;
  const parts: SplicePart[] = [];
  let at = splice.start;
  const keep = (end: number): void => {
    const isFirst = parts.every(({ role }) => role === 'drop');
    if (end > at && isFirst) parts.push({ splice: { ...splice, start: at, end }, drops: [], role: 'text' });
    else if (end > at) parts.push({ splice: { ...NOTHING, start: at, end }, drops: [], role: 'rest' });
    at = end;
  };
  for (const { start, end, drop } of removals) {
    if (start < at) return whole;
    keep(start);
    parts.push({ splice: { ...NOTHING, start, end }, drops: [drop], role: 'drop' });
    at = end;
  }
  keep(splice.end);
  return parts.some(({ role }) => role === 'text') ? parts : whole;
}

const NOTHING = { text: '', marks: [], links: [], footnotes: [] };

type BlockKind = 'paragraph' | 'list' | 'table' | 'other';

function kindOf(line: string): BlockKind {
  if (line.startsWith('|')) return 'table';
  if (/^(?:[-*+]|\d+[.)])\s/.test(line)) return 'list';
  return /^(?:[#>`~]|\[\^)/.test(line) || line.trim() === '' ? 'other' : 'paragraph';
}

/** @returns `null` where the statement could not stay without spoiling what is beside it */
function removalOf(text: string, splice: DraftSplice, drop: AccountedDrop): Removal | null {
  const lineStart = Math.max(splice.start, text.lastIndexOf('\n', drop.start - 1) + 1);
  const next = text.indexOf('\n', drop.start);
  const lineEnd = Math.min(next === -1 ? text.length : next, splice.end);
  const kind = kindOf(text.slice(lineStart, lineEnd));
  const isLine =
    /^(?:[-*+]\s+|\d+[.)]\s+|\|\s*)?$/.test(text.slice(lineStart, drop.start)) &&
    /^[\s|]*$/.test(text.slice(drop.end, lineEnd));
  if (kind === 'other' || (kind !== 'paragraph' && !isLine) || drop.end > splice.end) return null;
  const [from, to] = kind === 'paragraph' ? [drop.start, drop.end] : [lineStart, lineEnd];
  const blocks = splice.text.trim().split(/\n[ \t]*\r?\n/);
  const before = /\s*$/.exec(text.slice(splice.start, from))?.[0] ?? '';
  if (before !== '') {
    const fits = isGap(before) || kind === kindOf(blocks.at(-1) ?? '');
    return fits ? { start: from - before.length, end: to, drop } : null;
  }
  const behind = /^\s*/.exec(text.slice(to, splice.end))?.[0] ?? '';
  const fits = isGap(behind) || kind === kindOf(blocks[0] ?? '');
  return from === splice.start && behind !== '' && fits ? { start: from, end: to + behind.length, drop } : null;
}

/** Whether a space separates blocks. */
const isGap = (space: string): boolean => /\n[ \t]*\r?\n/.test(space);
