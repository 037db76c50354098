import { encodePath, type TextLink } from '../../markdown';
import { quote } from '../quote';
import { type PageRule, type Report, type SuggestionFix } from '../rule';

export const brokenFragment: PageRule = {
  id: 'broken-fragment',
  scope: 'page',
  curatedOnly: false,
  code: 'living-wiki:fragment_missing',
  title: 'Link to a missing heading or block',
  severity: 'warn',
  fixedBy: 'nothing',
  check(facts) {
    const reports: Report[] = [];
    for (const link of facts.page.links) {
      if (link.fragment === null) continue;
      const found = facts.resolve(link);
      if (found.kind !== 'page' || found.fragmentFound) continue;
      const kind = link.fragment.startsWith('^') ? 'block' : 'heading';
      const existing = found.page.headings.map((heading) => heading.text);
      reports.push({
        at: { line: link.line, column: link.column },
        message: `Broken link: "${found.page.path}" has no ${kind} ${quote(link.fragment)}. Link to one that it has.`,
        key: `${link.target}#${link.fragment}`,
        suggestions: kind === 'heading' ? similarHeadings(link.fragment, existing) : [],
        applySuggestion: applyHeadingSuggestion(facts.page.path, link),
      });
    }
    return reports;
  },
};

/** Replaces the missing heading with the chosen one. */
function applyHeadingSuggestion(from: string, link: TextLink): SuggestionFix {
  return async (fixer, heading) => {
    const rest = (await fixer.text(from)).slice(link.targetEnd, link.end);
    const end = (link.form === 'wikilink' ? /^#[^|\]]*/ : /^#[^)>\s]*/).exec(rest)?.[0].length ?? 0;
    if (end === 0 || link.form === 'reference') return;
    const plain = heading
      .replace(/[#|^[\]\\:]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const target = link.form === 'wikilink' ? plain : encodePath(plain);
    const splice = { start: link.targetEnd, end: link.targetEnd + end, text: `#${target}` };
    fixer.splice(from, splice, { reason: `You chose "${heading}".`, declares: ['links'] });
  };
}

/** Up to three headings that share a word with the fragment, in page order. */
function similarHeadings(fragment: string, headings: readonly string[]): readonly string[] {
  const wanted = new Set(wordsOf(fragment));
  return [...new Set(headings)].filter((heading) => wordsOf(heading).some((word) => wanted.has(word))).slice(0, 3);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}
