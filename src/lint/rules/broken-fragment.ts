import { encodePath, type TextLink } from '../../markdown';
import { type Report, type PageRule } from '../rule';
import { quote } from '../quote';

/** Links to a heading or block that the target does not have. */
export const brokenFragment: PageRule = {
  id: 'broken-fragment',
  scope: 'page',
  curatedOnly: false,
  code: 'living-wiki:fragment_missing',
  title: 'Link to a missing heading or block',
  what: 'A link whose page exists but has no such heading (`[[page#Heading]]`) or block (`[[page#^id]]`).',
  why: 'Obsidian opens the page at its top, so the reader has to search for what was meant. Usually the heading was reworded.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'A heading that is not there, and one that is',
      files: {
        'notes/a.md': 'See [[b#Costs]] and [[b#Limits]].\n',
        'notes/b.md': '# B\n\n## Limits\n\nNone. ^none\n',
      },
      finds: ['notes/a.md:1'],
    },
    {
      name: 'Blocks, and headings of the page itself',
      files: { 'notes/b.md': '## Limits\n\nNone. ^none\n\n[[#^none]], [[#^some]], [[#Limits]], [[#Limit]]\n' },
      finds: ['notes/b.md:5', 'notes/b.md:5'],
    },
  ],
  check(facts) {
    const reports: Report[] = [];
    for (const link of facts.page.links) {
      if (link.fragment === null) continue;
      const found = facts.resolve(link);
      if (found.kind !== 'page' || found.fragmentFound) continue;
      const what = link.fragment.startsWith('^') ? 'block' : 'heading';
      const existing = found.page.headings.map((heading) => heading.text);
      reports.push({
        at: { line: link.line, column: link.column },
        message: `Unexpected ${what} ${quote(link.fragment)} in a link to "${found.page.path}", expected one that the page has`,
        key: `${link.target}#${link.fragment}`,
        suggestions: what === 'heading' ? similarHeadings(link.fragment, existing) : [],
        applySuggestion: applyHeadingSuggestion(facts.page.path, link),
      });
    }
    return reports;
  },
};

/** Writes the heading that a person chose in the place of the one that is not there. */
function applyHeadingSuggestion(from: string, link: TextLink): NonNullable<Report['applySuggestion']> {
  return async (fixer, heading) => {
    const rest = (await fixer.text(from)).slice(link.targetEnd, link.end);
    const end = (link.form === 'wikilink' ? /^#[^|\]]*/ : /^#[^)>\s]*/).exec(rest)?.[0].length ?? 0;
    if (end === 0 || link.form === 'reference') return;
    const plain = heading
      .replace(/[#|^[\]\\:]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const written = link.form === 'wikilink' ? plain : encodePath(plain);
    const splice = { start: link.targetEnd, end: link.targetEnd + end, text: `#${written}` };
    fixer.splice(from, splice, { reason: `You chose "${heading}".`, declares: ['links'] });
  };
}

/** Headings that share a word with the fragment, at most three, in the order of the page. */
function similarHeadings(fragment: string, headings: readonly string[]): readonly string[] {
  const wanted = new Set(wordsOf(fragment));
  return [...new Set(headings)].filter((heading) => wordsOf(heading).some((word) => wanted.has(word))).slice(0, 3);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}
