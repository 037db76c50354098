import { withFootnotes } from '../../src/librarian/plain-language';
import { inertMarkdown, scanText } from '../../src/markdown';
import { tokenise } from '../../src/search';
import { readLog } from '../../src/wiki';
import { findDrift } from '../../src/workspace';
import { manifestOf } from '../workspace/builders';

const n = 400_000;
const manifest = manifestOf({});

const drift = (agents: string): number => findDrift(manifest, agents).length;

/** Each took minutes or more, since a pattern tried every beginning or every way to divide a run. */
describe('a text that a pattern could read many times', () => {
  const blanks = ' '.repeat(n);
  const cases: readonly (readonly [string, () => unknown, unknown])[] = [
    ['code that starts with a blank', () => inertMarkdown(`\` ${'x'.repeat(n)}\``), expect.any(String)],
    ['code of blanks', () => inertMarkdown(`\`x${'\t'.repeat(n)}x\``), expect.any(String)],
    ['a word of underscores', () => tokenise(`a${'_'.repeat(n)}b`), expect.arrayContaining([])],
    ['a heading of the log', () => readLog(`## [2026-01-01] a${blanks}b\n`).length, 1],
    [
      'a heading of the log with a line separator',
      () => readLog(`## []${blanks}|${blanks}\u2028|${blanks}x\n`).length,
      1,
    ],
    ['a row of dashes', () => scanText(`|a|\n|-${blanks}:${blanks}-\n`, 0).links.length, 0],
    ['brackets of an answer', () => withFootnotes('[['.repeat(n)).length, 2 * n],
    ['a type in AGENTS.md', () => drift(`## Types\n\n- A0${'A'.repeat(n)}-: a type\n`), expect.any(Number)],
    ['blanks in AGENTS.md', () => drift(`## a${blanks}b\n\n-${blanks}\u2028${blanks}x\n`), expect.any(Number)],
  ];

  it.each(cases)('%s is read once', (_name, read, expected) => {
    expect(read()).toEqual(expected);
  });
});

describe('what the patterns still take apart', () => {
  it('a code span keeps its words when it breaks over lines', () => {
    expect(inertMarkdown('`a \n\n  b`', { asPage: true })).not.toContain('\n\n\n');
    expect(inertMarkdown('`a \n  b`', { asPage: true })).toBe('`a b`');
    expect(inertMarkdown('``  x` ``', { asPage: true })).toBe('``  x` ``');
  });

  it('a word without the marks around it', () => {
    expect(tokenise("_it's_ '' __a__")).toEqual(["it's", 'it', 'a']);
  });

  it('the event and the subject of a log entry', () => {
    const [first, second] = readLog('## [2026-01-01] ingest | a | b \n\n- x\n\n## [2026-01-02]  undo  \n');
    expect(first).toMatchObject({ event: 'ingest', subject: 'a | b', bullets: ['x'] });
    expect(second).toMatchObject({ event: 'undo', subject: '' });
  });
});
