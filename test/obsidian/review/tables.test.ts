import { retargetedLinks } from '../../../src/obsidian/review/view-model/links';
import { hunkLines } from '../../../src/obsidian/review/view-model/lines';
import { hunkParts } from '../../../src/obsidian/review/view-model/hunk-parts';
import { cellsOf, compareTables, shownColumns, type TableChange } from '../../../src/obsidian/review/view-model/tables';
import { only, replacing } from './support';

const table = '| Part | Height |\n| --- | --- |\n| Tower | 31 |\n| Lens | 38 |\n';
const page = `# Heights\n\n${table}\nText below.\n`;

const shown = (change: TableChange | null): unknown =>
  change?.rows.map(({ state, cells }) => [
    state,
    ...cells.map(({ before, after }) => (before === after ? after : `${String(before)} → ${String(after)}`)),
  ]);

describe('a change of a table', () => {
  it('leaves out of a wide one the columns that are far from what changes, and of a row that comes none', () => {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
    const row = (name: string): string[] => Array.from({ length: 12 }, (_, at) => `${name}${at}`);
    const head = line(row('Head')) + line(row('').map(() => '---'));
    const now = row('a').with(6, 'new');
    const columns = (before: string, after: string): unknown => {
      const change = compareTables(head + before, head + after);
      return change && shownColumns(change).map(({ at, hidden: left }) => (left > 0 ? `${left} left out` : at));
    };
    expect(columns(line(row('a')), line(now))).toEqual([0, '4 left out', 5, 6, 7, '4 left out']);
    expect(columns(line(row('a')), line(row('a')) + line(row('b')))).toEqual(row('').map(Number));
    const narrow = compareTables(table, table.replace('31', '29.4'));
    expect(narrow && shownColumns(narrow)).toEqual([
      { at: 0, hidden: 0 },
      { at: 1, hidden: 0 },
    ]);
  });

  it('is shown in its cell', () => {
    const edit = replacing(page, ['31', '29.4']);
    const { table: change, lines } = hunkParts(edit, only(edit));
    expect(lines).toEqual([]);
    expect(shown(change)).toEqual([
      ['same', 'Part', 'Height'],
      ['changed', 'Tower', '31 → 29.4'],
      ['same', 'Lens', '38'],
    ]);
  });

  it('is a row more for a line put in, also below the last one', () => {
    const edit = replacing(page, ['| Lens | 38 |\n', '| Lens | 38 |\n| Gallery | 27 |\n']);
    expect(shown(hunkParts(edit, only(edit)).table)).toEqual([
      ['same', 'Part', 'Height'],
      ['same', 'Tower', '31'],
      ['same', 'Lens', '38'],
      ['added', 'null → Gallery', 'null → 27'],
    ]);
  });

  it('is none where only blanks and dashes differ', () => {
    const padded = '| Part  | Height |\n| :---- | -----: |\n| Tower |     31 |\n| Lens  |     38 |\n';
    expect(compareTables(table, padded)).toMatchObject({ isWhitespaceOnly: true });
    const edit = replacing(page, [table, padded]);
    expect(hunkParts(edit, only(edit)).table?.isWhitespaceOnly).toBe(true);
  });

  it('keeps columns apart when one comes or goes', () => {
    const wider = '| Part | Source | Height |\n| --- | --- | --- |\n| Tower | a | 31 |\n| Lens | b | 38 |\n';
    expect(shown(compareTables(table, wider))).toEqual([
      ['changed', 'Part', 'null → Source', 'Height'],
      ['changed', 'Tower', 'null → a', '31'],
      ['changed', 'Lens', 'null → b', '38'],
    ]);
  });

  it('is text where it reaches beyond the table, or there is no table after it', () => {
    const beyond = replacing(page, ['| Lens | 38 |\n\nText below.', 'Nothing.']);
    expect(hunkParts(beyond, only(beyond)).table).toBeNull();
    const prose = replacing('a | b\n\nText with a | in it.\n', ['Text', 'Words']);
    expect(hunkParts(prose, only(prose)).table).toBeNull();
  });

  it('takes an escaped pipe for a part of its cell', () => {
    expect(cellsOf('| [[a\\|b]] | c |')).toEqual(['[[a\\|b]]', 'c']);
    expect(cellsOf('a | b')).toEqual(['a', 'b']);
  });
});

describe('retargetedLinks', () => {
  const linksOf = (base: string, what: string, text: string): unknown => {
    const edit = replacing(base, [what, text]);
    return retargetedLinks(hunkLines(edit, only(edit)));
  };

  it('names links that lead elsewhere under the same words', () => {
    expect(linksOf('See [[old|the page]] and [x](a.md).\n', 'old|', 'new|')).toEqual([
      { text: 'the page', before: 'old', after: 'new' },
    ]);
    expect(linksOf('See [x](a.md).\n', 'a.md', 'b/a.md')).toEqual([{ text: 'x', before: 'a.md', after: 'b/a.md' }]);
  });

  it('is silent about links that come, go or stay', () => {
    expect(linksOf('See [[a]].\n', 'See', 'Look at')).toEqual([]);
    expect(linksOf('See [[a]].\n', '[[a]]', 'nothing')).toEqual([]);
    expect(linksOf('See [[a]].\n', '.', ' and [[b]].')).toEqual([]);
  });
});
