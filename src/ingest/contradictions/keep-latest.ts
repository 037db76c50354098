/** Sentences of which it is kept what they say: three sources' worth of full pages. */
const MAX_KEPT = 4_000;

/**
 * The function, with what it gave for the latest texts kept. A source is compared with all sentences of a page, and most of them were there
 * when the source before it was, so that reading them again would make each source of a backlog cost more than the last.
 *
 * @param read what it gives must depend on the text only, and nobody may change it
 */
export function keepLatest<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = kept.get(text) ?? { value: read(text) };
    // The one that was needed longest ago goes first.
    kept.delete(text);
    kept.set(text, found);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return found.value;
  };
}
