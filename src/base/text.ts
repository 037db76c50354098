/**
 * A text as a message quotes it: on one line, white space and control characters collapsed, and at most `length` UTF-16
 * units long, with an ellipsis where it was cut.
 */
export function clip(text: string, length: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= length) return line;
  // Half a surrogate pair is not a character.
  return `${line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A number with its noun: `1 page`, `2 pages`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Makes the first letter a capital. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
