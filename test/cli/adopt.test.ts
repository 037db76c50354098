import { mkdirSync, writeFileSync } from 'node:fs';
import { Bench } from './support';

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
  mkdirSync(bench.at('raw'));
  mkdirSync(bench.at('wiki', 'concepts'), { recursive: true });
  writeFileSync(bench.at('raw', 'issue-7.txt'), 'The lamp failed.\n');
  writeFileSync(bench.at('wiki', 'index.md'), '# Index\n\n- [[lamp]]\n');
  writeFileSync(bench.at('wiki', 'log.md'), '# Log\n');
  writeFileSync(bench.at('wiki', 'concepts', 'lamp.md'), '# Lamp\n\nIt failed [[issue-7]].\n');
  writeFileSync(bench.at('CLAUDE.md'), '# Rules\n');
});
afterEach(() => bench.remove());

interface Status {
  readonly pages: number;
  readonly sources: { readonly total: number };
}

async function counts(): Promise<readonly number[]> {
  const { pages, sources } = (await bench.run(bench.folder, 'status', '--json')).json<Status>();
  return [pages, sources.total];
}

describe('living-wiki init --adopt in a folder with its own layout', () => {
  it('says what it found and keeps the layout with --yes', async () => {
    const ran = await bench.run(bench.folder, 'init', '--adopt', '--yes');
    expect(ran.exit).toBe(0);
    expect(ran.err).toBe(
      'This folder is kept as a wiki: 1 source in raw/, 1 page, wiki/index.md (index), wiki/log.md (log), CLAUDE.md (rules).\n',
    );
    expect(ran.out).toContain('Left unchanged: 1 page, 1 source');
    expect(ran.out).toContain(`copy files into ${bench.at('raw')}`);
    expect(await counts()).toEqual([1, 1]);
    const lint = await bench.run(bench.folder, 'lint', '--json');
    expect(lint.out).not.toContain('link_broken');
  });

  it.each([
    ['y', [1, 1]],
    ['', [1, 1]],
    ['n', [3, 0]],
  ])('asks on a terminal, and takes the answer "%s"', async (answer, expected) => {
    bench.interactive = true;
    bench.input = `${answer}\n`;
    const ran = await bench.run(bench.folder, 'init', '--adopt');
    expect(ran.err).toContain('Keep this layout? Sources are then read from raw/. [Y/n] ');
    expect(await counts()).toEqual(expected);
  });

  it('takes the folder of sources from --sources, and refuses one that is not in the wiki', async () => {
    for (const folder of ['../raw', '.git', '/raw', '']) {
      const refused = await bench.run(bench.folder, 'init', '--adopt', '--sources', folder, '--json');
      expect([folder, refused.exit]).not.toEqual([folder, 0]);
      expect(`${refused.out}${refused.err}`).toContain('living-wiki:sources_folder_invalid');
    }
    expect((await bench.run(bench.folder, 'init', '--adopt', '--sources', 'raw')).exit).toBe(0);
    expect(await counts()).toEqual([1, 1]);
  });

  it('prints only JSON with --json', async () => {
    const ran = await bench.run(bench.folder, 'init', '--adopt', '--json');
    expect(ran.err).toBe('');
    expect(ran.json()).toMatchObject({ kept: { pages: 1, sources: 1 } });
  });
});
