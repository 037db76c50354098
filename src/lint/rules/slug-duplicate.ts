import { type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10, Layer 2 (the slug is the page's id). */
export const slugDuplicate: PageRule = {
  id: 'slug-duplicate',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:slug_duplicate',
  title: 'Slug used twice',
  severity: 'error',
  fixedBy: 'nothing',
  check(facts) {
    const { page } = facts;
    const others = facts.pagesBySlug(page.slug).filter((other) => other.path !== page.path && other.schema !== null);
    if (others.length === 0) return [];
    const paths = others.slice(0, 3).map((other) => quote(other.path));
    const more = others.length > 3 ? ` and ${others.length - 3} more` : '';
    return [
      {
        at: { field: 'slug' },
        message: `The slug ${quote(page.slug)} is also used by ${paths.join(', ')}${more}. Give each page its own slug.`,
        key: page.slug,
      },
    ];
  },
};
