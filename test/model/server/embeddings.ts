import { type Behaviour } from './server';

/** Words that mean the same, to a server that knows nothing else. */
const SENSES: readonly (readonly string[])[] = [
  ['beacon', 'light', 'lighthouse', 'pharos'],
  ['fuel', 'oil', 'paraffin', 'burns'],
  ['price', 'cost', 'paid', 'money'],
];

const LENGTH = 96;

/** What a text means: how often it has each word, words of one sense being one. */
export function meaningOf(text: string): readonly number[] {
  const vector = Array.from({ length: LENGTH }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []) {
    const sense = SENSES.findIndex((words) => words.includes(word));
    let hash = 0;
    for (const char of word) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0;
    const at = sense === -1 ? SENSES.length + (hash % (LENGTH - SENSES.length)) : sense;
    vector[at] = (vector[at] ?? 0) + (sense === -1 ? 1 : 3);
  }
  return vector;
}

const json = { 'content-type': 'application/json' };

/** Makes embeddings as a good server does. @param change of the answer, to make it a bad one */
export function embeds(change: (answer: { data: unknown[]; usage?: unknown }) => unknown = (good) => good): Behaviour {
  return ({ body }, response) => {
    const input = body.input as string[];
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: meaningOf(text) }));
    const tokens = input.join(' ').split(' ').length;
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    response.writeHead(200, json).end(JSON.stringify(change({ data, usage })));
  };
}
