import { readStatements, type FootnoteDefinition } from '../../markdown';
import { parseNote } from '../../wiki';
import { quote } from '../quote';
import { type Fix, type PageRule, type Report } from '../rule';

export const footnoteUnused: PageRule = {
  id: 'footnote-unused',
  scope: 'page',
  curatedOnly: true,
  code: 'living-wiki:footnote_unused',
  title: 'Footnote that nothing refers to',
  severity: 'info',
  fixedBy: 'edit',
  check(facts) {
    const unused = facts.page.footnotes.problems.filter(({ kind }) => kind === 'unused');
    return unused.length === 0 ? [] : reportUnused(facts.page.path, unused, facts.text());
  },
};

async function reportUnused(
  path: string,
  unused: readonly { readonly label: string; readonly line: number; readonly column: number }[],
  text: Promise<string>,
): Promise<readonly Report[]> {
  const { definitions } = readStatements(await text);
  return unused.map(({ label, line, column }) => {
    const definition = definitions.find((each) => each.line === line && each.label === label);
    // A footnote without a source is a person's own text.
    const isRemovable = definition !== undefined && parseNote(definition) !== null;
    return {
      at: { line, column },
      message: `No sentence refers to the footnote ${quote(label)}. Refer to it as [^${label}], or remove it.`,
      key: label,
      ...(isRemovable && { fix: removal(path, definition) }),
    };
  });
}

function removal(path: string, { start, end, label }: FootnoteDefinition): Fix {
  return async (fixer) => {
    const text = await fixer.text(path);
    const next = text.indexOf('\n', end);
    const splice = { start, end: next === -1 ? text.length : next + 1, text: '' };
    const reason = `No sentence refers to the footnote ${quote(label)}.`;
    fixer.splice(path, splice, { reason, declares: ['footnotes', 'links'] });
  };
}
