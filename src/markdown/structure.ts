import { readBlocks } from './block-reader';
import { type Block, sourceOf } from './blocks';
import { cellRanges } from './tables';
import { type Definitions } from './definitions';
import { bodyStartOf } from './frontmatter';
import { codeText, inlineText, plainText, withoutBlockId } from './plain-text';
import { scanText } from './scan';
import { type TextStructure } from './types';
import { wordsOf } from './words';

/** The elements of a text without its frontmatter; see {@link TextStructure}. */
export function structureOf(text: string): TextStructure {
  const bodyStart = bodyStartOf(text);
  const { blocks, definitions } = readBlocks(text, bodyStart);
  const headings: string[] = [];
  const quotes: string[] = [];
  const code: string[] = [];
  const tables: string[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      headings.push(
        `${'#'.repeat(block.level)} ${inlineText(withoutBlockId(sourceOf(text, block)), definitions)}`.trim(),
      );
    } else if (block.kind === 'code') {
      code.push(codeText(text, block));
    } else if (block.kind === 'row' && !block.isDelimiterRow) {
      for (const cell of cells(text, block, definitions)) tables.push(cell);
    }
    if (block.quotes > 0) for (const line of quoteLines(text, block)) quotes.push(line);
  }
  const links = scanText(text, bodyStart).links.map(
    ({ embed, target, fragment }) => `${embed ? '!' : ''}${target}${fragment === null ? '' : `#${fragment}`}`,
  );
  const words = wordsOf(plainText(text.slice(bodyStart))).map((word) => word.toLowerCase());
  return { headings, links, quotes, code, tables, footnotes: footnotesOf(text, blocks), words };
}

function cells(text: string, block: Block, definitions: Definitions): string[] {
  const source = sourceOf(text, block);
  return cellRanges(source)
    .map(([from, to]) => inlineText(source.slice(from, to), definitions))
    .filter((cell) => cell !== '');
}

function quoteLines(text: string, { lines }: Block): string[] {
  const found: string[] = [];
  for (let i = 0; i < lines.length; i += 2) {
    const line = text.slice(lines[i], lines[i + 1]).trim();
    if (line !== '') found.push(line);
  }
  return found;
}

/** References and definitions of footnotes outside code. The marker of a definition is right before its content. */
function footnotesOf(text: string, blocks: readonly Block[]): string[] {
  const found: string[] = [];
  for (const block of blocks) {
    if (block.kind === 'code' || block.kind === 'html' || block.kind === 'hidden') continue;
    const lineStart = text.lastIndexOf('\n', (block.lines[0] ?? 0) - 1) + 1;
    const definition = /\[\^[^\s[\]]+\]:/.exec(text.slice(lineStart, block.lines[0]));
    if (definition !== null) found.push(definition[0]);
    for (const match of sourceOf(text, block).matchAll(/\[\^[^\s[\]]+\]/g)) found.push(match[0]);
  }
  return found;
}
