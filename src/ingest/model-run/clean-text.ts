import { applySplices, scanText } from '../../markdown';
import { stripInvisible } from '../../model';
import { findQuotes } from '../extractive/quote';

/** What a model's text may link to, cite and quote on one page. */
export interface TextRules {
  /** The slug for a link's target; `null` if it is neither an existing page nor a new one. */
  slugOf(target: string): string | null;
  /** Ids of sources that the text may cite. */
  readonly citable: ReadonlySet<string>;
  /** Whether a quotation is in the source. */
  isQuote(text: string): boolean;
}

export interface CleanText {
  readonly text: string;
  /** Slugs that the text links to. */
  readonly links: readonly string[];
}

const MAX_TEXT_LENGTH = 8000;

/**
 * Makes a model's text safe for a page. It can contain no frontmatter, title, HTML, embed, web address, comment, callout,
 * footnote, query or code that an Obsidian plugin runs, no citation of another source, and only links to existing or new
 * pages.
 */
export function cleanText(raw: string, rules: TextRules): CleanText {
  const lines = cleanBlocks(stripInvisible(raw.slice(0, MAX_TEXT_LENGTH)).text.trim());
  const links: string[] = [];
  // Comments and HTML can hide links, so escape them first.
  const open = mapOutsideCode(neutraliseCode(lines), escapeHtmlAndComments);
  const linked = rewriteLinks(open, rules, links);
  const escaped = mapOutsideCode(linked, (text) => escapeActiveSyntax(text, rules.citable));
  const text = removeFalseQuotes(hasForbiddenLinks(escaped, rules) ? escaped.replace(/[[\]]/g, '') : escaped, rules)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text, links: [...new Set(links)] };
}

/** One line without markup: a heading, a title, an alias. */
export function cleanLine(raw: string, length: number): string {
  return stripInvisible(raw.slice(0, length * 4))
    .text.replace(/[[\]{}|#^\\`<>*%=~$]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length)
    .trim();
}

/** Whether a text can be a name: short and not a sentence. */
export function isName(text: string): boolean {
  return text.length > 1 && text.length <= 80 && text.split(' ').length <= 8 && !/[.!?。！？]$/.test(text);
}

const FENCE_LINE = /^\s*(?:`{3,}|~{3,})/;

/** Removes rulers that could be frontmatter or underline a title, level-1 headings, quotes and names of languages. */
function cleanBlocks(text: string): string {
  let fence: string | null = null;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const mark = FENCE_LINE.exec(line)?.[0].trim() ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) {
        lines.push(fence);
        fence = null;
      } else {
        // Inside a fence, replace what looks like another fence.
        lines.push(mark === null ? line : line.replace(/[`~]/g, "'"));
      }
    } else if (mark !== null) {
      fence = mark;
      // Without the name of a language, no plugin runs the code.
      lines.push(mark);
    } else if (!/^\s*(?:-{3,}|\+{3,}|={2,}|_{3,}|\*{3,}|(?:- ){2,}-?)\s*$/.test(line)) {
      lines.push(
        line
          .replace(/^(?: {4,}|\t+)(?=#)/, '')
          .replace(/^((?:\s*(?:[-*+]|\d{1,9}[.)])\s+)*\s*)#(?=\s|$)/, '$1##')
          .replace(/^ {0,3}(?:>\s?)+/, '')
          .replace(/^ {0,3}\[([^\]\n]{1,200})\]:/, '\\[$1\\]:'),
      );
    }
  }
  if (fence !== null) lines.push(fence);
  return lines.join('\n');
}

/** Whether any link is still external, embedded or broken. */
function hasForbiddenLinks(text: string, rules: TextRules): boolean {
  return scanText(text, 0).links.some((link) => link.external || link.embed || rules.slugOf(link.target) === null);
}

function rewriteLinks(text: string, rules: TextRules, links: string[]): string {
  const found = scanText(text, 0).links.filter(
    (link, index, all) => index === 0 || link.start >= (all[index - 1]?.end ?? 0),
  );
  return applySplices(
    text,
    found.map((link) => {
      const shown = cleanLine(link.text ?? link.target.replace(/^.*\//, ''), 160);
      const slug = link.external || link.embed ? null : rules.slugOf(link.target);
      if (slug === null) return { start: link.start, end: link.end, text: shown };
      links.push(slug);
      return {
        start: link.start,
        end: link.end,
        text: shown === '' || shown === slug ? `[[${slug}]]` : `[[${slug}|${shown}]]`,
      };
    }),
  );
}

/** Changes each line. @param change receives whether the line is fenced code */
function mapLines(text: string, change: (line: string, isFenced: boolean) => string): string {
  let fence = false;
  return text
    .split('\n')
    .map((line) => {
      if (FENCE_LINE.test(line)) {
        fence = !fence;
        return line;
      }
      return change(line, fence);
    })
    .join('\n');
}

const CODE_SPAN = /(`[^`]+`)/;

/** Keeps only inline code between single backticks, and turns queries of Dataview and Templater into text. */
function neutraliseCode(text: string): string {
  return mapLines(text, (line, isFenced) => {
    if (isFenced) return line.replace(/<%/g, '< %');
    return line
      .split(CODE_SPAN)
      .map((part, index) => {
        if (index % 2 === 0) return part.replaceAll('`', "'");
        const code = part.slice(1, -1);
        return /^\s*(?:\$?=|[a-z]+:)/i.test(code) || code.includes('<%') ? code : part;
      })
      .join('');
  });
}

/** Applies `change` to everything but code. */
function mapOutsideCode(text: string, change: (text: string) => string): string {
  return mapLines(text, (line, isFenced) =>
    isFenced
      ? line
      : line
          .split(CODE_SPAN)
          .map((part, index) => (index % 2 === 0 ? change(part) : part))
          .join(''),
  );
}

function escapeHtmlAndComments(text: string): string {
  return text.replace(/<(?=[\p{L}/!?%])/gu, '\\<').replace(/%{2,}/g, (run) => run.replace(/%/g, '\\%'));
}

function escapeActiveSyntax(text: string, citable: ReadonlySet<string>): string {
  return (
    text
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/\b(javascript|data|vbscript|obsidian|file|mailto):/gi, '$1\\:')
      .replace(/www\./gi, (www) => `${www.slice(0, 3)}\\.`)
      .replace(/::/g, ':\\:')
      .replace(/\[(?=[!^])/g, '\\[')
      .replace(/!(?=\[)/g, '\\!')
      // The rest of a removed wikilink, and a citation of another source.
      .replace(/(^|[^[\\])\[([a-z0-9][a-z0-9-]{1,95})\](?!\])/g, (whole, before: string, id: string) =>
        citable.has(id) ? whole : `${before}\\[${id}\\]`,
      )
      .replace(/(^|\s)#(?=[\p{L}\p{N}_/-])/gu, '$1\\#')
      .replace(/(\s)\^(?=[A-Za-z0-9-]+\s*$)/g, '$1\\^')
      .replace(/\$\$/g, '\\$\\$')
  );
}

/** Replaces quotation marks around words that are not in the source but would look like a quotation of it. */
function removeFalseQuotes(text: string, rules: TextRules): string {
  return text
    .split('\n')
    .map((line) => {
      const [id] = rules.citable;
      const wrong = findQuotes(`> ${line.replace(/^\s*[-*+]\s/, '')}`)
        .concat(
          findQuotes(`- ${line} [${id ?? 'source'}]`),
          findQuotes(`${line} [${id ?? 'source'}]`),
          findQuotes(line),
        )
        .some(({ text: shown }) => !rules.isQuote(shown));
      return wrong ? line.replace(/["“”]/g, "'") : line;
    })
    .join('\n');
}

/** The text with the citation after its last word, unless it already has it. */
export function withCitation(text: string, citation: string): string {
  if (text.includes(citation) || text === '') return text;
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const line = lines[last] ?? '';
  if (FENCE_LINE.test(line)) return `${text}\n\n${citation}`;
  if (line.trim().endsWith('|')) lines[last] = line.trimEnd().replace(/\s*\|$/, ` ${citation} |`);
  else if (!/^ {0,3}#/.test(line)) lines[last] = `${line.trimEnd()} ${citation}`;
  return lines.join('\n');
}
