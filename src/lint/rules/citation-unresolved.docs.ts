import { type RuleDocs } from '../rule-docs';

export const CITATION_UNRESOLVED_DOCS: RuleDocs = {
  what: 'A citation in the body, such as `[2026-04-27-call]`, that looks like a source id because it begins with a date but matches no source; and a footnote that begins with the id of no source, whatever the id looks like.',
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
    {
      name: 'A footnote with an unknown id',
      files: {
        'sources/lamp.md': 'A source.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/lamp.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.[^1] It is 2.[^2] So he said [sic].\n\n[^1]: [lamp], line 1: “A source.”\n[^2]: [no-such], line 1: “A source.”\n',
      },
      finds: ['concepts/a.md:13'],
    },
  ],
};
