import { type TextLink } from '../../markdown';
import { applySlugSuggestion, applyTargetSuggestion, linkToPage } from '../link-edits';
import { quote } from '../quote';
import { type Fix, type NearestNames, type PageRule, type Report } from '../rule';

/** Source: AIP-10, lint contract ("Broken refs"); the `links` field: its JSON Schema. */
export const brokenRef: PageRule = {
  id: 'broken-ref',
  kind: 'broken-ref',
  scope: 'page',
  curatedOnly: false,
  code: 'link_broken',
  title: 'Broken link',
  severity: 'error',
  fixedBy: 'edit',
  check(facts) {
    const reports: Report[] = [];
    for (const link of facts.page.links) {
      if (facts.resolve(link).kind !== 'missing') continue;
      const nearest = facts.nearest(pageNameIn(link.target));
      const fix = fixLink(facts.page.path, link, nearest);
      reports.push({
        at: { line: link.line, column: link.column },
        message: `Broken link: no page or file is named ${quote(link.target)}.`,
        key: link.target,
        suggestions: nearest.names,
        applySuggestion: applyTargetSuggestion(facts.page.path, link),
        ...(fix && { fix }),
      });
    }
    for (const slug of facts.page.declaredLinks) {
      if (facts.pagesBySlug(slug).length > 0) continue;
      reports.push({
        at: { field: 'links', item: slug },
        message: `No page has the slug ${quote(slug)}, which \`links\` names. Correct or remove it.`,
        key: `links: ${slug}`,
        suggestions: facts.nearest(slug).names,
        applySuggestion: applySlugSuggestion(facts.page.path, 'links', slug),
      });
    }
    return reports;
  },
};

/** The page name in a target: its last segment, without `.md`. */
function pageNameIn(target: string): string {
  const name = target.slice(target.lastIndexOf('/') + 1).trim();
  return name.replace(/\.md$/i, '');
}

function fixLink(from: string, link: TextLink, { normalizedMatch }: NearestNames): Fix | null {
  if (normalizedMatch === null) return null;
  return async (fixer) => {
    const splice = linkToPage(fixer.snapshot, await fixer.text(from), from, link, normalizedMatch);
    if (splice === null) return;
    const reason = `${quote(link.target)} does not exist; only "${normalizedMatch}" has the same name.`;
    fixer.splice(from, splice, { reason, declares: ['links'] });
  };
}
