// Builds the benchmark as the command line is built and runs it: `npm run bench [-- VAULT]`, or `npm run bench -- --screens`
// for what the browser measures alone, `npm run bench -- --start` for loading `main.js`, `npm run bench -- --first-use [SCREEN...]` for the first use of each screen,
// `npm run bench -- --evidence [PAGES] [SLOWER]` for the evidence in an open note; with SLOWER, and for coverage, on a processor that many times slower,
// `npm run bench -- --recall [VAULT...]` for how well the search finds,
// `npm run bench -- --sent` for the tokens that one source sends into 100 and 10,000 pages,
// `npm run bench -- --packs` for context from a knowledge pack of 5,000 files,
// `npm run bench -- --sources` for search in 10,000 sources,
// `npm run bench -- --large-changes` for the review of changes of thousands of lines,
// `npm run bench -- --backlog COUNT [apply]` for a backlog of sources, `npm run bench -- --queue COUNT` for the queue,
// `npm run bench -- --workers [proof [SOURCES KILLS]|rates]` for workers on PostgreSQL that are killed, and how much they do together,
// `npm run bench -- --workers memory [WIKIS [SOURCES...]]` for what a worker keeps while proposals wait,
// `npm run bench -- --load [RATE] [SECONDS] [PAGES] [worker]` for a server that is read while it does jobs,
// `npm run bench -- --scale [NAME=FIGURE...]` for a simulation of many wikis (docs/scale.md),
// `npm run bench -- --vault COUNT` for single commands on a large vault (after `npm run build`),
// `npm run bench -- --growth` for whether the time of each reader grows as its input does,
// or `npm run bench -- --hostile` for inputs that are made to cost time or memory. JSON on standard output.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { cliBuild, root } from './build/options.mjs';

/** What the page is served by stays where it lies: it builds with esbuild, and finds its files from there. */
const outside = {
  name: 'outside',
  setup({ onResolve }) {
    const server = path.join(root, 'scripts', 'playground', 'server.mjs');
    onResolve({ filter: /playground\/server\.mjs$/ }, () => ({ path: server, external: true }));
  },
};

const outfile = path.join(root, '.bench', 'bench.mjs');
const options = cliBuild(outfile);
await build({
  ...options,
  entryPoints: [path.join(root, 'bench', 'main.ts')],
  plugins: [...options.plugins, outside],
  external: ['playwright-core'],
  // What the tests share finds the repository from its own folder.
  define: { ...options.define, __dirname: JSON.stringify(path.join(root, 'test', 'support')) },
  // Functions go to the page as their text, which must need nothing else.
  keepNames: false,
});
const built = mkdtempSync(path.join(tmpdir(), 'living-wiki-bench-built-'));
const result = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
  env: { ...process.env, LIVING_WIKI_RUN_FOLDER: built },
});
rmSync(built, { recursive: true, force: true });
process.exit(result.status ?? 1);
