/** A text as a message quotes it: on one line, at most 80 characters. */
export function quote(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (line.length <= 80) return `"${line}"`;
  // Not in the middle of a surrogate pair.
  return `"${line.slice(0, 79).replace(/[\ud800-\udbff]$/, '')}…"`;
}
