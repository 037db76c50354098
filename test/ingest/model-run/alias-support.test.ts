import { isNamedSo } from '../../../src/ingest/model-run/alias-support';

/** An alias is another name of the subject of a page, and not what the page mentions. */

const named = (alias: string, title: string, text = '', { kind = 'entity', source = '' } = {}): boolean =>
  isNamedSo(alias, { kind, names: [title], text }, source);

it.each([
  ['the Trust', 'Ashlock Canal Trust'],
  ['Debian', 'Debian Project'],
  ['permanent seat of the Government', 'Seat of government'],
  ['duty on spirits', 'Duty on distilled spirits'],
  ['Post-Office', 'Post office'],
  ['FERRULE_JOURNAL', 'Journal'],
  ['national defense', 'Militia and defense'],
  ['PSC', 'Python Steering Council'],
  ['Python Steering Council', 'PSC'],
  ['Lengthsmen of the canal', 'Lengthsmen'],
])('"%s" is a form of "%s"', (alias, title) => {
  expect(named(alias, title)).toBe(true);
});

it.each([
  ['Great Britain', 'Treaty with Great Britain'],
  ['Philadelphia', 'Sickness at Philadelphia'],
  ['Ashlock Canal Trust', 'Ashlock Canal'],
  ['Lock 14', 'Lock 13'],
  ['Amsterdam', 'Loans in Holland'],
  ['Tomas', 'Python Steering Council'],
])('"%s" is no form of "%s"', (alias, title) => {
  expect(named(alias, title, `${title} is told of here. ${alias} comes into it.`)).toBe(false);
});

it('the number of a file that the page names stands for its subject, unless that is a person', () => {
  const text = 'Two advisories tell of it, CVE-2024-3094 first.[^a-1]\n\n[^a-1]: [a]: “CVE-2024-3095 too.”';
  expect(named('CVE-2024-3094', 'Broken uploads', text)).toBe(true);
  expect(named('CVE-2024-3095', 'Broken uploads', text)).toBe(false);
  expect(named('CVE-2024-3094', 'Ida Lund', text, { kind: 'person' })).toBe(false);
});

it('any signs in a name are taken as they are', () => {
  for (const alias of ['--resume', 'C++ (2020)', 'a/b [c]', '{x}|$^'])
    expect([
      named(alias, 'Uploads', 'Uploads go on.'),
      named(alias, 'Uploads', `Uploads, also called ${alias}, go on.`),
    ]).toEqual([false, true]);
});

it('of a person the last name, with a title or initials, is a form, and another first name is not', () => {
  const person = (alias: string): boolean => named(alias, 'Tomás Wouters', '', { kind: 'person' });
  expect(['Wouters', 'Captain Wouters', 'T. Wouters', 'Tomas Wouters'].map(person)).toEqual([true, true, true, true]);
  expect(['Tomas', 'Ann Wouters', 'CPython'].map(person)).toEqual([false, false, false]);
});

it('a page may name its subject otherwise, in brackets, in so many words or as the heading of a section', () => {
  const page = (body: string): string => `---\ntitle: Halden Light\n---\n\n# Halden Light\n\n${body}`;
  const light = (alias: string, body: string, source = ''): boolean =>
    named(alias, 'Halden Light', page(body), { source });
  expect(light('Old Moll', 'The Halden Light, also called Old Moll, is a tower.[^a-1]')).toBe(true);
  expect(light('Old Moll', '[[halden-light|Halden Light]] ("Old Moll") stands on a rock.[^a-1]')).toBe(true);
  expect(light('Old Moll', 'It was built in 1874.[^a-1] It is known as "Old Moll".')).toBe(true);
  expect(light('Old Moll', 'Old Moll, a tower of stone, is on a rock.')).toBe(true);
  expect(light('Lamp room', 'A tower.\n\n## The lamp room\n\nIt is closed.')).toBe(true);
  expect(light('Old Moll', 'A tower.', 'Sailors knew it. Old Moll, formerly the Halden Light, burns.')).toBe(false);
  expect(light('Old Moll', 'A tower.', 'Old Moll, officially called the Halden Light, burns.')).toBe(true);
});

it('what a page only mentions is no name of its subject', () => {
  const text =
    '# Guido van Rossum\n\nGuido van Rossum wrote the interpreter called CPython, and led it.[^a-1] CPython is free.';
  expect(named('CPython', 'Guido van Rossum', text, { kind: 'person' })).toBe(false);
  expect(named('CPython', 'Guido van Rossum', text)).toBe(false);
  const list = '# Python\n\nPython, CPython, and PyPy are named in a row.[^a-1]';
  expect(named('PyPy', 'Python', list)).toBe(false);
});
