import { readStatements, type Citation } from '../../markdown';
import { quote } from '../quote';
import { type PageRule, type Report } from '../rule';

export const citationUnresolved: PageRule = {
  id: 'citation-unresolved',
  scope: 'page',
  curatedOnly: true,
  code: 'source_unresolved',
  title: 'Citation of an unknown source',
  severity: 'warn',
  fixedBy: 'nothing',
  check(facts) {
    const unknown = facts.page.citations.filter(({ id }) => facts.source(id) === undefined);
    const isDated = ({ id }: Citation): boolean => /^\d{4}-\d{2}-\d{2}-/.test(id);
    if (facts.page.footnotes.count === 0 || unknown.every(isDated)) return unknown.filter(isDated).map(toReport);
    return withFootnotes(unknown, isDated, facts.text());
  },
};

/** A footnote that begins with an id names a source, whatever the id looks like. */
async function withFootnotes(
  unknown: readonly Citation[],
  isDated: (citation: Citation) => boolean,
  text: Promise<string>,
): Promise<readonly Report[]> {
  const definitions = readStatements(await text).definitions.filter(({ content }) => content.startsWith('['));
  const opensNote = ({ id, start }: Citation): boolean =>
    definitions.some((note) => start > note.start && start < note.end && note.content.startsWith(`[${id}]`));
  return unknown.filter((citation) => isDated(citation) || opensNote(citation)).map(toReport);
}

function toReport({ id, line, column }: Citation): Report {
  return {
    at: { line, column },
    message: `No source has the id ${quote(id)}. Correct the citation or add the source.`,
    key: id,
  };
}
