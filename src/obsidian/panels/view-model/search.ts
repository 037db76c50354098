import { type FoundPage, type FoundPassage, type Match } from '../../../workbench';

/** A stretch of text, marked or not. */
export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** `text` cut where matches begin and end. Matches that overlap or lie outside are taken as far as they make sense. */
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

/** One thing to choose: a passage, or a page of which only the name matched. */
export interface SearchHit {
  readonly page: FoundPage;
  readonly passage: FoundPassage | null;
  /** The page's first hit; it shows the title. */
  readonly first: boolean;
}

/** So many passages of one page are offered; one page must not push the others off the screen. */
export const MAX_PAGE_PASSAGES = 3;

/** Pages and passages as one list, in the order of their rank. */
export function searchHits(pages: readonly FoundPage[]): readonly SearchHit[] {
  return pages.flatMap((page): SearchHit[] => {
    const passages = page.passages.slice(0, MAX_PAGE_PASSAGES);
    if (passages.length === 0) return [{ page, passage: null, first: true }];
    return passages.map((passage, at) => ({ page, passage, first: at === 0 }));
  });
}

/**
 * Answers questions one after another: a newer question ends the older one's work, and whoever waits for the older one
 * gets the newest answer, so that no late answer is ever shown.
 *
 * @param ask does the work; ends when its signal aborts
 * @param pause waits a moment before the work, so that a word being typed is asked for once
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
