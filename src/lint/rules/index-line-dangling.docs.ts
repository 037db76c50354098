import { type RuleDocs } from '../rule-docs';

export const INDEX_LINE_DANGLING_DOCS: RuleDocs = {
  what: 'A line in `_index.md` that names a page that does not exist.',
  why: 'The index sends readers and models to a page that is gone. It is generated: the next change to the wiki updates it.',
  examples: [
    {
      name: 'A page that was deleted by hand',
      files: { '_index.md': '# Wiki\n\n## Note\n\n- [[a]]: a. A.\n- [[b]]: b. B.\n', 'notes/a.md': 'A.\n' },
      finds: ['_index.md:6'],
    },
  ],
};
