// Builds the benchmark as the command line is built and runs it: `npm run bench [-- VAULT]`. JSON on standard output.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';
import { cliBuild, root } from './build/options.mjs';

const outfile = path.join(root, '.bench', 'bench.mjs');
await build({ ...cliBuild(outfile), entryPoints: [path.join(root, 'bench', 'main.ts')] });
const result = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(result.status ?? 1);
