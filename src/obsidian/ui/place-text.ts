import { type Anchor } from '../../workbench';
import { review } from '../locale';

/**
 * Where a quote is in its source, in the language of the app: "line 19", "page 4"; `''` for a source without places. Files and the
 * command line say the same with `describePlace`, in English.
 * @param path of the source: an EPUB has chapters where others have pages
 */
export function placeText({ page, time, line }: Anchor, path = ''): string {
  const words = review.place;
  if (page !== undefined) return path.toLowerCase().endsWith('.epub') ? words.chapter(page) : words.page(page);
  if (time !== undefined) return time;
  return line === undefined ? '' : words.line(line);
}
