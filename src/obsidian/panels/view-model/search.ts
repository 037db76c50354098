import { type FoundInSource, type FoundPage, type FoundPassage, type Match } from '../../../workbench';

/** A part of a text, marked or not. */
interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Splits `text` where matches begin and end. Overlapping matches and positions outside the text are tolerated. */
export function markedParts(text: string, matches: readonly Match[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const put = (end: number, marked: boolean): void => {
    if (end > at) parts.push({ text: text.slice(at, end), marked });
    at = Math.max(at, end);
  };
  for (const { start, end } of matches) {
    put(Math.min(start, text.length), false);
    put(Math.min(end, text.length), true);
  }
  put(text.length, false);
  return parts;
}

/** One result: a passage, or a page of which only the name matched. */
export interface FoundPageRow {
  readonly page: FoundPage;
  readonly passage: FoundPassage | null;
  /** The first result of its page; it shows the title. */
  readonly first: boolean;
}

/** In place of results: how many pages match that the lens hides. */
interface Elsewhere {
  readonly elsewhere: number;
}

/** A passage of a source. */
export interface FoundSourceRow {
  readonly source: FoundInSource;
  /** The first result of its source; it shows the title. */
  readonly first: boolean;
}

export type SearchItem = FoundPageRow | FoundSourceRow | Elsewhere;

export const isSource = (item: SearchItem): item is FoundSourceRow => 'source' in item;

export const isElsewhere = (item: SearchItem): item is Elsewhere => 'elsewhere' in item;

/** Limits the passages per page, so that one page does not push the others off the screen. */
export const MAX_PAGE_PASSAGES = 3;

/** Pages and passages as one list, best first. */
export function searchHits(pages: readonly FoundPage[]): readonly FoundPageRow[] {
  return pages.flatMap((page): FoundPageRow[] => {
    const passages = page.passages.slice(0, MAX_PAGE_PASSAGES);
    if (passages.length === 0) return [{ page, passage: null, first: true }];
    return passages.map((passage, at) => ({ page, passage, first: at === 0 }));
  });
}

/** Passages of sources as one list, those of one source together, the best source first. */
export function sourceHits(found: readonly FoundInSource[]): readonly FoundSourceRow[] {
  const bySource = new Map<string, FoundInSource[]>();
  for (const each of found) bySource.set(each.path, [...(bySource.get(each.path) ?? []), each]);
  return [...bySource.values()].flatMap((passages) => passages.map((source, at) => ({ source, first: at === 0 })));
}

/**
 * Runs only the latest of several searches: a newer one aborts the older one, and its result is returned for both, so that no
 * outdated result is shown.
 *
 * @param ask does the work; ends when its signal aborts
 * @param pause waits before the work, so that a word being typed is searched for once
 */
export function latestOnly<Answer>(
  ask: (question: string, signal: AbortSignal) => Promise<Answer>,
  pause: () => Promise<void>,
): { ask(question: string): Promise<Answer>; stop(): void } {
  let controller = new AbortController();
  let latest: Promise<Answer> | null = null;
  return {
    ask(question) {
      controller.abort();
      const own = new AbortController();
      controller = own;
      const newest = (): Promise<Answer> => latest ?? Promise.reject(new Error('Nothing was asked.'));
      const work = async (): Promise<Answer> => {
        await pause();
        if (own !== controller) return newest();
        try {
          const answer = await ask(question, own.signal);
          return own === controller ? answer : await newest();
        } catch (error) {
          if (own !== controller) return newest();
          throw error;
        }
      };
      return (latest = work());
    },
    stop: () => controller.abort(),
  };
}
