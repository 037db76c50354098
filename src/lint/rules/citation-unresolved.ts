import { type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: specs README, 10 (bodies cite sources as `[source-id]`). */
export const citationUnresolved: PageRule = {
  id: 'citation-unresolved',
  scope: 'page',
  curatedOnly: true,
  code: 'source_unresolved',
  title: 'Citation of an unknown source',
  what: 'A `[source-id]` in a page’s body that looks like the id of a source (it begins with a date, `[2026-04-27-call]`) and is none.',
  why: 'The sentence looks backed and is not. Other words in brackets, such as `[sic]`, are left alone.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'A misspelt id',
      files: {
        'sources/2026-04-27-investor-call.md': 'We spoke.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/2026-04-27-investor-call.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1 [2026-04-27-investor-call], not 2 [2026-04-28-investor-call] [sic].\n',
      },
      finds: ['concepts/a.md:10'],
    },
  ],
  check: (facts) =>
    facts.page.citations
      .filter(({ id }) => /^\d{4}-\d{2}-\d{2}-/.test(id) && facts.source(id) === undefined)
      .map(({ id, line, column }) => ({
        at: { line, column },
        message: `Unexpected citation of ${quote(id)}, expected the id of a source`,
        key: id,
      })),
};
