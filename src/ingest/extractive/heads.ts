import type { Pace } from '../pace';
import type { NameTable } from '../recall';
import { partOf } from './page-sentences';
import type { Reading } from './read';
import { unspaced } from './words';

/** A sentence about something that may be a part of a subject. */
export interface Part {
  /** `tower` */
  readonly part: string;
  readonly sentence: number;
}

/** That a title or heading names a page. */
export interface Head {
  readonly by: 'title' | 'heading';
  /** The headings whose sections are about it; `null` for the whole source. */
  readonly headings: ReadonlySet<string> | null;
}

/** The pages that the title or a heading of a source names. */
export async function headsOf(reading: Reading, table: NameTable, pace: Pace): Promise<ReadonlyMap<string, Head>> {
  const { title, passages } = reading.text;
  const heads = new Map<string, Head>();
  const under = new Map<string, Set<string>>();
  let isFirst = true;
  for (const path of namedBy(title ?? '', table)) heads.set(path, { by: 'title', headings: null });
  for (const { kind, text, level } of passages) {
    if (kind !== 'heading') continue;
    if (pace.after(2 * text.length)) await pace.rest();
    const isTitle = level === 1 && isFirst;
    isFirst = false;
    for (const path of namedBy(text, table)) {
      if (isTitle) heads.set(path, { by: 'title', headings: null });
      if (heads.get(path)?.by === 'title') continue;
      const headings = under.get(path) ?? new Set<string>();
      under.set(path, headings.add(text));
      heads.set(path, { by: 'heading', headings });
    }
  }
  return heads;
}

/** In a heading every word may have a capital; a name of one word must be all of it. */
function namedBy(heading: string, table: NameTable): readonly string[] {
  if (heading.length > 200) return [];
  const several = table.find(heading, false).filter(({ name }) => name.includes(' ') || unspaced.test(name));
  return [...new Set([...several.flatMap(({ paths }) => paths), ...table.pagesNamed(heading)])];
}

/** The sentences under such headings that are about a definite thing without a page. */
export function partsUnder(headings: Head['headings'], reading: Reading, table: NameTable): readonly Part[] {
  return reading.sentences.flatMap(({ text, index, anchor, form }) => {
    if (form !== 'whole' || (headings !== null && !headings.has(anchor.heading ?? ''))) return [];
    const part = partOf(text);
    return part === null || table.pagesNamed(part).length > 0 ? [] : [{ part, sentence: index }];
  });
}
