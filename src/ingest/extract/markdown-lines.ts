/** A line without its quote marks, however deep. */
export function unquote(line: string): { body: string; quoted: boolean } {
  let at = 0;
  let quoted = false;
  for (;;) {
    const match = /^ {0,3}>[ \t]?/u.exec(line.slice(at, at + 6));
    if (!match) return { body: at === 0 ? line : line.slice(at), quoted };
    quoted = true;
    at += match[0].length;
  }
}

/** Whether a line is the `|---|:-:|` under a table's header. */
export function isDelimiterRow(line: string): boolean {
  return line.length < 10_000 && cellsOf(line).every((cell) => /^:?-+:?$/u.test(cell)) && line.trim() !== '';
}

/** The cells of a table row; `\|` and a bar inside a code span do not part them. */
export function cellsOf(line: string): string[] {
  const trimmed = line.trim();
  const cells: string[] = [];
  let cell = '';
  let inCode = false;
  for (let i = trimmed.startsWith('|') ? 1 : 0; i < trimmed.length; i += 1) {
    const char = trimmed[i] ?? '';
    if (char === '\\' && trimmed[i + 1] === '|') {
      cell += '|';
      i += 1;
    } else if (char === '|' && !inCode) {
      cells.push(cell.trim());
      cell = '';
    } else {
      if (char === '`') inCode = !inCode;
      cell += char;
    }
  }
  if (cell.trim() !== '' || !trimmed.endsWith('|')) cells.push(cell.trim());
  return cells;
}
