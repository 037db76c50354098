import { type Fixer, type Report, type PageFacts, type PageRule } from '../rule';
import { findListItem, applySlugSuggestion } from '../link-edits';
import { quote } from '../quote';

const FIELDS = ['supersedes', 'contradicts'] as const;
type Field = (typeof FIELDS)[number];

/** Source: AIP-10, Layer 2; specs README, 11. */
export const danglingReference: PageRule = {
  id: 'dangling-reference',
  scope: 'page',
  curatedOnly: true,
  code: 'link_broken',
  title: 'Dangling supersedes or contradicts',
  what: 'An entry of `supersedes` or `contradicts` that is the slug of no page.',
  why: 'It says how this page relates to another, and the other is gone. The fix takes the entry out, or writes the slug of the one page that is called the same but for case, spaces and punctuation.',
  severity: 'error',
  fixable: true,
  fixedBy: 'edit',
  examples: [
    {
      name: 'A page that supersedes one that was deleted',
      files: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\nsupersedes:\n  - b\n  - gone-for-good\n---\n\nIt is 1.\n',
        'concepts/b.md':
          '---\nschema: knowledge/v1\nslug: b\nkind: concept\ntitle: B\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 2.\n',
      },
      finds: ['concepts/a.md:10'],
      fixed: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\nsupersedes:\n  - b\n---\n\nIt is 1.\n',
      },
    },
  ],
  check: (facts) =>
    FIELDS.flatMap((field) =>
      facts.page[field]
        .filter((slug) => facts.pagesBySlug(slug).length === 0)
        .map((slug) => danglingReport(facts, field, slug)),
    ),
};

function danglingReport(facts: PageFacts, field: Field, slug: string): Report {
  const nearest = facts.nearest(slug);
  const report: Report = {
    at: { field, item: slug },
    message: `Unexpected slug ${quote(slug)} in ${field}, expected the slug of a page that exists`,
    key: `${field}: ${slug}`,
    suggestions: nearest.names,
    applySuggestion: applySlugSuggestion(facts.page.path, field, slug),
  };
  const written = findListItem(facts.page.data[field], slug);
  if (written === null) return report;
  const { path } = facts.page;
  const fix = (fixer: Fixer): void => {
    const better =
      nearest.normalizedMatch === null ? undefined : fixer.snapshot.pages.get(nearest.normalizedMatch)?.slug;
    const reason =
      better === undefined
        ? `${quote(slug)} is the slug of no page.`
        : `${quote(slug)} is the slug of no page, and ${quote(better)} is the one that is called the same.`;
    fixer.frontmatter(path, { op: 'drop', path: [field], value: written }, { reason });
    if (better !== undefined) fixer.frontmatter(path, { op: 'add', path: [field], value: better }, { reason });
  };
  return { ...report, fix };
}
