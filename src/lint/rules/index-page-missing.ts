import { FILE_START, type PageRule } from '../rule';

/** Source: AIP-10, required generated files ("Lists every page"). */
export const indexPageMissing: PageRule = {
  id: 'index-page-missing',
  scope: 'page',
  curatedOnly: false,
  code: 'living-wiki:index_page_missing',
  title: 'Page missing from the index',
  severity: 'warn',
  fixedBy: 'regenerate',
  check(facts) {
    if (!facts.hasIndex() || facts.isIndexed(facts.page)) return [];
    return [
      {
        at: FILE_START,
        message: 'The index does not list this page. The next change to the wiki updates the index.',
        key: 'unindexed',
      },
    ];
  },
};
