import { type RuleDocs } from '../rule-docs';

export const CITATION_UNRESOLVED_DOCS: RuleDocs = {
  what: 'A citation in the body, such as `[2026-04-27-call]`, that looks like a source id because it begins with a date but matches no source.',
  why: 'The sentence looks supported and is not. Other words in brackets, such as `[sic]`, are ignored.',
  examples: [
    {
      name: 'A misspelled id',
      files: {
        'sources/2026-04-27-investor-call.md': 'We spoke.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/2026-04-27-investor-call.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1 [2026-04-27-investor-call], not 2 [2026-04-28-investor-call] [sic].\n',
      },
      finds: ['concepts/a.md:10'],
    },
  ],
};
