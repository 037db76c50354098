/** One line of prose with the headings above it. */
export interface ProseLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** The headings above it, outermost first, lower case, joined by ` / `. */
  readonly headingPath: string;
  /** In a fenced code block, so an example. */
  readonly code: boolean;
}

/** The term that a list item, a table row or a heading is about. */
export interface LeadingTerm {
  readonly line: ProseLine;
  readonly word: string;
  /** Marked as a name by `code`, **bold** or a colon behind it. */
  readonly marked: boolean;
}

/** A longer line is data, not prose. */
const MAX_LINE = 2000;

/** The lines of a markdown text with their headings, without HTML comments. */
export function proseLines(text: string): readonly ProseLine[] {
  const lines: ProseLine[] = [];
  const headings: (string | undefined)[] = [];
  let fence: string | null = null;
  let comment = false;
  text.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const line = raw.slice(0, MAX_LINE);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && comment) {
      comment = !line.includes('-->');
      return;
    }
    if (mark !== undefined && (fence === null || (mark.startsWith(fence) && line.trim() === mark))) {
      fence = fence === null ? mark : null;
      return;
    }
    if (fence === null && line.trimStart().startsWith('<!--')) {
      comment = !line.includes('-->');
      return;
    }
    const heading = fence === null ? /^ {0,3}(#{1,6})[ \t]+([^]*)$/.exec(line) : null;
    if (heading !== null) {
      headings.length = Math.min(headings.length, (heading[1] ?? '').length - 1);
      headings[(heading[1] ?? '').length - 1] = headingWords(heading[2] ?? '');
    }
    const trail = headings.filter((part) => part !== undefined).join(' / ');
    lines.push({ number: index + 1, text: line, headingPath: trail, code: fence !== null });
  });
  return lines;
}

/** The term that a list item, a table row or a heading is about; `null` for running text. */
export function leadingTermOf(line: ProseLine): LeadingTerm | null {
  const start = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|\||#{1,6}\s+)\s*(?:the\s+)?([^]*)$/i.exec(line.text);
  if (start === null || line.code) return null;
  const rest = start[1] ?? '';
  const marked = /^(?:\*\*|__)?`([^`]+)`|^(?:\*\*|__)([^*_`]+)(?:\*\*|__)|^([A-Za-z][\w-]*)\s*(?::|\||\(|—|–|-\s)/.exec(
    rest,
  );
  if (marked !== null) {
    const word = (marked[1] ?? marked[2] ?? marked[3] ?? '').trim().replace(/:$/, '');
    return { line, word, marked: true };
  }
  const bare = /^([A-Za-z][\w-]*)\s*$/.exec(rest)?.[1];
  return bare === undefined ? null : { line, word: bare, marked: false };
}

/** The inline code of a line. */
export function codeSpans(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').trim());
}

/** Whether `text` contains `word` as a whole word; a part of a hyphenated word does not count. */
export function containsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = at === 0 ? '' : (text[at - 1] ?? '');
    const after = text[at + word.length] ?? '';
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

/** Whether a line says what does not hold. Such a line proves nothing. */
export function isNegated(text: string): boolean {
  return /\b(?:not|never|no longer|don['’]t|isn['’]t|avoid|instead of|rather than|unlike|except|unless|formerly|used to)\b/i.test(
    text,
  );
}

/** Without the marks that may close a heading. A pattern for them would read a long run of blanks once for each blank. */
function headingWords(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t#'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).toLowerCase();
}
