import { hubRole } from '../hub';
import { supportKey, wordKey } from '../ledger';
import { type Page } from '../types';
import { cutToDifference } from './named-difference';
import { dayOf, type CitedPassage } from './passages';
import { type ChangedStatement, type Told } from './render-page';
import { type ToldChanges } from './told-changes';

/** What changed, each thing once. */
interface AllChanges {
  readonly rows: readonly Told<ChangedStatement>[];
  /** What tells of a change by itself. */
  readonly sentences: readonly Told<CitedPassage>[];
}

const isHub = ({ page }: { readonly page: Page }): boolean => hubRole(page) !== null;
const keysOf = ({ notes }: CitedPassage): readonly string[] =>
  notes.map(({ sourceId, quote }) => supportKey(sourceId, quote));

/**
 * The recorded changes with those that the pages tell. An overview or a list of people repeats what the page of a subject says: that is told
 * once, of that page where it can be.
 */
export function withTold(
  known: readonly Told<ChangedStatement>[],
  pages: readonly { readonly page: Page; readonly told: ToldChanges }[],
  dateOf: (sourceId: string) => string | null,
): AllChanges {
  // As they are printed, so that a row that was read from this page is known for the same.
  const pairs = pages.flatMap(({ page, told }) =>
    told.pairs.map(({ before, after }) => {
      const cut = cutToDifference(before, after);
      return { before: cut, after: cutToDifference(after, cut), page };
    }),
  );
  const isLater = ({ before, after }: ChangedStatement): boolean =>
    (dayOf(before, dateOf) ?? '') < (dayOf(after, dateOf) ?? '');
  const keyOf = ({ page, before }: Told<ChangedStatement>): string => `${page.path}\n${wordKey(before.markdown)}`;
  const recorded = new Set(known.map(keyOf));
  const brought = pairs.filter((pair) => isLater(pair) && !recorded.has(keyOf(pair)));
  const said = new Set<string>();
  const rows = withoutEchoes([...known, ...brought], said, ({ after }) => keysOf(after), isHub);
  const sentences = pages.flatMap(({ page, told }) => told.sentences.map((each) => ({ ...each, page })));
  return { rows, sentences: withoutEchoes(sentences, said, keysOf, () => true) };
}

/**
 * @param said what was told before, to which what is kept is added
 * @param mayEcho whether it is left out where something that was told rests on the same passage
 */
function withoutEchoes<T extends { readonly page: Page }>(
  all: readonly T[],
  said: Set<string>,
  keys: (each: T) => readonly string[],
  mayEcho: (each: T) => boolean,
): readonly T[] {
  const kept = new Set<T>();
  // What rests on fewer passages is more about each of them.
  const byRank = [...all].sort((a, b) => Number(isHub(a)) - Number(isHub(b)) || keys(a).length - keys(b).length);
  for (const each of byRank) {
    const own = keys(each);
    if (mayEcho(each) && own.some((key) => said.has(key))) continue;
    for (const key of own) said.add(key);
    kept.add(each);
  }
  return all.filter((each) => kept.has(each));
}
