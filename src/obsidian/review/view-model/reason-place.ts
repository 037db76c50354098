import { type ReviewFile, type ReviewHunk } from '../../../workbench';
import { review as words } from '../../locale';

/** How much of the text is quoted. Characters. */
const MAX_QUOTED = 80;

/** A reason with the place that it is about: the line of the page as it would be, and the words. */
export function reasonAt(
  { file, item: { hunk } }: { readonly file: ReviewFile; readonly item: ReviewHunk },
  about: string,
  reason: string,
): string {
  const quoted = about.replace(/\s+/g, ' ').trim();
  const [first = ''] = about.trim().split(/\r?\n/);
  const at = hunk.text.indexOf(first);
  const lines = (text: string): number => text.split('\n').length;
  const line = at < 0 ? null : lines(file.edit.base.slice(0, hunk.start)) + lines(hunk.text.slice(0, at)) - 1;
  const short = quoted.length > MAX_QUOTED ? `${quoted.slice(0, MAX_QUOTED - 1)}…` : quoted;
  return words.reasonAt(line, short, reason);
}

/** The first line with words; `null` for an empty text. */
export function firstLine(text: string): string | null {
  return text.split(/\r?\n/).find((line) => /\p{L}|\p{N}/u.test(line)) ?? null;
}
