import { type YieldBudget } from '../../base';
import { type ParsedSource } from './parse-source';
import { createNameUse, type NameUse } from './names';

const BRACKETED_NAME = /[「『《〈“]([^「」『』《》〈〉“”。、，！？!?,\n]{2,20})[」』》〉”]/gu;
const KATAKANA = /[\p{Script=Katakana}ー][\p{Script=Katakana}ー・]{2,24}/gu;

/**
 * Finds names in text without spaces: text in title or corner brackets, and runs of Katakana, each used at least twice.
 * More would need a dictionary, and a name cut in the wrong place makes a wrong page.
 */
export async function findUnspacedNames(parsed: ParsedSource, budget: YieldBudget): Promise<readonly NameUse[]> {
  const found = new Map<string, NameUse[]>();
  for (const sentence of parsed.sentences) {
    if (budget.spend(sentence.text.length)) await budget.checkpoint();
    const places = new Set<string>();
    for (const pattern of [BRACKETED_NAME, KATAKANA]) {
      for (const match of sentence.text.matchAll(pattern)) {
        const name = (match[1] ?? match[0]).replace(/^・|・$/g, '');
        const start = match.index + match[0].indexOf(name);
        if (name.length < 2 || /^[\d\s]+$/.test(name)) continue;
        const use = createNameUse(name, { sentence: sentence.index, start, end: start + name.length });
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
    .filter((uses) => uses.length >= 2 || uses.some((use) => /[《『]/.test(charBefore(use, parsed))))
    .flat();
}

function charBefore(use: NameUse, parsed: ParsedSource): string {
  return parsed.sentences[use.mention.sentence]?.text.charAt(use.mention.start - 1) ?? '';
}
