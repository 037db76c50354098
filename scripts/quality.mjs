// Builds the command line and the measurement, and runs it: `npm run quality -- --help` says with what.
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { cliBuild, root } from './build/options.mjs';

const cli = path.join(root, 'dist', 'cli.mjs');
await build(cliBuild(cli));
chmodSync(cli, 0o755);
const outfile = path.join(root, '.bench', 'quality.mjs');
await build({ ...cliBuild(outfile), entryPoints: [path.join(root, 'quality', 'main.ts')] });
const result = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit', cwd: root });
process.exit(result.status ?? 1);
