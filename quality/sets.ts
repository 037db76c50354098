import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { splitSentences } from '../src/markdown';
import { type QualitySet, type SetSource } from './types';

const FACTS = z.strictObject({
  title: z.string(),
  purpose: z.string(),
  facts: z.array(
    z.strictObject({
      id: z.string(),
      fact: z.string(),
      sources: z.array(z.string()).min(1),
      match: z.array(z.string()).min(1),
      status: z.enum(['current', 'superseded', 'contradicted']),
    }),
  ),
  changes: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(['contradiction', 'supersession']),
      about: z.string(),
      older: z.string(),
      newer: z.string(),
      expected: z.string(),
    }),
  ),
});

/** Sources that are made from the texts of a development package, which are not committed. */
const DERIVED = z.array(z.strictObject({ file: z.string(), from: z.string(), title: z.string() }));

/** The dataset has each speech on one line; paragraphs are what a reader would have. */
const SENTENCES_PER_PARAGRAPH = 4;

export function setNames(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, 'facts.json')))
    .sort();
}

/** @param folder of all sets */
export function loadSet(folder: string, name: string): QualitySet {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, name, file), 'utf8'));
  const facts = FACTS.parse(read('facts.json'));
  const sources = path.join(folder, name, 'sources');
  const own = readdirSync(sources).map((file) => ({
    file,
    bytes: new Uint8Array(readFileSync(path.join(sources, file))),
  }));
  const derived = existsSync(path.join(folder, name, 'derived.json'))
    ? deriveSources(read('derived.json'), folder)
    : [];
  const all = [...own, ...derived].sort((a, b) => (a.file < b.file ? -1 : 1));
  return { name, ...facts, sources: all, hasForeignTexts: derived.length > 0 };
}

function deriveSources(listed: unknown, folder: string): readonly SetSource[] {
  const require = createRequire(path.join(folder, 'index.js'));
  return DERIVED.parse(listed).map(({ file, from, title }) => {
    const text = readFileSync(require.resolve(from), 'utf8').trim();
    const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
    const paragraphs: string[] = [];
    for (let at = 0; at < sentences.length; at += SENTENCES_PER_PARAGRAPH)
      paragraphs.push(sentences.slice(at, at + SENTENCES_PER_PARAGRAPH).join(' '));
    return { file, bytes: new TextEncoder().encode(`${title}\n\n${paragraphs.join('\n\n')}\n`) };
  });
}

/** A fixed other order. */
export function shuffled<T>(items: readonly T[]): readonly T[] {
  const result = [...items];
  let state = 20_260_101;
  for (let at = result.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    const [a, b] = [result[at], result[other]];
    if (a === undefined || b === undefined) continue;
    result[at] = b;
    result[other] = a;
  }
  return result;
}
