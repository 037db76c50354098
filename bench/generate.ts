import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A small generator of numbers, so that every run measures the same wiki. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const SYLLABLES =
  'al ba cor den el fin gar hol im jun kel lor mar nor os pel quin ros sel tor ul van wes yor zan'.split(' ');

/** Words of a made-up language with a natural spread: a few are everywhere, most are rare. */
export function vocabulary(size: number): readonly string[] {
  const next = numbers(7);
  const words = new Set<string>();
  while (words.size < size) {
    const syllables = 2 + Math.floor(next() * 3);
    let word = '';
    for (let at = 0; at < syllables; at += 1) word += SYLLABLES[Math.floor(next() * SYLLABLES.length)] ?? '';
    words.add(word);
  }
  return [...words];
}

const WORDS = vocabulary(20_000);

/** A sentence of about twelve words. */
export function sentence(next: () => number): string {
  const words: string[] = [];
  for (let at = 0; at < 9 + Math.floor(next() * 7); at += 1) {
    words.push(WORDS[Math.floor(next() ** 3 * WORDS.length)] ?? 'word');
  }
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function nameOf(page: number): string {
  const [first, second] = [WORDS[(page * 7919) % WORDS.length] ?? '', WORDS[(page * 104729 + 13) % WORDS.length] ?? ''];
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${second.charAt(0).toUpperCase()}${second.slice(1)} ${page}`;
}

export function slugOf(page: number): string {
  return nameOf(page).toLowerCase().replaceAll(' ', '-');
}

/** What people type into a search: names, words, words half typed and with a slip. */
export const QUERIES = ((): readonly string[] => {
  const next = numbers(3);
  return Array.from({ length: 300 }, (_, at) => {
    const words = sentence(next).replace('.', '').split(' ');
    if (at % 3 === 0) return nameOf(at);
    if (at % 3 === 1) return words.slice(0, 2).join(' ');
    // A word half typed, and one with a slip of the finger.
    return `${(words[0] ?? '').slice(0, 4)} ${(words[1] ?? '').replace(/(.)(.)/, '$2$1')}`;
  });
})();

/** The text of page number `page` of a wiki of `pages` pages: frontmatter, four sections, five links, about 2 kB. */
export function pageText(page: number, pages: number): string {
  const next = numbers(page + 1);
  const link = (): string => `[[${slugOf(Math.floor(next() * pages))}]]`;
  const section = (heading: string): string =>
    `## ${heading}\n\n${sentence(next)} ${sentence(next)} See ${link()}. ${sentence(next)}\n`;
  return `---
schema: knowledge/v1
slug: ${slugOf(page)}
kind: ${page % 3 === 0 ? 'concept' : 'entity'}
title: ${nameOf(page)}
sources:
  - sources/2026-01-01-first.md
confidence: 0.${5 + (page % 5)}
updated_at: "2026-0${1 + (page % 9)}-11T10:00:00Z"
tags: [tag-${page % 40}, tag-${page % 7}]
---

# ${nameOf(page)}

${sentence(next)} It belongs to ${link()}.

${section('Background')}
${section('What the sources say')}
${section('Open questions')}
${section('See also')}`;
}

export const MANIFEST = `---
schema: knowledge.workspace/v1
name: bench-wiki
title: Bench wiki
description: A generated wiki to measure with.
version: 1.0.0
lints:
  - id: broken-ref
    kind: broken-ref
    appliesTo: "*"
    severity: warn
  - id: max-age-365
    kind: max-age
    appliesTo: "*"
    severity: warn
    params: { days: 365 }
---

# Bench wiki
`;

/** Writes a wiki of `pages` pages into `folder`, with one source that names forty of the first hundred pages. */
export function writeWiki(folder: string, pages: number): void {
  for (const name of ['entities', 'concepts', 'sources']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'KNOWLEDGE.md'), MANIFEST);
  writeFileSync(path.join(folder, 'sources', '2026-01-01-first.md'), '# First\n\nThe first source.\n');
  writeFileSync(path.join(folder, 'sources', '2026-02-02-second.md'), sourceText());
  for (let page = 0; page < pages; page += 1) {
    const kind = page % 3 === 0 ? 'concepts' : 'entities';
    writeFileSync(path.join(folder, kind, `${slugOf(page)}.md`), pageText(page, pages));
  }
}

/** The same source whatever the size of the wiki. */
function sourceText(): string {
  const next = numbers(99);
  const paragraphs: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    paragraphs.push(
      `${sentence(next)} ${nameOf((at * 5) % 100)} is a ${sentence(next).toLowerCase()} ${sentence(next)}`,
    );
  }
  return `# Second\n\n${paragraphs.join('\n\n')}\n`;
}
