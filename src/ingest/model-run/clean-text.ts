import { inertLanguage, inertMarkdown, scanText } from '../../markdown';
import { stripInvisible } from '../../model';
import { findQuotes } from '../../wiki';

/** What a model's text may link to, cite and quote on one page. */
export interface TextRules {
  /** The slug for a link's target; `null` if it is neither an existing page nor a new one. */
  slugOf(target: string): string | null;
  /** Ids of sources that the text may cite. */
  readonly citable: ReadonlySet<string>;
  /** Whether a quotation is in the source. */
  isQuote(text: string): boolean;
}

interface CleanText {
  readonly text: string;
  /** Slugs that the text links to. */
  readonly links: readonly string[];
}

/** More than any model answers in one go: a bound for a server that never stops. In UTF-16 units. */
const MAX_TEXT_LENGTH = 400_000;

/**
 * Makes a model's text safe for a page. It can contain no frontmatter, title, HTML, embed, web address, comment, callout,
 * footnote, query or code that an Obsidian plugin runs, no citation of another source, and only links to existing or new
 * pages.
 */
export function cleanText(raw: string, rules: TextRules): CleanText {
  const lines = cleanBlocks(stripInvisible(raw.slice(0, MAX_TEXT_LENGTH)).text.trim());
  const inert = inertMarkdown(lines, {
    resolve: (target) => rules.slugOf(target.replace(/#.*$/s, '')),
    canCite: (id) => rules.citable.has(id),
  });
  const text = removeFalseQuotes(inert, rules)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text, links: [...new Set(scanText(text, 0).links.map(({ target }) => target))] };
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

/** A name as a text writes it, in whole words; as given if the text has that, and `null` if it has the name in no case. */
export function spellingIn(text: string, name: string): string | null {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // iOS before 16.4 knows no lookbehind.
  const found = text.matchAll(new RegExp(`(?:^|[^\\p{L}\\p{N}])(${words.join('\\s+')})(?![\\p{L}\\p{N}])`, 'giu'));
  const spellings = [...found].map(([, each = '']) => each.replace(/\s+/g, ' '));
  return spellings.includes(name) ? name : (spellings[0] ?? null);
}

/** Whether a text can be a name: short and not a sentence. */
export function isName(text: string): boolean {
  return text.length > 1 && text.length <= 80 && text.split(' ').length <= 8 && !/[.!?。！？]$/.test(text);
}

const FENCE_LINE = /^\s*(?:`{3,}|~{3,})/;

/** Removes rulers that could be frontmatter or underline a title, level-1 headings, quotes and languages that a plugin may run. */
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
      lines.push(mark + inertLanguage(line.trim().slice(mark.length)));
    } else if (!/^\s*(?:-{3,}|\+{3,}|={2,}|_{3,}|\*{3,}|(?:- ){2,}-?)\s*$/.test(line)) {
      lines.push(
        addressesAsCode(line)
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

/** Bare web addresses as code: they lead nowhere, and are read as they are written. Those of links are not for this. */
function addressesAsCode(line: string): string {
  const outside = (part: string): string =>
    part.replace(
      /(^|\]\(|[^\w<[\]/])(https?:\/\/[^\s<>`|\\()[\]{}"“”]{1,400})/gi,
      (whole, before: string, address: string) => {
        if (before === '](') return whole;
        const tail = /[.,;:!?*_'’]+$/.exec(address)?.[0] ?? '';
        return `${before}\`${address.slice(0, address.length - tail.length)}\`${tail}`;
      },
    );
  return line
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 0 ? outside(part) : part))
    .join('');
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
