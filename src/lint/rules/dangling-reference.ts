import type { Bench, Draft, PageFacts, PageRule } from '../rule';
import { asWritten, chosenSlug } from '../links';
import { quote } from '../words';

const fields = ['supersedes', 'contradicts'] as const;
type Field = (typeof fields)[number];

/** Source: AIP-10, Layer 2; specs README, 11. */
export const danglingReference: PageRule = {
  id: 'dangling-reference',
  about: 'page',
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
    fields.flatMap((field) =>
      facts.page[field]
        .filter((slug) => facts.pagesBySlug(slug).length === 0)
        .map((slug) => danglingDraft(facts, field, slug)),
    ),
};

function danglingDraft(facts: PageFacts, field: Field, slug: string): Draft {
  const nearest = facts.nearest(slug);
  const draft: Draft = {
    at: { field, item: slug },
    message: `Unexpected slug ${quote(slug)} in ${field}, expected the slug of a page that exists`,
    key: `${field}: ${slug}`,
    suggestions: nearest.names,
    choose: chosenSlug(facts.page.path, field, slug),
  };
  const written = asWritten(facts.page.data[field], slug);
  if (written === null) return draft;
  const { path } = facts.page;
  const mend = (bench: Bench): void => {
    const better = nearest.certain === null ? undefined : bench.snapshot.pages.get(nearest.certain)?.slug;
    const reason =
      better === undefined
        ? `${quote(slug)} is the slug of no page.`
        : `${quote(slug)} is the slug of no page, and ${quote(better)} is the one that is called the same.`;
    bench.frontmatter(path, { op: 'drop', path: [field], value: written }, { reason });
    if (better !== undefined) bench.frontmatter(path, { op: 'add', path: [field], value: better }, { reason });
  };
  return { ...draft, mend };
}
