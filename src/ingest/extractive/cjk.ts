import type { Pace } from '../pace';
import type { Reading } from './read';
import { plainUse, type RawName } from './names';

const quoted = /[「『《〈“]([^「」『』《》〈〉“”。、，！？!?,\n]{2,20})[」』》〉”]/gu;
const katakana = /[\p{Script=Katakana}ー][\p{Script=Katakana}ー・]{2,24}/gu;

/**
 * Names in text without spaces, found by their marks alone: what stands in title or corner brackets, and runs of
 * Katakana, each used at least twice. Anything finer needs a dictionary, and a wrong cut makes a wrong page.
 */
export async function unspacedNames(reading: Reading, pace: Pace): Promise<readonly RawName[]> {
  const found = new Map<string, RawName[]>();
  for (const sentence of reading.sentences) {
    if (pace.after(sentence.text.length)) await pace.rest();
    const places = new Set<string>();
    for (const pattern of [quoted, katakana]) {
      for (const match of sentence.text.matchAll(pattern)) {
        const name = (match[1] ?? match[0]).replace(/^・|・$/g, '');
        const start = match.index + match[0].indexOf(name);
        if (name.length < 2 || /^[\d\s]+$/.test(name)) continue;
        const use = plainUse(name, { sentence: sentence.index, start, end: start + name.length });
        const place = `${start} ${name}`;
        if (places.has(place)) continue;
        places.add(place);
        const known = found.get(name);
        if (known === undefined) found.set(name, [use]);
        else known.push(use);
      }
    }
  }
  return [...found.values()]
    .filter((uses) => uses.length >= 2 || uses.some((use) => /[《『]/.test(before(use, reading))))
    .flat();
}

function before(use: RawName, reading: Reading): string {
  return reading.sentences[use.mention.sentence]?.text.charAt(use.mention.start - 1) ?? '';
}
