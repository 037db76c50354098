import { bodyStartOf, scanText } from '../markdown';

/** A piece of a file: a heading with what follows it up to the next one. */
export interface Section {
  /** As a link names it, `Limits` or `Bearings#Limits`; `null` before the first heading. */
  readonly name: string | null;
  readonly text: string;
}

/** A part of a longer section is named like it. UTF-16 units. */
const MAX_SECTION = 6_000;

/** The sections of a file in order, without front matter. Sections without words are left out. */
export function sectionsOf(text: string): readonly Section[] {
  const bodyStart = bodyStartOf(text);
  const { headings } = scanText(text, bodyStart);
  const counts = new Map<string, number>();
  for (const { text: name } of headings) counts.set(name, (counts.get(name) ?? 0) + 1);
  const open: { readonly level: number; readonly name: string }[] = [];
  const sections: Section[] = [];
  const push = (name: string | null, start: number, end: number): void => {
    for (const part of partsOf(text.slice(start, end).trim())) {
      if (/[\p{L}\p{N}]/u.test(part)) sections.push({ name, text: part });
    }
  };
  push(null, bodyStart, headings[0]?.start ?? text.length);
  for (const [at, { level, text: name, start, end }] of headings.entries()) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    // A heading that occurs twice is named with the one above it.
    const above = (counts.get(name) ?? 0) > 1 ? open.at(-1) : undefined;
    open.push({ level, name });
    const next = headings[at + 1]?.start ?? text.length;
    if (text.slice(end, next).trim() !== '') push(above === undefined ? name : `${above.name}#${name}`, start, next);
  }
  return sections;
}

/** Cuts a long section between paragraphs. */
function partsOf(text: string): readonly string[] {
  if (text.length <= MAX_SECTION) return [text];
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_SECTION) {
    const cut = cutBefore(rest, MAX_SECTION);
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return [...parts, rest];
}

/** The best place to cut a text at or before a length: between paragraphs, lines, words. */
export function cutBefore(text: string, length: number): number {
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(mark, length);
    if (at > length / 2) return at;
  }
  // Half a surrogate pair is no character.
  const code = text.charCodeAt(length - 1);
  return code >= 0xd800 && code < 0xdc00 ? length - 1 : length;
}
