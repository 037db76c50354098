import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { LENS_SOURCE } from '../support/wiki';
import { Bench, shippedCli } from './support';

it('watch proposes changes for a source that arrives, and stops cleanly on a signal', async () => {
  const bench = new Bench().configured();
  try {
    await bench.run(bench.folder, 'init', 'wiki', '--yes');
    const wiki = bench.at('wiki');
    const child = spawn(process.execPath, [shippedCli(), 'watch'], {
      cwd: wiki,
      env: { ...process.env, ...bench.env },
    });
    let said = '';
    const heard = (text: string): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (said.includes(text)) resolve();
        };
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        look();
      });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => void (said += String(piece)));
    const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
    await heard('Watching for new sources.');
    writeFileSync(bench.at('wiki', 'sources', 'lens.md'), LENS_SOURCE);
    await heard('sources/lens.md  proposal ');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said).toContain('Stopped.');
    const { counts } = (await bench.run(wiki, 'jobs', '--json')).json<{ counts: object }>();
    expect(counts).toMatchObject({ review: 1, running: 0, interrupted: 0 });
  } finally {
    bench.remove();
  }
}, 120_000);
