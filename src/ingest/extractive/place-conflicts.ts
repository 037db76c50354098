import { contentOf } from '../contradictions';
import { isSamePair } from './compare-source';
import { type PageConflict } from './conflicts';
import { type EarlierConflict } from './earlier-facts';
import { type PagePlan, type PlannedUpdate } from './page-plan';
import { tokenize } from './tokenizer';

type Plan = Pick<PagePlan, 'updates' | 'newPages' | 'elsewhere'>;
/** What of an existing page it takes to add to it. */
type OpenPage = Pick<PlannedUpdate, 'subject' | 'text' | 'why'>;

/** A page that a contradiction may be told on. */
interface Place {
  readonly names: readonly string[];
  readonly conflicts: PageConflict[];
}

/**
 * Gives each contradiction with an earlier source its place: the page of what both speak of, else the page of what the title of the source
 * names, else its summary.
 *
 * @param pages existing ones that the source names
 */
export function placeConflicts(
  found: readonly EarlierConflict[],
  { updates, newPages }: Pick<PagePlan, 'updates' | 'newPages'>,
  pages: readonly OpenPage[],
  title: string,
): Plan {
  const told = [...updates, ...newPages].flatMap(({ comparison }) => [...comparison.conflicts, ...comparison.changed]);
  const open = pages.filter(({ subject }) => !updates.some((each) => each.subject === subject));
  const none = { statements: [], comparison: { conflicts: [], changed: [] } };
  const all = [...updates, ...open.map((page) => ({ ...none, ...page }))];
  const ofUpdates = all.map(({ subject }) => ({ names: subject.names, conflicts: [] as PageConflict[] }));
  const ofNew = newPages.map((page) => ({ names: [page.title, ...page.aliases], conflicts: [] as PageConflict[] }));
  const elsewhere: PageConflict[] = [];
  const inTitle = new Set(contentOf(tokenize(title)));
  for (const { conflict, about } of found) {
    if (told.some((each) => isSamePair(each, conflict))) continue;
    const place = placeFor([...ofUpdates, ...ofNew], about, inTitle);
    (place?.conflicts ?? elsewhere).push(conflict);
  }
  const withOwn = <T extends Pick<PlannedUpdate, 'comparison'>>(page: T, { conflicts }: Place): T => ({
    ...page,
    comparison: { ...page.comparison, conflicts: [...page.comparison.conflicts, ...conflicts] },
  });
  return {
    updates: all
      .map((update, at) => withOwn(update, ofUpdates[at] ?? { names: [], conflicts: [] }))
      .filter(({ statements, comparison }) => statements.length + comparison.conflicts.length > 0),
    newPages: newPages.map((page, at) => withOwn(page, ofNew[at] ?? { names: [], conflicts: [] })),
    elsewhere,
  };
}

function placeFor(places: readonly Place[], about: ReadonlySet<string>, inTitle: ReadonlySet<string>): Place | null {
  let best: { readonly place: Place; readonly score: number } | null = null;
  for (const place of places) {
    for (const name of place.names) {
      const words = contentOf(tokenize(name));
      if (words.length === 0 || !words.every((word) => about.has(word) || inTitle.has(word))) continue;
      const score =
        words.filter((word) => about.has(word)).length + (words.every((word) => inTitle.has(word)) ? 0.5 : 0);
      if (score > (best?.score ?? 0)) best = { place, score };
    }
  }
  return best?.place ?? null;
}
