/** The parts of a page that are searched, the order in which their counts are kept. */
export const FIELDS = ['body', 'headings', 'tags', 'aliases', 'title'] as const;

export type Field = (typeof FIELDS)[number];

/** How often a word stands in each field of a page is kept in one number: so many bits for each, 30 in all. */
const BITS = [13, 5, 4, 4, 4];

/** Where each field's bits begin, and the most that they hold. */
export const SHIFT = BITS.map((_, field) => BITS.slice(0, field).reduce((sum, bits) => sum + bits, 0));
export const MOST = BITS.map((bits) => 2 ** bits - 1);

/** A count below this is of the body alone. */
export const BODY_ONLY = 2 ** 13;

/** Counts at or above this name a field that people name the page by: title or alias. */
export const NAMED = 2 ** (SHIFT[3] ?? 0);

/** One more than any packed count. */
export const PACKED_END = 2 ** 30;

/** @param packed the counts so far @param field its number in {@link FIELDS} */
export function countOneMore(packed: number, field: number): number {
  const shift = SHIFT[field] ?? 0;
  const most = MOST[field] ?? 0;
  return ((packed >> shift) & most) < most ? packed + 2 ** shift : packed;
}
