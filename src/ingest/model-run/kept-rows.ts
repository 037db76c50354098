import { type PageView } from './page-view';

const KEPT_ROW = /^[ \t]*\|?[ \t]*\{(b\d{1,5}\.\d{1,4})\}[ \t]*\|?[ \t]*$/;

/** A model's text with the rows of the page in place of the lines that keep them, such as `{b10.1}`, and with their head where no table stands above. */
export function withKeptRows(markdown: string, { chunks }: Pick<PageView, 'chunks'>): string {
  const lines: string[] = [];
  for (const line of markdown.split('\n')) {
    const id = KEPT_ROW.exec(line)?.[1];
    const table = id === undefined ? undefined : chunks.find(({ rows }) => rows.some((row) => row.id === id));
    const row = table?.rows.find((each) => each.id === id);
    if (table === undefined || row === undefined) {
      lines.push(line);
      continue;
    }
    const isBelowTable = lines.at(-1)?.trimStart().startsWith('|') === true;
    lines.push(...(isBelowTable ? [] : table.shown.split('\n').slice(0, 2)), row.shown);
  }
  return lines.join('\n');
}
