import { type TextLink } from '../../markdown';
import { stemOf } from '../name-index';
import { type Report, type PageFacts, type PageRule } from '../rule';
import { applyTargetSuggestion } from '../link-edits';
import { quote } from '../quote';

/** Source: specs README, the note after the link table. */
export const linkObsidian: PageRule = {
  id: 'link-obsidian',
  scope: 'page',
  curatedOnly: false,
  code: 'living-wiki:link_differs_in_obsidian',
  title: 'Link that Obsidian reads differently',
  what: 'A wikilink that AIP-10 resolves by slug, and that Obsidian, which knows only file names, does not find or opens as another page.',
  why: 'Clicking it in Obsidian offers to create a new note, or opens the wrong one. The rule `slug-filename` mends the page that is meant.',
  severity: 'info',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'A slug that is no file name, and one that is another page’s',
      files: {
        'notes/a.md': 'See [[bridge-note]] and [[runway]].\n',
        'concepts/bridge-loan.md':
          '---\nschema: knowledge/v1\nslug: bridge-note\nkind: concept\ntitle: Bridge loan\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA loan.\n',
        'concepts/months-left.md':
          '---\nschema: knowledge/v1\nslug: runway\nkind: concept\ntitle: Months left\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nSix.\n',
        'notes/runway.md': 'Where planes land.\n',
      },
      finds: ['notes/a.md:1', 'notes/a.md:1'],
    },
  ],
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
    const name = stemOf(found.page.path);
    const message = `Unexpected link by the slug ${quote(link.target)}, which Obsidian does not know, expected the file name ${quote(name)}`;
    return { message, suggestions: [name] };
  }
  if (link.target.includes('/')) return null;
  const slug = link.target.replace(/\.md$/i, '');
  const meant = facts.pagesBySlug(slug).filter((page) => page.schema !== null);
  const other = meant[0];
  if (other === undefined || meant.some((page) => page.path === found.page.path)) return null;
  const message = `Unexpected link to ${quote(link.target)}, which is the file ${quote(found.page.path)} in Obsidian and the slug of ${quote(other.path)}, expected a path`;
  return { message, suggestions: [found.page.path, other.path] };
}
