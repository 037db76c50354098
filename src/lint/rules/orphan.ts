import { FILE_START, type PageRule } from '../rule';

/**
 * Source: AIP-10, lint contract: "pages with no inbound links from _index.md or other pages". The generated index lists
 * every page, so taken literally only a page that the index lacks is an orphan. `params.index: false` is the strict reading.
 */
export const orphan: PageRule = {
  id: 'orphan',
  kind: 'orphan',
  scope: 'page',
  curatedOnly: false,
  code: 'entry_orphan',
  title: 'Orphan page',
  severity: 'warn',
  fixedBy: 'nothing',
  checkParams: (params) =>
    params.index === undefined || typeof params.index === 'boolean' ? null : '`params.index` must be true or false.',
  check(facts, setting) {
    const { page } = facts;
    if (page.slug === facts.manifest.display.homePage) return [];
    const countsIndex = setting.params.index !== false;
    if (countsIndex && facts.isIndexed(page)) return [];
    if (facts.isLinked()) return [];
    const message = countsIndex ? 'Nothing links to this page.' : 'No other page links to this page.';
    return [{ at: FILE_START, message, key: 'orphan' }];
  },
};
