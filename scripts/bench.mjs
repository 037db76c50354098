// Builds the benchmark and runs it: `npm run bench [-- VAULT]`. Figures come as JSON on standard output.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.dirname(import.meta.dirname);
const outfile = path.join(root, '.bench', 'bench.mjs');
await build({
  entryPoints: [path.join(root, 'bench', 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['unpdf'],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});
const result = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(result.status ?? 1);
