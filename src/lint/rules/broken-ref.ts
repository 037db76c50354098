import { type TextLink } from '../../markdown';
import { applySlugSuggestion, applyTargetSuggestion, linkToPage } from '../link-edits';
import { type Fixer, type Report, type NearestNames, type PageRule } from '../rule';
import { quote } from '../quote';

/**
 * Links that lead nowhere. Source: AIP-10, lint contract ("Broken refs"); the `links` field: its JSON Schema.
 */
export const brokenRef: PageRule = {
  id: 'broken-ref',
  kind: 'broken-ref',
  scope: 'page',
  curatedOnly: false,
  code: 'link_broken',
  title: 'Broken link',
  what: 'A link of a page (wikilink, Markdown link or embed), or a slug in its `links` field, that leads to no file of the wiki. The nearest names are suggested.',
  why: 'A reader who follows it finds nothing, and neither people nor models can tell what was meant. Where exactly one page is called the same but for case, spaces, punctuation or accents, or has that name as its title or an alias, the link can be mended safely.',
  severity: 'error',
  fixable: true,
  fixedBy: 'edit',
  examples: [
    {
      name: 'A link to a page that was renamed and kept its old name as an alias',
      files: {
        'concepts/runway.md':
          '---\nschema: knowledge/v1\nslug: runway\nkind: concept\ntitle: Runway\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# Runway\n\nPaid for by the [[Bridge note]].\n',
        'concepts/bridge-loan.md':
          '---\nschema: knowledge/v1\nslug: bridge-loan\nkind: concept\ntitle: Bridge loan\naliases: [Bridge note]\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# Bridge loan\n\nA loan.\n',
      },
      finds: ['concepts/runway.md:12'],
      fixed: {
        'concepts/runway.md':
          '---\nschema: knowledge/v1\nslug: runway\nkind: concept\ntitle: Runway\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# Runway\n\nPaid for by the [[bridge-loan|Bridge note]].\n',
      },
    },
    {
      name: 'Nothing is near enough to be sure, and code holds no links',
      files: {
        'notes/a.md': 'See [[nowhere at all]] and [this](gone.md), but not `[[code]]`.\n',
      },
      finds: ['notes/a.md:1', 'notes/a.md:1'],
    },
  ],
  check(facts) {
    const reports: Report[] = [];
    for (const link of facts.page.links) {
      if (facts.resolve(link).kind !== 'missing') continue;
      const nearest = facts.nearest(pageNameIn(link.target));
      const report = {
        at: { line: link.line, column: link.column },
        message: `Unexpected link to ${quote(link.target)}, expected the name of a page or file that exists`,
        key: link.target,
        suggestions: nearest.names,
        choose: applyTargetSuggestion(facts.page.path, link),
      };
      const mend = fixLink(facts.page.path, link, nearest);
      reports.push(mend === undefined ? report : { ...report, fix: mend });
    }
    for (const slug of facts.page.declaredLinks) {
      if (facts.pagesBySlug(slug).length > 0) continue;
      reports.push({
        at: { field: 'links', item: slug },
        message: `Unexpected slug ${quote(slug)} in links, expected the slug of a page that exists`,
        key: `links: ${slug}`,
        suggestions: facts.nearest(slug).names,
        applySuggestion: applySlugSuggestion(facts.page.path, 'links', slug),
      });
    }
    return reports;
  },
};

/** What a target calls the page: its last segment, without `.md`. */
function pageNameIn(target: string): string {
  const name = target.slice(target.lastIndexOf('/') + 1).trim();
  return name.replace(/\.md$/i, '');
}

function fixLink(from: string, link: TextLink, nearest: NearestNames): Report['fix'] {
  const { normalizedMatch: certain } = nearest;
  if (certain === null) return undefined;
  return async (fixer: Fixer) => {
    const splice = linkToPage(fixer.snapshot, await fixer.text(from), from, link, certain);
    if (splice === null) return;
    const reason = `${quote(link.target)} does not exist, and "${certain}" is the one page that is called the same.`;
    fixer.splice(from, splice, { reason, declares: ['links'] });
  };
}
