import { type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10, lint contract: "pages with contradicts populated". */
export const contradiction: PageRule = {
  id: 'contradiction',
  scope: 'page',
  curatedOnly: true,
  code: 'contradiction_unresolved',
  title: 'Unresolved contradiction',
  severity: 'warn',
  fixedBy: 'nothing',
  check: ({ page }) =>
    page.contradicts.map((slug) => ({
      at: { field: 'contradicts', item: slug },
      message: `Contradicts ${quote(slug)}. Settle it, then remove it from \`contradicts\`.`,
      key: slug,
    })),
};
