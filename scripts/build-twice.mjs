// Builds everything in two processes that differ in folder, time zone, language and locale, and compares the bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cliBuild, pluginBuild, reviewBuild, root, serverBuild } from './build/options.mjs';

const script = fileURLToPath(import.meta.url);

if (process.argv[2] === '--digest') {
  const builds = [
    pluginBuild(path.join(root, 'main.js')),
    cliBuild(path.join(root, 'dist', 'cli.mjs')),
    serverBuild(path.join(root, 'dist', 'server.mjs')),
    reviewBuild(path.join(root, 'dist', 'review')),
  ];
  for (const options of builds) {
    const { outputFiles } = await build({ ...options, write: false });
    for (const { path: file, contents } of outputFiles) {
      const hash = createHash('sha256').update(contents).digest('hex');
      console.log(`${hash}  ${path.relative(root, file)} (${contents.length} bytes)`);
    }
  }
} else {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'build-twice-'));
  const digest = (cwd, env) => {
    const run = spawnSync(process.execPath, [script, '--digest'], {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (run.status !== 0) process.exit(1);
    return run.stdout;
  };
  const first = digest(root, { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' });
  const second = digest(elsewhere, { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' });
  rmSync(elsewhere, { recursive: true });
  process.stdout.write(first);
  if (first !== second) {
    console.error(`Two builds of one tree differ:\n${second}`);
    process.exit(1);
  }
  console.log('Two builds of one tree are the same, byte for byte.');
}
