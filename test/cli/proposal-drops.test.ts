import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildUpdate } from '../../src/change';
import { createNodeVault } from '../../src/node/vault';
import { ProposalStore } from '../../src/proposal';
import { countingRandom, testDevice } from '../support/wiki';
import { Bench } from './support';

const LAMP = `---\nschema: knowledge/v1\nslug: lamp\nkind: concept\ntitle: Lamp\nupdated_at: "2026-01-01T00:00:00Z"\n---\n\n# Lamp\n\nThe lamp has 12 wicks.\n\nIt is red.\n`;

it('a proposal that removes a statement names the option that applies it', async () => {
  const bench = new Bench();
  await bench.run(bench.folder, 'init', 'wiki');
  const wiki = bench.at('wiki');
  mkdirSync(bench.at('wiki', 'concepts'), { recursive: true });
  writeFileSync(bench.at('wiki', 'concepts', 'lamp.md'), LAMP);
  const start = LAMP.indexOf('The lamp has');
  const end = LAMP.indexOf('It is red.');
  const splices = [
    { start, end, text: '', reason: 'Tidier.', drops: [{ text: 'The lamp has 12 wicks.', reason: null }] },
  ];
  const store = new ProposalStore(createNodeVault(wiki), {
    clock: bench.clock,
    random: countingRandom(),
    device: testDevice('a device'),
  });
  const { id } = await store.add(
    {
      title: 'Tidy the lamp',
      producer: 'ingest',
      files: [buildUpdate({ path: 'concepts/lamp.md', base: LAMP, splices, why: [] })],
      log: { event: 'ingest', subject: 'concepts/lamp.md', bullets: [] },
      sources: [],
      notes: [],
      facts: {},
    },
    { guard: [], introduced: [], fixed: [] },
    [],
  );
  const refused = await bench.run(wiki, 'proposals', 'apply', id);
  expect(refused.out).toContain(`Apply it all the same with: living-wiki proposals apply ${id} --drops\n`);
  expect(readFileSync(bench.at('wiki', 'concepts', 'lamp.md'), 'utf8')).toContain('12 wicks');
  const applied = await bench.run(wiki, 'proposals', 'apply', id, '--drops');
  expect(applied.out).not.toContain('--drops');
  expect(readFileSync(bench.at('wiki', 'concepts', 'lamp.md'), 'utf8')).not.toContain('12 wicks');
  bench.remove();
});
