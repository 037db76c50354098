import { type RuleDocs } from '../rule-docs';

export const INDEX_PAGE_MISSING_DOCS: RuleDocs = {
  what: 'A page that `_index.md` does not list.',
  why: 'Some tools and models find pages only through the index. It is generated: the next change to the wiki updates it.',
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
};
