import { marksOfCode } from './page-view';

/** Splits Markdown at blank lines and headings outside code. The marks below a block of code belong to it. */
export function splitBlocks(markdown: string): readonly string[] {
  const blocks: string[] = [];
  let fence: string | null = null;
  let open: string[] = [];
  const close = (): void => {
    const block = open.join('\n');
    const above = blocks.at(-1) ?? '';
    if (marksOfCode(above, block)) blocks[blocks.length - 1] = `${above}\n\n${block}`;
    else if (block !== '') blocks.push(block);
    open = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
    } else if (mark !== undefined) fence = mark;
    const isHeading = fence === null && /^#{1,6} /.test(line);
    if (isHeading) close();
    if (fence === null && line.trim() === '') close();
    else open.push(line);
    if (isHeading) close();
  }
  close();
  return blocks;
}
