import { numberUnits, renderUnits, type Unit } from '../../../src/ingest/units';
import { extract } from '../../../src/ingest';
import { silentRun } from '../../../src/base';
import { hashBytes } from '../../../src/vault';

async function unitsOf(text: string): Promise<readonly Unit[]> {
  const bytes = new TextEncoder().encode(text);
  const source = await extract({ path: 'sources/light.md', bytes, hash: hashBytes(bytes), run: silentRun });
  return (await numberUnits(source, silentRun)).units;
}

const TEXT = `# The light

Halden Light stands on a rock. It was sold in 1901. Its lamp burned oil. Grant kept it for nine years.

The bridge is older. They painted it red.
`;

const shown = (units: readonly Unit[], ...numbers: readonly number[]): string =>
  renderUnits(
    numbers.flatMap((number) => units[number - 1] ?? []),
    1,
    units,
  );

it('a unit that leans on a sentence that is not shown has it as context, without a mark', async () => {
  const units = await unitsOf(TEXT);
  expect(shown(units, 2)).toBe('# The light\n(before it: Halden Light stands on a rock.)\n{1.2} It was sold in 1901.');
  expect(shown(units, 6)).toContain('(before it: The bridge is older.)\n{1.6} They painted it red.');
});

it('context goes back as far as a sentence that says what it is about', async () => {
  const units = await unitsOf(TEXT);
  expect(shown(units, 3)).toContain(
    '(before it: Halden Light stands on a rock. It was sold in 1901.)\n{1.3} Its lamp burned oil.',
  );
});

it('what is shown already, or stands alone, gets no context', async () => {
  const units = await unitsOf(TEXT);
  expect(shown(units, 1, 2, 3, 4, 5, 6)).not.toContain('before it');
  expect(shown(units, 5)).toBe('# The light\n{1.5} The bridge is older.');
  expect(renderUnits(units.slice(1, 2), 1)).not.toContain('before it');
});

it('a long sentence is shown by its beginning, which says what it is about', async () => {
  const units = await unitsOf(`The Halden Light ${'stands on a rock by the sea and '.repeat(9)}is red. It was sold.\n`);
  const context = /\(before it: (.*)\)/.exec(shown(units, 2))?.[1] ?? '';
  expect(context.length).toBeLessThanOrEqual(162);
  expect(context).toMatch(/^The Halden Light stands .*\S…$/);
});
