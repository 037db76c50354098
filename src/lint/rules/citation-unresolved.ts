import { type PageRule } from '../rule';
import { quote } from '../quote';

export const citationUnresolved: PageRule = {
  id: 'citation-unresolved',
  scope: 'page',
  curatedOnly: true,
  code: 'source_unresolved',
  title: 'Citation of an unknown source',
  severity: 'warn',
  fixedBy: 'nothing',
  check: (facts) =>
    facts.page.citations
      .filter(({ id }) => /^\d{4}-\d{2}-\d{2}-/.test(id) && facts.source(id) === undefined)
      .map(({ id, line, column }) => ({
        at: { line, column },
        message: `No source has the id ${quote(id)}. Correct the citation or add the source.`,
        key: id,
      })),
};
