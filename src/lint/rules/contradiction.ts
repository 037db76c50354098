import { compareText } from '../../base';
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
  check: (facts) =>
    facts.page.contradicts.flatMap((slug) => {
      const other = facts.contradictedBack(slug);
      // Two pages that name each other disagree once. The first of them says so.
      if (other !== null && compareText(other, facts.page.path) < 0) return [];
      const where = other === null ? '' : ' on both pages';
      return {
        at: { field: 'contradicts', item: slug },
        message: `Contradicts ${quote(slug)}. Settle it, then remove it from \`contradicts\`${where}.`,
        key: slug,
      };
    }),
};
