/** Quotes a text for a message: on one line, at most 80 characters. */
export function quote(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (line.length <= 80) return `"${line}"`;
  // Do not cut a surrogate pair in half.
  return `"${line.slice(0, 79).replace(/[\ud800-\udbff]$/, '')}…"`;
}
