import { noteName } from '../../base';
import { type TextLink } from '../../markdown';
import { type Report, type PageFacts, type PageRule } from '../rule';
import { applyTargetSuggestion } from '../link-edits';
import { quote } from '../quote';

export const linkObsidian: PageRule = {
  id: 'link-obsidian',
  scope: 'page',
  curatedOnly: false,
  code: 'living-wiki:link_differs_in_obsidian',
  title: 'Link that Obsidian reads differently',
  severity: 'info',
  fixedBy: 'nothing',
  check(facts) {
    const reports: Report[] = [];
    for (const link of facts.page.links) {
      const problem = problemOf(facts, link);
      if (problem === null) continue;
      reports.push({
        at: { line: link.line, column: link.column },
        key: link.target,
        ...problem,
        applySuggestion: applyTargetSuggestion(facts.page.path, link),
      });
    }
    return reports;
  },
};

function problemOf(facts: PageFacts, link: TextLink): Pick<Report, 'message' | 'suggestions'> | null {
  if (link.form !== 'wikilink' || link.external || link.target === '') return null;
  const found = facts.resolve(link);
  if (found.kind !== 'page') return null;
  if (found.by === 'slug') {
    const name = noteName(found.page.path);
    const message = `Obsidian does not find ${quote(link.target)}: it is a slug, not a file name. Link to ${quote(name)}.`;
    return { message, suggestions: [name] };
  }
  if (link.target.includes('/')) return null;
  const slug = link.target.replace(/\.md$/i, '');
  const meant = facts.pagesBySlug(slug).filter((page) => page.schema !== null);
  const other = meant[0];
  if (other === undefined || meant.some((page) => page.path === found.page.path)) return null;
  const message = `In Obsidian, ${quote(link.target)} opens ${quote(found.page.path)}, but it is the slug of ${quote(other.path)}. Link by path.`;
  return { message, suggestions: [found.page.path, other.path] };
}
