import { type YieldBudget } from '../../base';
import { type NameTable } from '../recall';
import { findPart } from './assign-statements';
import { properNamesIn } from './heading-names';
import { type NameResolver } from './name-resolver';
import { type ParsedSource } from './parse-source';
import { UNSPACED_SCRIPT } from './tokenizer';

/** A sentence about something that may be part of a subject. */
export interface PartMention {
  /** `tower` */
  readonly part: string;
  readonly sentence: number;
}

/** A title or heading that names a page. */
interface HeadingMatch {
  readonly by: 'title' | 'heading';
  /** The headings whose sections are about the page; `null` for the whole source. */
  readonly headings: ReadonlySet<string> | null;
}

/** Finds the pages that the title or a heading of a source names. */
export async function findHeadingMatches(
  parsed: ParsedSource,
  table: NameTable,
  names: NameResolver,
  budget: YieldBudget,
): Promise<ReadonlyMap<string, HeadingMatch>> {
  const { title, passages } = parsed.text;
  const top = passages.find(({ kind, level }) => kind === 'heading' && level === 1)?.text;
  const heads = new Map<string, HeadingMatch>();
  const under = new Map<string, Set<string>>();
  for (const path of pagesInTitle(title ?? '', table, names)) heads.set(path, { by: 'title', headings: null });
  for (const text of parsed.headings) {
    if (budget.spend(2 * text.length)) await budget.checkpoint();
    const isTitle = text === top;
    for (const path of isTitle ? pagesInTitle(text, table, names) : pagesNamedBy(text, table, names)) {
      if (isTitle) heads.set(path, { by: 'title', headings: null });
      if (heads.get(path)?.by === 'title') continue;
      const headings = under.get(path) ?? new Set<string>();
      under.set(path, headings.add(text));
      heads.set(path, { by: 'heading', headings });
    }
  }
  return heads;
}

/** A title names nouns, too: "Two years of resumable uploads". */
function pagesInTitle(title: string, table: NameTable, names: NameResolver): readonly string[] {
  const nouns = table
    .find(title, true)
    .filter(({ start, name }) => !name.includes(' ') && /^\p{Ll}/u.test(title.slice(start)));
  return [...pagesNamedBy(title, table, names), ...nouns.flatMap(({ name, paths }) => names.resolve(name, paths))];
}

function pagesNamedBy(heading: string, table: NameTable, names: NameResolver): readonly string[] {
  if (heading.length > 200) return [];
  const several = table.find(heading, false).filter(({ name }) => name.includes(' ') || UNSPACED_SCRIPT.test(name));
  const whole = [heading, ...properNamesIn(heading)].flatMap((part) => names.resolve(part, table.pagesNamed(part)));
  return [...new Set([...several.flatMap(({ name, paths }) => names.resolve(name, paths)), ...whole])];
}

/** Finds sentences under these headings about a definite thing without a page, such as `The tower is …`. */
export function findParts(
  headings: HeadingMatch['headings'],
  parsed: ParsedSource,
  table: NameTable,
): readonly PartMention[] {
  return parsed.sentences.flatMap(({ text, index, anchor, form }) => {
    if (form !== 'whole' || (headings !== null && !headings.has(anchor.heading ?? ''))) return [];
    const part = findPart(text);
    return part === null || table.pagesNamed(part).length > 0 ? [] : [{ part, sentence: index }];
  });
}
