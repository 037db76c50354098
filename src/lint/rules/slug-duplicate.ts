import { type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10, Layer 2 (the slug is the page's id). */
export const slugDuplicate: PageRule = {
  id: 'slug-duplicate',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:slug_duplicate',
  title: 'Slug used twice',
  what: 'Two or more pages with the same slug: one finding for each of them.',
  why: 'The slug is what links, `supersedes` and the index name. With two pages, which one is meant depends on the order of their paths.',
  severity: 'error',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'The same slug in two folders',
      files: {
        'concepts/mercury.md':
          '---\nschema: knowledge/v1\nslug: mercury\nkind: concept\ntitle: Mercury\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA metal.\n',
        'entities/mercury.md':
          '---\nschema: knowledge/v1\nslug: mercury\nkind: entity\ntitle: Mercury\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nA planet.\n',
      },
      finds: ['concepts/mercury.md:3', 'entities/mercury.md:3'],
    },
  ],
  check(facts) {
    const { page } = facts;
    const others = facts.pagesBySlug(page.slug).filter((other) => other.path !== page.path && other.schema !== null);
    if (others.length === 0) return [];
    const paths = others.slice(0, 3).map((other) => quote(other.path));
    const more = others.length > 3 ? ` and ${others.length - 3} more` : '';
    return [
      {
        at: { field: 'slug' },
        message: `Unexpected slug ${quote(page.slug)}, which ${paths.join(', ')}${more} has too, expected one of its own`,
        key: page.slug,
      },
    ];
  },
};
