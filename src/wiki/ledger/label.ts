/** Longer ids of sources are shortened in labels. In UTF-16 units. */
const MAX_LABEL_STEM = 20;

/**
 * What the labels of a source's footnotes begin with. The whole id of `2003-06-02-report-on-the-tunnel` behind every sentence would
 * make the Markdown of a page hard to read: its year and last word are enough, because a label only has to be unique on its page.
 */
export function labelStem(sourceId: string): string {
  if (sourceId.length <= MAX_LABEL_STEM) return sourceId;
  const words = sourceId.split('-');
  const year = /^\d{4}$/.test(words[0] ?? '') ? [words[0]] : [];
  return [...year, words.at(-1)?.slice(0, MAX_LABEL_STEM)].join('-');
}

/** The label of a footnote and, where that has another content, the next ones: `x-1`, `x-1b` … `x-1z`, `x-1z2` … */
export function labelVariant(label: string, nth: number): string {
  if (nth === 0) return label;
  return nth <= 25 ? `${label}${String.fromCharCode(97 + nth)}` : `${label}z${nth - 24}`;
}
