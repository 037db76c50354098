import { type RuleDocs } from '../rule-docs';

export const BROKEN_FRAGMENT_DOCS: RuleDocs = {
  what: 'A link to a page that exists but has no such heading (`[[page#Heading]]`) or block (`[[page#^id]]`).',
  why: 'Obsidian opens the page at the top, and the reader has to search. Usually the heading was reworded.',
  examples: [
    {
      name: 'A missing heading and an existing one',
      files: {
        'notes/a.md': 'See [[b#Costs]] and [[b#Limits]].\n',
        'notes/b.md': '# B\n\n## Limits\n\nNone. ^none\n',
      },
      finds: ['notes/a.md:1'],
    },
    {
      name: 'Blocks, and headings on the same page',
      files: { 'notes/b.md': '## Limits\n\nNone. ^none\n\n[[#^none]], [[#^some]], [[#Limits]], [[#Limit]]\n' },
      finds: ['notes/b.md:5', 'notes/b.md:5'],
    },
  ],
};
