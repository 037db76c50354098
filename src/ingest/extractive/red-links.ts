import { capitalise, noteName, type YieldBudget } from '../../base';
import { isMentioned, normaliseName, pagesMentioning, type Page, type Snapshot } from '../../wiki';
import { type NameTable } from '../recall';
import { isCommonWord } from './common-words';
import { termKey } from './name-groups';
import { type Mention } from './names';
import { type ParsedSource } from './parse-source';
import { stopWords } from './stop-words';
import { PLAIN_TERM, type Term } from './terms';
import { stem, UNSPACED_SCRIPT } from './tokenizer';

/** Words of the longest name that is looked for. */
const MAX_WORDS = 5;
const MIN_LENGTH = 4;

/**
 * Adds the names to which pages link and that have no page, wherever the source has their words, in any case. The cost is proportional to
 * the source, however many such links there are.
 */
export async function withRedLinks(
  terms: readonly Term[],
  parsed: ParsedSource,
  snapshot: Snapshot,
  table: NameTable,
  budget: YieldBudget,
): Promise<readonly Term[]> {
  const known = new Set(terms.flatMap(({ name, aliases }) => [name, ...aliases].map(termKey)));
  const mentions = new Map<string, Mention[]>();
  for (const { index, text, words } of parsed.sentences) {
    if (budget.spend(10 * text.length)) await budget.checkpoint();
    for (let at = 0; at < words.length; at += 1) {
      for (let count = Math.min(MAX_WORDS, words.length - at); count > 0; count -= 1) {
        const [first, last] = [words[at], words[at + count - 1]];
        if (first === undefined || last === undefined) continue;
        const name = text.slice(first.start, last.end);
        if (/[^\p{L}\p{N} ’'-]/u.test(name) || (count === 1 && !canBeName(first.key))) continue;
        if (!isRedLink(name, snapshot) || known.has(termKey(name)) || table.pagesNamed(name).length > 0) continue;
        const key = keyOf(name);
        mentions.set(key, [...(mentions.get(key) ?? []), { sentence: index, start: first.start, end: last.end }]);
        at += count - 1;
        break;
      }
    }
  }
  const added = [...mentions].flatMap(([key, found]) => {
    const name = writtenName(key, snapshot);
    return name === null ? [] : [termOf(name, found)];
  });
  return added.length === 0 ? terms : [...terms, ...added];
}

const canBeName = (key: string): boolean =>
  key.length >= MIN_LENGTH && !UNSPACED_SCRIPT.test(key) && !isCommonWord(stem(key)) && !stopWords('other').has(key);

const keyOf = (name: string): string => normaliseName(name).replaceAll('-', ' ');

/** Whether a page links to a name that has no page. */
export const isRedLink = (name: string, snapshot: Snapshot): boolean =>
  namesOf(keyOf(name)).some((each) => isMentioned(snapshot, each));

/** A name, and the file name that its page would have. */
const namesOf = (key: string): readonly string[] => [...new Set([key, key.replaceAll(' ', '-')])];

/** Pages with a link to this name. */
function linkingPages(key: string, snapshot: Snapshot): readonly Page[] {
  return namesOf(key).flatMap((name) => pagesMentioning(snapshot, name));
}

/** As the first page that links to it writes it; `null` where only a path or an address leads there. */
function writtenName(key: string, snapshot: Snapshot): string | null {
  for (const page of linkingPages(key, snapshot)) {
    for (const { target, external } of page.links) {
      const name = noteName(target).replaceAll('-', ' ');
      if (!external && !target.includes('.') && keyOf(name) === key) return capitalise(name);
    }
  }
  return null;
}

function termOf(name: string, mentions: readonly Mention[]): Term {
  const own = { name, mentions, isMarked: true, weight: mentions.length };
  return { ...PLAIN_TERM, ...own, aliases: [], type: 'concept', definitions: [] };
}
