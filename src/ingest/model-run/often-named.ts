import { compareText, isCalendarWord } from '../../base';
import { readLedger, wordKey, type Page, type Snapshot } from '../../wiki';
import { isCommonWord } from '../extractive/common-words';
import { type Unit } from '../units';

/** What several sources name and no page is about. */
export interface NamedSubject {
  readonly name: string;
  /** How many statements and units name it. */
  readonly uses: number;
  /** Slugs of the pages that name it. */
  readonly pages: readonly string[];
}

const MIN_USES = 3;
const MIN_SOURCES = 2;
/** Of one source, so many sections. */
const MIN_SECTIONS = 2;
const MAX_NAMES = 8;
const MAX_READ_PAGES = 40;
/** Two or more words with capitals. A single one may be any noun of a title. */
const NAME = /\p{Lu}[\p{L}\p{M}’'-]+(?: (?:of |& )?\p{Lu}[\p{L}\p{M}’'-]+)+/gu;
/** Words that begin a sentence and no name. */
const OPENING =
  /^(?:The|A|An|In|On|At|By|As|For|From|After|Before|Since|Until|When|While|But|And|Its|His|Her|Their|This|That|These|Both|Mr|Mrs|Dr|Sir) /;

/**
 * Proper names that other sources or several sections of this one give, too, and that have no page: readers may look for one. Only the pages that the source
 * may concern are read.
 */
export async function oftenNamed(
  units: readonly Unit[],
  listed: readonly Page[],
  sourceId: string,
  snapshot: Snapshot,
): Promise<readonly NamedSubject[]> {
  const sections = new Map<string, Set<string>>();
  for (const { text, anchor } of units)
    for (const name of namesIn(text)) sections.set(name, (sections.get(name) ?? new Set()).add(anchor.heading ?? ''));
  const inUnits = units.flatMap(({ text }) => namesIn(text));
  if (inUnits.length === 0) return [];
  const uses = new Map<string, { count: number; readonly sources: Set<string>; readonly pages: Set<string> }>();
  const add = (name: string, source: string, page: string | null): void => {
    const use = uses.get(name) ?? { count: 0, sources: new Set<string>(), pages: new Set<string>() };
    use.count += 1;
    use.sources.add(source);
    if (page !== null) use.pages.add(page);
    uses.set(name, use);
  };
  for (const name of inUnits) add(name, sourceId, null);
  const known = new Set(uses.keys());
  for (const page of listed.slice(0, MAX_READ_PAGES)) {
    for (const { text, notes } of readLedger((await snapshot.text(page.path)) ?? '').claims) {
      const found = namesIn(text).filter((name) => known.has(name));
      for (const name of found) for (const { sourceId: source } of notes) add(name, source, page.slug);
    }
  }
  const isPage = (name: string): boolean =>
    listed.some(({ title, aliases }) => [title, ...aliases].some((each) => namesSame(each, name))) ||
    snapshot.resolve({ form: 'wikilink', target: name, fragment: null, external: false }, '').kind === 'page';
  return [...uses]
    .filter(([, { count }]) => count >= MIN_USES)
    .filter(([name, use]) => use.sources.size >= MIN_SOURCES || (sections.get(name)?.size ?? 0) >= MIN_SECTIONS)
    .filter(([name]) => !isPage(name))
    .map(([name, { count, pages }]) => ({ name, uses: count, pages: [...pages] }))
    .sort((a, b) => b.uses - a.uses || compareText(a.name, b.name))
    .slice(0, MAX_NAMES);
}

/** As a plan is told them. */
export function namedLines(named: readonly NamedSubject[]): readonly string[] {
  return named.map(({ name, pages }) => (pages.length === 0 ? name : `${name} (on ${pages.slice(0, 4).join(', ')})`));
}

function namesIn(text: string): readonly string[] {
  const plain = text.replace(/\s+/g, ' ');
  return [...plain.matchAll(NAME)].flatMap(([match]) => {
    const name = match.replace(OPENING, '').replace(/[’']s$/, '');
    const words = name.split(' ');
    const isName = words.length > 1 && words.some((word) => !isCommonWord(word.toLowerCase()));
    return isName && !words.some((word) => isCalendarWord(word.toLowerCase())) ? [name] : [];
  });
}

/** "Hester Vane" and "Vane". */
export function namesSame(title: string, name: string): boolean {
  const [a, b] = [wordKey(title).split(' '), wordKey(name).split(' ')];
  return b.every((word) => a.includes(word)) || a.every((word) => b.includes(word));
}
