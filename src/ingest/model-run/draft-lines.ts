/** In a table the bar of a link is escaped, or it would end the cell. */
export function withTableLinks(text: string): string {
  const lines = codeLines(text).map(({ line, isCode }) =>
    isCode || !/^\s*\|/.test(line) ? line : line.replace(/\[\[([^[\]|\\]+)\|([^[\]]*)\]\]/g, '[[$1\\|$2]]'),
  );
  return lines.join('\n');
}

/** Letters of scripts that put spaces between words. */
const LETTERS = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{M}]';
const LINK_WITHIN_WORD = new RegExp(`(${LETTERS}*)\\[\\[([^[\\]|\\n]+)(?:\\|([^[\\]|\\n]+))?\\]\\](${LETTERS}*)`, 'gu');

/** A link has whole words: `[[tower|light]]s` becomes `[[tower|lights]]`. */
export function withWholeWords(text: string): string {
  const whole = (part: string): string =>
    part.replace(LINK_WITHIN_WORD, (link, before: string, target: string, label: string | undefined, after: string) =>
      before === '' && after === '' ? link : `[[${target.replace(/\\$/, '')}|${before}${label ?? target}${after}]]`,
    );
  return codeLines(text)
    .map(({ line, isCode }) =>
      isCode
        ? line
        : line
            .split(/(`[^`]+`)/)
            .map((part, at) => (at % 2 === 0 ? whole(part) : part))
            .join(''),
    )
    .join('\n');
}

/** Whether a line leads to what follows it. */
export const leadsOn = (text: string): boolean => /[:：]$/.test(text.trim());

/** A link as a reader sees it. Models name a block by these words, and by those of the Markdown. */
export function withLabels(text: string): string {
  return text.replace(/\[\[(?:[^[\]|\n]*\|)?([^[\]|\n]*)\]\]/g, '$1');
}

/** A list item as a reader sees it. Models name it with its bullet or number, or without. */
export function withoutItemMark(text: string): string {
  return text.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/, '');
}

export function wholeLines(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const next = text.indexOf('\n', end);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: next === -1 ? text.length : next + 1 };
}

/** Removes items without words, and headings with nothing below them. Code stays as it is. */
export function withoutEmptyBlocks(text: string): string {
  const kept: string[] = [];
  let hasText = false;
  let levelBelow = 0;
  for (const { line, isCode } of codeLines(text).reverse()) {
    if (!isCode && /^\s*(?:[-*+]|\d{1,9}[.)])\s*$/.test(line)) continue;
    const level = isCode ? 0 : (/^(#{1,6}) /.exec(line)?.[1]?.length ?? 0);
    if (level === 0) hasText ||= line.trim() !== '';
    else if (!hasText && levelBelow <= level) continue;
    else {
      hasText = false;
      levelBelow = level;
    }
    kept.push(line);
  }
  return kept.reverse().join('\n').trim();
}

/** The lines of a text, and whether each is in a block of code. */
export function codeLines(text: string): { readonly line: string; readonly isCode: boolean }[] {
  let fence: string | null = null;
  return text.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    const isCode = fence !== null || mark !== undefined;
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
    return { line, isCode };
  });
}
