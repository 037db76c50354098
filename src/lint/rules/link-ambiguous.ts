import { type Report, type PageFacts, type PageRule } from '../rule';
import { type TextLink } from '../../markdown';
import { applyTargetSuggestion } from '../link-edits';
import { quote } from '../quote';

/** Source: specs README, "How Obsidian resolves links", 3. */
export const linkAmbiguous: PageRule = {
  id: 'link-ambiguous',
  scope: 'page',
  curatedOnly: false,
  code: 'living-wiki:link_ambiguous',
  title: 'Ambiguous link',
  what: 'A link by a name that several files have, where only the length of their paths (or, for a slug, their order) decides which one opens.',
  why: 'Adding or moving a file elsewhere changes silently where the link leads. Writing the path settles it.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'Two files of the same name; a path, or the linking note’s own folder, is not ambiguous',
      files: {
        'notes/a.md': 'See [[mercury]] and [[planets/mercury]].\n',
        'metals/mercury.md': 'A metal.\n',
        'planets/mercury.md': 'A planet.\n',
        'planets/venus.md': 'Next to [[mercury]].\n',
      },
      finds: ['notes/a.md:1'],
    },
  ],
  check(facts) {
    const reports: Report[] = [];
    for (const link of facts.page.links) {
      const [chosen, rivals] = ambiguityOf(facts, link);
      if (chosen === null || rivals.length === 0) continue;
      const others = rivals.slice(0, 3).map(quote).join(', ');
      reports.push({
        at: { line: link.line, column: link.column },
        message: `Unexpected link to ${quote(link.target)}, which opens ${quote(chosen)} and could mean ${others} as well, expected a path`,
        key: link.target,
        suggestions: [chosen, ...rivals].slice(0, 5),
        applySuggestion: applyTargetSuggestion(facts.page.path, link, true),
      });
    }
    return reports;
  },
};

function ambiguityOf(facts: PageFacts, link: TextLink): readonly [string | null, readonly string[]] {
  const found = facts.resolve(link);
  if (found.kind === 'file') return [found.path, found.alternatives];
  if (found.kind === 'page' && (found.by === 'name' || found.by === 'slug'))
    return [found.page.path, found.alternatives];
  return [null, []];
}
