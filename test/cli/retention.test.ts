import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LENS_SOURCE, TOWER_SOURCE } from '../support/wiki';
import { approveRules, Bench, bytesBelow } from './support';

it('retention lists what has expired and what would lose its last source, and deletes nothing', async () => {
  const bench = new Bench().configured();
  try {
    await bench.run(bench.folder, 'init', 'wiki', '--yes');
    const wiki = bench.at('wiki');
    expect((await bench.run(wiki, 'retention')).out).toContain('KNOWLEDGE.md sets no age limit for sources.');
    writeFileSync(path.join(wiki, 'sources', '2026-01-10-lens.md'), LENS_SOURCE);
    writeFileSync(path.join(wiki, 'sources', 'tower.md'), TOWER_SOURCE);
    const manifest = path.join(wiki, 'KNOWLEDGE.md');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('retention: forever', 'retention: days:90'));
    await approveRules(bench, wiki);
    await bench.run(wiki, 'ingest', '--apply');
    const before = await bytesBelow(wiki);
    const { exit, out } = await bench.run(wiki, 'retention');
    expect(exit).toBe(0);
    expect(out).toContain('Expired sources (1)\n  sources/2026-01-10-lens.md  2026-01-10 (date in its name)\n');
    expect(out).toMatch(/Pages that would have no source left \(\d+\)\n {2}\S+\.md/);
    expect(out).toMatch(/\n {2}concepts\/fresnel-lens\.md:\d+ {2}A Fresnel lens is a lens built from/);
    expect(out).toContain('Nothing is removed by itself.');
    expect((await bench.run(wiki, 'status')).out).toContain('1 source is older than the 90 days');
    expect(await bytesBelow(wiki)).toEqual(before);
    const unasked = await bench.run(wiki, 'retention', '--remove');
    expect([unasked.exit, unasked.err]).toEqual([2, expect.stringContaining('Nothing was removed.')]);
    const [mark = ''] = /--confirm (\w+)/.exec(unasked.err)?.slice(1) ?? [];
    const removed = await bench.run(wiki, 'retention', '--remove', '--confirm', mark);
    expect(removed.out).toContain(
      'moved to the trash: sources/2026-01-10-lens.md (now .trash/sources/2026-01-10-lens.md)',
    );
    expect((await bench.run(wiki, 'retention')).out).toContain('No source has expired.');
    expect((await bench.run(wiki, 'retention', '--restore')).out).toBe('put back: sources/2026-01-10-lens.md\n');
    expect({ ...(await bytesBelow(wiki)), '_log.md': '' }).toEqual({ ...before, '_log.md': '' });
  } finally {
    bench.remove();
  }
});
