import { silentRun } from '../../src/base';
import { compareLedgers, readLedger } from '../../src/wiki';
import { applyProposal, Workbench } from '../../src/workbench';
import { testWiki } from '../support/wiki';

/** Pages with quotes in their text become pages with footnotes: one proposal a page, and nothing that they say or rest on is lost. */

const HEAD = (slug: string, title: string): string =>
  `---\nschema: knowledge/v1\nslug: ${slug}\nkind: entity\ntitle: ${title}\nsources:\n  - sources/memoir.md\nupdated_at: "2026-01-22T09:30:00Z"\n---\n\n# ${title}\n\n`;
const MEMOIR = [
  'The tower was built in 1874.',
  'It is 31 metres tall from the rock to the vane.',
  'Grant said that the lamp never failed.',
  '1886 was a bad year.',
].join('\n\n');
const TOWER = `${HEAD('tower', 'Tower')}The tower was built in 1874. [memoir] I like it.

> [!warning] Contradiction
> "The tower was built in 1874." [memoir], line 1

## What the sources say

> "The tower was built in 1874." [memoir], line 1

> "It is 31 metres tall from the rock to the vane." [memoir], line 3

- Anna Grant: "the lamp never failed" [memoir], line 5

> "1886 was a bad year." [memoir], line 7
`;
const LAMP = `${HEAD('lamp', 'Lamp')}See [[tower#What the sources say]].

## What the sources say

> "Grant said that the lamp never failed." [memoir], line 5
`;

it('each page gets a proposal of its own, which a person applies', async () => {
  const wiki = await testWiki({
    'sources/memoir.md': `${MEMOIR}\n`,
    'entities/tower.md': TOWER,
    'entities/lamp.md': LAMP,
  });
  const { vault, clock, random } = wiki;
  const textOf = async (path: string): Promise<string> => (await wiki.tree())[path] ?? '';
  const workbench = await Workbench.open({ vault, root: '', clock, random });
  const first = await workbench.lint({ fix: true, apply: true });
  expect(
    first.findings.filter(({ rule }) => rule === 'quote-in-text').map(({ path, line }) => `${path}:${line}`),
  ).toEqual(['entities/lamp.md:17', 'entities/tower.md:20']);
  expect(first.further.map(({ applied, files }) => [applied, files.map(({ path }) => path)])).toEqual([
    [false, ['entities/lamp.md']],
    [false, ['entities/tower.md']],
  ]);
  const again = await workbench.lint({ fix: true });
  expect(again.further.map(({ id }) => id)).toEqual(first.further.map(({ id }) => id));

  for (const { id } of first.further) {
    const { changeSet, checks } = await workbench.findProposal(id);
    expect(checks.guard.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(changeSet.files.flatMap(({ hunks }) => hunks.flatMap(({ drops = [] }) => drops))).toEqual([]);
    expect((await applyProposal(workbench, id)).applied).toBe(true);
  }
  const tower = (await textOf('entities/tower.md')).replace(/^updated_at: .*$/m, '');
  // Another page links to the section, and so its heading stays.
  expect(tower.slice(tower.indexOf('# Tower'))).toBe(`# Tower

The tower was built in 1874.[^memoir-1] I like it.

> [!warning] Contradiction
> "The tower was built in 1874." [memoir], line 1

## What the sources say

It is 31 metres tall from the rock to the vane.[^memoir-3]

- Anna Grant: “the lamp never failed”[^memoir-5]

1886 was a bad year.[^memoir-7]

[^memoir-1]: [memoir], line 1: “The tower was built in 1874.”
[^memoir-3]: [memoir], line 3: “It is 31 metres tall from the rock to the vane.”
[^memoir-5]: [memoir], line 5: Anna Grant: “the lamp never failed”
[^memoir-7]: [memoir], line 7: “1886 was a bad year.”
`);
  const lamp = await textOf('entities/lamp.md');
  expect(lamp).toContain('## Further details\n\nGrant said that the lamp never failed.[^memoir-5]\n');
  for (const [before, after] of [
    [TOWER, tower],
    [LAMP, lamp],
  ] as const) {
    const { dropped, ownDropped } = compareLedgers(readLedger(before), readLedger(after));
    expect([dropped, ownDropped]).toEqual([[], []]);
  }
  const last = await workbench.lint({}, silentRun);
  expect(last.findings.filter(({ rule }) => rule === 'quote-in-text')).toEqual([]);
});
