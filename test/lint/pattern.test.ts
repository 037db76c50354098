import fc from 'fast-check';
import { compilePattern, type Pattern } from '../../src/lint/pattern/pattern';

function compiled(source: string, flags = ''): Pattern {
  const pattern = compilePattern(source, flags);
  if ('problem' in pattern) throw new Error(pattern.problem);
  return pattern;
}

function texts(source: string, text: string, flags = ''): readonly string[] {
  return compiled(source, flags)
    .find(text, 100)
    .map((match) => match.text);
}

it.each([
  ['\\bTODO\\b', 'TODO, todo, TODOS\r\nTODO', '', ['TODO', 'TODO']],
  ['todo', 'ToDo', 'i', ['ToDo']],
  ['^## .+$', '# a\n## b\n### c\r\n## d\r\n', '', ['## b', '## d']],
  ['(foo|bar)+', 'foobarx bar', '', ['foobar', 'bar']],
  ['[^a-z ]{2,3}', 'ab 1234 56', '', ['123', '56']],
  ['\\p{Lu}\\p{Ll}+', 'Ärger und Öl, 東京', '', ['Ärger', 'Öl']],
  ['a{2}', 'aaaaa', '', ['aa', 'aa']],
  ['a.c', 'a🙂c a\nc', '', ['a🙂c']],
  ['(?:a|ab)(c|bcd)', 'abcd', '', ['abcd']],
  ['(?<year>\\d{4})-\\d\\d', 'on 2026-04', '', ['2026-04']],
  ['\\[\\[[^\\]]*\\]\\]', 'see [[a]] and [[b c]]', '', ['[[a]]', '[[b c]]']],
  ['\\u{1F642}|\\x41', '🙂A', '', ['🙂', 'A']],
  ['\\Bb', 'ab b', '', ['b']],
])('%s in %j', (source, text, flags, expected) => {
  expect(texts(source, text, flags)).toEqual(expected);
});

it.each([
  '(?=a)',
  '(?!a)',
  '(?<=a)b',
  '(a)\\1',
  '(?<x>a)\\k<x>',
  '(a',
  '[b-a]',
  'a**',
  'a{5000}',
  '(a{100}){100}',
  '((((){1000}){1000}){1000}){1000}',
  `${'('.repeat(200)}a${')'.repeat(200)}`,
  'a'.repeat(501),
])('%s is refused with a reason', (source) => {
  expect(compilePattern(source, '')).toEqual({ problem: expect.stringMatching(/^[`{A-Z].+\.$/) as string });
});

/** On each of these a matcher that backtracks would not come back in the lifetime of the machine. */
it.each([
  ['(a+)+$', 'a', 0],
  ['(a|a)*b', 'a', 0],
  ['(a|aa)+$', 'a', 0],
  ['(.*a){12}', 'a', 2],
  ['a*a*a*a*a*a*b', 'a', 0],
  ['([a-zA-Z]+)*\\d', 'x', 0],
  ['\\s+$', ' ', 0],
  ['(x+x+)+y', 'x', 0],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a', 0],
])('%s answers on lines of 20,000 times %j', (source, unit, count) => {
  const line = `${unit.repeat(20_000)}!`;
  expect(compiled(source).find(`${line}\n${line}`, 20)).toHaveLength(count);
});

it('it finds the lines that the host finds', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\w',
    '\\b',
    '^',
    '$',
    '(a|b)',
    '(?:ab|)',
    '(b|ab)',
    'c',
  );
  const piece = fc
    .tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '*?'))
    .map(([one, many]) => (/^(?:\\b|\^|\$)$/.test(one) ? one : one + many));
  const source = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
  const both = fc.tuple(source, fc.option(source)).map(([one, two]) => (two === null ? one : `${one}|${two}`));
  const line = fc.stringMatching(/^[abc -]{0,10}$/);
  fc.assert(
    fc.property(both, line, (expression, text) => {
      const host = new RegExp(expression, 'u').exec(text);
      const [match] = compiled(expression).find(text, 1);
      expect(match === undefined).toBe(host === null);
      if (match === undefined || host === null) return;
      // Both take the leftmost; ours then takes the longest, the host what its alternatives say first.
      expect(match.start).toBe(host.index);
      const ends = (end: number): boolean =>
        new RegExp(`(?<=^.{${match.start}})(?:${expression})(?=.{${text.length - end}}$)`, 'u').test(text);
      const own = match.start + match.text.length;
      expect(ends(own)).toBe(true);
      for (let end = own + 1; end <= text.length; end++) expect(ends(end)).toBe(false);
    }),
    { numRuns: 3000 },
  );
});
