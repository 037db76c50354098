import { type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10, lint contract: "pages with contradicts populated". */
export const contradiction: PageRule = {
  id: 'contradiction',
  scope: 'page',
  curatedOnly: true,
  code: 'contradiction_unresolved',
  title: 'Unresolved contradiction',
  what: 'A page whose `contradicts` field names other pages: one finding for each.',
  why: 'Two pages claim what cannot both be true, and the wiki’s policy could not decide. A person has to: keep one claim, or say in both pages under which condition each holds, then take the entry out.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'Two pages that disagree',
      files: {
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\ncontradicts:\n  - b\n---\n\nIt is 1.\n',
        'concepts/b.md':
          '---\nschema: knowledge/v1\nslug: b\nkind: concept\ntitle: B\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\ncontradicts: []\n---\n\nIt is 2.\n',
      },
      finds: ['concepts/a.md:9'],
    },
  ],
  check: ({ page }) =>
    page.contradicts.map((slug) => ({
      at: { field: 'contradicts', item: slug },
      message: `Unexpected contradiction with ${quote(slug)}, expected it to be resolved`,
      key: slug,
    })),
};
