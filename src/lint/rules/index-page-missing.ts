import { FILE_START, type PageRule } from '../rule';

/** Source: AIP-10, required generated files ("Lists every page"). */
export const indexPageMissing: PageRule = {
  id: 'index-page-missing',
  scope: 'page',
  curatedOnly: false,
  code: 'living-wiki:index_page_missing',
  title: 'Page missing from the index',
  what: 'A page that `_index.md` has no line for.',
  why: 'Models and other tools find their way through the index alone. It is generated, and the next write to the wiki brings it up to date.',
  severity: 'warn',
  fixable: true,
  fixedBy: 'regenerate',
  examples: [
    {
      name: 'A page that was added by hand',
      files: {
        '_index.md': '# Wiki\n\n## Note\n\n- [[a]]: a. A.\n',
        'notes/a.md': 'A.\n',
        'notes/b.md': 'B, see [[a]].\n',
      },
      finds: ['notes/b.md:1'],
    },
  ],
  check(facts) {
    if (!facts.hasIndex() || facts.isIndexed(facts.page)) return [];
    return [{ at: FILE_START, message: 'Unexpected page without a line in _index.md, expected one', key: 'unindexed' }];
  },
};
