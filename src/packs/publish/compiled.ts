import { compareText } from '../../base';
import { type TextTools } from '../types';
import { asSection, bodyFor, relativeLink, wikiPath } from './page-text';
import { publicLine, withoutPrivate } from './private-text';
import { type PackOutput, type PublishedPage, type PublishedWiki } from './types';

export const BRIEFING = 'compiled/briefing.md';

/** UTF-16 units. A kind with more text has several files. */
const MAX_SPLIT = 60_000;

/** The pages of each kind, kinds and pages in the order of their names. */
export function pagesByKind(pages: readonly PublishedPage[]): ReadonlyMap<string, readonly PublishedPage[]> {
  const groups = new Map<string, PublishedPage[]>();
  const ordered = [...pages].sort((a, b) => compareText(a.title, b.title) || compareText(a.path, b.path));
  for (const page of ordered) groups.set(page.kind, [...(groups.get(page.kind) ?? []), page]);
  return new Map([...groups].sort(([a], [b]) => compareText(a, b)));
}

export interface Splits {
  readonly files: readonly PackOutput[];
  /** The split of each page, by the page's path. */
  readonly of: ReadonlyMap<string, string>;
}

/** Every page without its footnotes, one file for each kind. */
export function buildSplits(pages: readonly PublishedPage[]): Splits {
  const files: PackOutput[] = [];
  const of = new Map<string, string>();
  for (const [kind, all] of pagesByKind(pages)) {
    const [first] = all;
    if (first === undefined) continue;
    let part = 1;
    let text = '';
    const pathOf = (): string => `compiled/splits/${fileName(kind)}${part === 1 ? '' : `-${part}`}.md`;
    const end = (): void => {
      files.push({ path: pathOf(), content: `# ${publicLine(first.group)}${part === 1 ? '' : ` (${part})`}\n${text}` });
      part += 1;
      text = '';
    };
    for (const page of all) {
      let section = sectionOf(page, pathOf());
      if (text !== '' && text.length + section.length > MAX_SPLIT) {
        end();
        section = sectionOf(page, pathOf());
      }
      text += section;
      of.set(page.path, pathOf());
    }
    end();
  }
  return { files, of };
}

function sectionOf(page: PublishedPage, from: string): string {
  const body = withoutPrivate(asSection(bodyFor(page, from, false)), page.path).text;
  const whole = relativeLink(from, wikiPath(page.path), null);
  return `\n## ${heading(page.title)}\n\n${body === '' ? '' : `${body}\n\n`}[The page, with its sources](${whole})\n`;
}

/** Marks of Markdown in a title would become markup. */
const heading = (title: string): string => publicLine(title).replace(/[[\]<>`]/g, '') || 'Untitled';

const fileName = (kind: string): string => kind.toLowerCase().replace(/[^a-z0-9-]+/g, '-') || 'pages';

interface Briefing {
  readonly text: string;
  readonly tokens: number;
  /** Pages that it names. */
  readonly pages: number;
}

/** The short version: what the wiki is about and its most linked pages, as far as the budget allows. */
export function buildBriefing(
  { title, description, pages }: PublishedWiki,
  budget: number,
  { countTokens }: Pick<TextTools, 'countTokens'>,
): Briefing {
  const head = `# ${heading(title)}\n\n${publicLine(description)}\n`;
  const ranked = [...pages].sort(
    (a, b) =>
      Number(b.isHome) - Number(a.isHome) ||
      b.inbound - a.inbound ||
      compareText(a.title, b.title) ||
      compareText(a.path, b.path),
  );
  const lines = ranked.map((page) => {
    const link = `[${heading(page.title)}](${relativeLink(BRIEFING, wikiPath(page.path), null)})`;
    const summary = publicLine(page.summary);
    return `- ${link}${summary === '' ? '' : `: ${summary}`}${page.isStale ? ' (out of date)' : ''}`;
  });
  const render = (count: number): string => {
    const left = lines.length - count;
    const more = left > 0 ? `\nMore pages in wiki/: ${left}\n` : '';
    return `${head}${count === 0 ? '' : `\n## Pages\n\n${lines.slice(0, count).join('\n')}\n`}${more}`;
  };
  // The most pages that fit. More text never has fewer tokens, except for the last line, which is why the result is counted.
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(render(middle)) <= budget) low = middle;
    else high = middle - 1;
  }
  const text = fit(render(low), budget, countTokens);
  return { text, tokens: countTokens(text), pages: low };
}

/** For a description that is longer than the budget. */
function fit(text: string, budget: number, countTokens: TextTools['countTokens']): string {
  let rest = text;
  while (rest !== '' && countTokens(rest) > budget) {
    const length = Math.min(rest.length - 1, Math.floor((rest.length * budget) / countTokens(rest)));
    rest = rest.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, '');
  }
  return rest;
}
