/** Texts whose results are kept. */
const KEPT = 8;

/**
 * A pure function of a text that keeps its last few results: one harvest asks the same of the same files several times, and files of
 * thousands of items take long to read.
 */
export function memoize<T>(make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = kept.get(text) ?? { value: make(text) };
    // The one that was asked for last is dropped last.
    kept.delete(text);
    kept.set(text, found);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return found.value;
  };
}
