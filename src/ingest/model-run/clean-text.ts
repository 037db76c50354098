import { applySplices, scanText } from '../../markdown';
import { stripInvisible } from '../../model';
import { findQuotes } from '../extractive/quote';

/** What a model's text may link to and cite on one page. */
export interface TextRules {
  /** The slug that a link's target means; `null` where it means no page that is there or being made. */
  slugOf(target: string): string | null;
  /** Ids of sources that it may cite. */
  readonly citable: ReadonlySet<string>;
  /** Whether a quotation stands in the source. */
  isQuote(text: string): boolean;
}

export interface CleanText {
  readonly text: string;
  /** Slugs that it links to. */
  readonly links: readonly string[];
}

const MAX_TEXT_LENGTH = 8000;

/**
 * A model's words as they may stand on a page: nothing in them makes frontmatter, a title, HTML, an embed, an address that
 * opens or loads, a comment, a query that Obsidian's plugins run, a callout, a footnote or a citation of something else;
 * links only to pages that are there or being made.
 */
export function cleanText(raw: string, rules: TextRules): CleanText {
  const lines = cleanBlocks(stripInvisible(raw.slice(0, MAX_TEXT_LENGTH)).text.trim());
  const links: string[] = [];
  // Comments and HTML hide links until their marks are escaped: these go first.
  const open = mapOutsideCode(neutraliseCode(lines), escapeHtmlAndComments);
  const linked = rewriteLinks(open, rules, links);
  const escaped = mapOutsideCode(linked, (text) => escapeActiveSyntax(text, rules.citable));
  const text = removeFalseQuotes(hasForbiddenLinks(escaped, rules) ? escaped.replace(/[[\]]/g, '') : escaped, rules)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text, links: [...new Set(links)] };
}

/** One line without any markup of its own: a heading, a title, an alias. */
export function cleanLine(raw: string, length: number): string {
  return stripInvisible(raw.slice(0, length * 4))
    .text.replace(/[[\]{}|#^\\`<>*%=~$]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length)
    .trim();
}

/** Whether a text is a name: short, and no sentence. */
export function isName(text: string): boolean {
  return text.length > 1 && text.length <= 80 && text.split(' ').length <= 8 && !/[.!?。！？]$/.test(text);
}

const FENCE_LINE = /^\s*(?:`{3,}|~{3,})/;

/** Line by line: no rulers that could be frontmatter or underline a title, no level-1 headings, no quotes, no code that runs. */
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
        // What looks like a fence within a fence is none; written otherwise, nobody can read it as one.
        lines.push(mark === null ? line : line.replace(/[`~]/g, "'"));
      }
    } else if (mark !== null) {
      fence = mark;
      // Names of languages that plugins execute are left out with all others.
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

/** Whether, after all, something links out or to nothing. */
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

/** Line by line, told whether the line is fenced code. */
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

/** Code in lines between single backticks only, and none of it such that Dataview or Templater would run it. */
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

/** Applies `change` to what is no code. */
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
      // A wikilink that is none any more, and a citation of what was not read here.
      .replace(/(^|[^[\\])\[([a-z0-9][a-z0-9-]{1,95})\](?!\])/g, (whole, before: string, id: string) =>
        citable.has(id) ? whole : `${before}\\[${id}\\]`,
      )
      .replace(/(^|\s)#(?=[\p{L}\p{N}_/-])/gu, '$1\\#')
      .replace(/(\s)\^(?=[A-Za-z0-9-]+\s*$)/g, '$1\\^')
      .replace(/\$\$/g, '\\$\\$')
  );
}

/** Quotation marks around words that the source does not hold, where a reader of the page would take them for its words. */
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

/** The text with the citation of its source behind its last word, unless it cites it already. */
export function withCitation(text: string, citation: string): string {
  if (text.includes(citation) || text === '') return text;
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const line = lines[last] ?? '';
  if (FENCE_LINE.test(line)) return `${text}\n\n${citation}`;
  lines[last] = line.trim().endsWith('|')
    ? line.trimEnd().replace(/\s*\|$/, ` ${citation} |`)
    : /^ {0,3}#/.test(line)
      ? line
      : `${line.trimEnd()} ${citation}`;
  return lines.join('\n');
}
