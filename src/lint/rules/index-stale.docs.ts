import { type RuleDocs } from '../rule-docs';

export const INDEX_STALE_DOCS: RuleDocs = {
  what: '`_index.md` is missing, or differs from what the pages would generate now. The finding is at the first line that differs.',
  why: 'Its titles and summaries no longer match the pages. It is generated: the next change to the wiki updates it.',
  examples: [
    { name: 'A wiki without an index', files: { 'notes/a.md': 'A.\n' }, finds: ['_index.md:1'] },
    {
      name: 'A summary that is no longer the first sentence of the page',
      files: {
        '_index.md':
          '# W\n\n<!-- Generated from the pages of this wiki. Edit the pages, not this file. -->\n\n## Note\n\n- [[a]]: a. An old sentence.\n',
        'notes/a.md': 'A new sentence.\n',
      },
      finds: ['_index.md:7'],
    },
  ],
};
