import { type RuleDocs } from '../rule-docs';

const HEAD =
  '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\n# A\n\n';
const SOURCE = 'The lamp was lit in 1874.\n\nIt burns paraffin.\n';

export const QUOTE_IN_TEXT_DOCS: RuleDocs = {
  what: 'A quote with its source in the text of a page, such as below “What the sources say”, where older versions put it. The fix turns it into a footnote after the sentence that cites the source in the same words; if there is none, the quote becomes a sentence with the footnote. Each page gets a proposal of its own. Quotes in callouts stay.',
  why: 'A heap of quotes below the text says everything twice, and nobody can tell which quote supports which sentence.',
  examples: [
    {
      name: 'A quote behind a sentence, and one that becomes a sentence',
      files: {
        'sources/lamp.md': SOURCE,
        'concepts/a.md': `${HEAD}The lamp was first lit in 1874. [lamp]\n\n## What the sources say\n\n> "The lamp was lit in 1874." [lamp], line 1\n\n> "It burns paraffin." [lamp], line 3\n`,
      },
      finds: ['concepts/a.md:16'],
      fixed: {
        'concepts/a.md': `${HEAD}The lamp was first lit in 1874.[^lamp-1]\n\n## Further details\n\nIt burns paraffin.[^lamp-3]\n\n[^lamp-1]: [lamp], line 1: “The lamp was lit in 1874.”\n[^lamp-3]: [lamp], line 3: “It burns paraffin.”\n`,
      },
    },
  ],
};
