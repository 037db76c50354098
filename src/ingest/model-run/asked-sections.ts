import { findSection, hasFragment, scanText } from '../../markdown';
import { type Page, type Snapshot } from '../../wiki';
import { type MarkTable } from './marks';
import { viewPage } from './page-view';
import { type PlannedPage } from './planned-page';

/** A section of another page that a plan wants the writer to see. */
interface AskedSection {
  /** `slug#section`, or `slug` for the whole page. */
  readonly name: string;
  readonly page: Page | null;
  /** `''` for the whole page. */
  readonly heading: string;
}

/** What a plan asks for, as one list. */
interface AskedSections {
  /** `slug#section`, also of sections that their page does not have. */
  readonly names: readonly string[];
  /** What is not there, one sentence each. */
  readonly missing: readonly string[];
}

const MAX_LISTED_HEADINGS = 12;

/**
 * Reads what a plan asks for. A heading may have a comma, at which an answer that is one line was split.
 *
 * @param find the page of a name
 * @param isPlanned whether a page of this name is planned and so need not exist
 */
export function readAskedSections(
  items: readonly string[],
  find: (name: string) => Page | null,
  isPlanned: (name: string) => boolean,
): AskedSections {
  const found: AskedSection[] = [];
  for (const item of items) {
    const last = found.at(-1);
    const joined = last === undefined ? null : readSection(`${last.name}, ${item}`, find);
    if (joined !== null && hasSection(joined) && joined.heading !== '') found[found.length - 1] = joined;
    else found.push(readSection(item, find));
  }
  const missing = found.filter(
    (section) => !hasSection(section) && !(section.page === null && isPlanned(section.name)),
  );
  return { names: found.map(({ name }) => name), missing: missing.map(describeMissing) };
}

function readSection(item: string, find: (name: string) => Page | null): AskedSection {
  const [target = ''] = item.replace(/^\s*\[\[|\]\]\s*$/g, '').split('|');
  const [name = '', ...parts] = target.split('#').map((part) => part.trim());
  const page = find(name);
  const heading = parts.filter((part) => part !== '').join('#');
  return { name: [page?.slug ?? name, ...(heading === '' ? [] : [heading])].join('#'), page, heading };
}

function hasSection({ page, heading }: AskedSection): boolean {
  return page !== null && (heading === '' || hasFragment(page, heading));
}

function describeMissing({ name, page, heading }: AskedSection): string {
  if (page === null) return `\`from\` asks for "${name}": there is no such page.`;
  return `\`from\` asks for "${name}": ${describeSections(page, heading)}`;
}

function describeSections({ headings }: Page, heading: string): string {
  const others = headings.flatMap(({ level, text }) => (level > 1 ? text : [])).slice(0, MAX_LISTED_HEADINGS);
  const has = others.length === 0 ? 'It has none.' : `It has: ${others.join('; ')}.`;
  return `the page has no section "${heading}". ${has}`;
}

/** What another page says, for the writer of a page. */
export interface ShownSection {
  /** `slug#section`, and what is to be said of it. */
  readonly head: string;
  /** Its blocks, each as a prompt shows it. */
  readonly blocks: readonly string[];
  /** So much of it is shown at most. In UTF-16 units. */
  readonly limit: number;
}

/** Of a section, and of a whole page. In UTF-16 units. */
const MAX_LENGTH = { section: 3000, page: 6000 } as const;
/** For one page. */
const MAX_SECTIONS = 12;

/** The sections that plans ask for, with marks, by `slug#section`. In place of one that is not there is what its page says. */
export async function readSections(
  snapshot: Pick<Snapshot, 'pagesBySlug' | 'text'>,
  pages: readonly PlannedPage[],
  marks: MarkTable,
): Promise<ReadonlyMap<string, ShownSection>> {
  const found = new Map<string, ShownSection>();
  for (const name of new Set(pages.flatMap(({ from }) => from.slice(0, MAX_SECTIONS)))) {
    const [slug = '', ...parts] = name.split('#');
    const heading = parts.join('#');
    const [page, other] = snapshot.pagesBySlug(slug);
    const text = page === undefined || other !== undefined ? null : await snapshot.text(page.path);
    if (page === undefined || text === null) continue;
    const range = heading === '' ? null : findSection(text, scanText(text), heading);
    const { chunks } = viewPage(page, text, marks);
    const inside = chunks.filter(({ start, end }) => range === null || (start >= range.start && end <= range.end));
    const blocks = inside.map(({ shown }) => withoutOwnMarks(shown));
    const isMissing = heading !== '' && range === null;
    const head = isMissing ? `${slug}: ${describeSections(page, heading)} The page says` : name;
    found.set(name, { head, blocks, limit: MAX_LENGTH[heading === '' ? 'page' : 'section'] });
  }
  return found;
}

/**
 * A section as a prompt shows it, without the blocks that the same prompt has already.
 *
 * @param shown what the prompt has
 * @returns `''` if nothing is left
 */
export function sectionText({ head, blocks, limit }: ShownSection, shown: string): string {
  const isShown = blocks.map((block) => shown.includes(block));
  // A heading stays with what is below it.
  const open = blocks.filter(
    (block, at) => isShown[at] !== true || (block.startsWith('#') && isShown[at + 1] === false),
  );
  if (blocks.length > 0 && open.length === 0) return '';
  const rest = open.length < blocks.length ? ', besides what is shown of it' : '';
  return `${head}${rest}:\n${joinedUpTo(open, limit)}`;
}

/** Blocks as far as they fit, the first in part; none is cut within a sentence of which only half would be read. */
function joinedUpTo(blocks: readonly string[], limit: number): string {
  const kept: string[] = [];
  let left = limit;
  for (const block of blocks) {
    left -= block.length + 2;
    if (left < 0) return [...kept, kept.length === 0 ? block.slice(0, limit) : '(the rest is not shown)'].join('\n\n');
    kept.push(block);
  }
  return kept.join('\n\n');
}

/** The owner's sentences of another page cannot be kept on this one. */
export function withoutOwnMarks(shown: string): string {
  return shown.replace(/\{o\d+: ([^{}]*)\}/g, '$1');
}
