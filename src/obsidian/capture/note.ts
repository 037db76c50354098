/** A text that a person keeps as a source. */
export interface Capture {
  readonly title: string;
  /** Where it is from; `''` if nobody said. */
  readonly address: string;
  /** `YYYY-MM-DD`; `''` if nobody knows. */
  readonly date: string;
  readonly text: string;
}

/** The address, if a text is nothing but a link to a page; else `null`. */
export function asLink(text: string): string | null {
  const only = text.trim();
  return /^https?:\/\/\S+$/i.test(only) && URL.canParse(only) ? only : null;
}

/** A title for pasted text: its first line with words. */
export function titleFor(text: string): string {
  const line = text.split(/\r?\n/).find((each) => /\p{L}|\p{N}/u.test(each)) ?? '';
  const plain = line.replace(/^[#>\-*\s]+/, '').trim();
  return plain.length > 80 ? `${plain.slice(0, 79).trimEnd()}…` : plain;
}

/** The note that is saved among the sources. Values are quoted, so that no text becomes another property. */
export function toNote({ title, address, date, text }: Capture): string {
  const fields = [
    `title: ${JSON.stringify(title)}`,
    ...(address === '' ? [] : [`source: ${JSON.stringify(address)}`]),
    ...(date === '' ? [] : [`date: ${JSON.stringify(date)}`]),
  ];
  return `---\n${fields.join('\n')}\n---\n\n${text.replace(/\r\n?/g, '\n').trim()}\n`;
}

/** A file name that every system takes. */
export function fileNameFor(title: string): string {
  const name = title
    .replace(/[\p{Cc}<>:"|?*\\/#^[\]]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return `${name.slice(0, 80).trim() || 'Note'}.md`;
}
