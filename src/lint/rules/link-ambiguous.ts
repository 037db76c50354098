import { type Report, type PageFacts, type PageRule } from '../rule';
import { type TextLink } from '../../markdown';
import { applyTargetSuggestion } from '../link-edits';
import { quote } from '../quote';

export const linkAmbiguous: PageRule = {
  id: 'link-ambiguous',
  scope: 'page',
  curatedOnly: false,
  code: 'living-wiki:link_ambiguous',
  title: 'Ambiguous link',
  severity: 'warn',
  fixedBy: 'nothing',
  check(facts) {
    const reports: Report[] = [];
    for (const link of facts.page.links) {
      const [chosen, rivals] = ambiguityOf(facts, link);
      if (chosen === null || rivals.length === 0) continue;
      const others = rivals.slice(0, 3).map(quote).join(', ');
      reports.push({
        at: { line: link.line, column: link.column },
        message: `Ambiguous link: ${quote(link.target)} opens ${quote(chosen)} but could also mean ${others}. Link by path.`,
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
