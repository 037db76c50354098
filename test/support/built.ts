import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What each bundle is made by: a program that writes it to the path in its last argument. */
const BUILDS = {
  'cli.mjs': `
    import { build } from 'esbuild';
    import { cliBuild } from './scripts/build/options.mjs';
    await build(cliBuild(process.argv[1]));`,
  // The program reads its version from the package around it.
  'server.mjs': `
    import { copyFileSync } from 'node:fs';
    import { build } from 'esbuild';
    import path from 'node:path';
    import { root, serverBuild } from './scripts/build/options.mjs';
    await build(serverBuild(process.argv[1]));
    copyFileSync(path.join(root, 'package.json'), path.join(path.dirname(process.argv[1]), 'package.json'));`,
  // The command line with the server and its page beside it, as they are shipped.
  served: `
    import { cpSync } from 'node:fs';
    import path from 'node:path';
    import { build } from 'esbuild';
    import { cliBuild, reviewBuild, reviewFiles, serverBuild } from './scripts/build/options.mjs';
    const [, folder] = process.argv;
    const review = path.join(folder, 'review');
    await Promise.all([cliBuild(path.join(folder, 'cli.mjs')), serverBuild(path.join(folder, 'server.mjs')), reviewBuild(review)].map(build));
    for (const file of reviewFiles) cpSync(file, path.join(review, path.basename(file)));`,
  'main.js': `
    import { writeFileSync } from 'node:fs';
    import { buildPlugin } from './scripts/playground/server.mjs';
    writeFileSync(process.argv[1], await buildPlugin());`,
  'page.js': `
    import { writeFileSync } from 'node:fs';
    import { buildPage } from './scripts/playground/server.mjs';
    writeFileSync(process.argv[1], await buildPage({ isSmall: true }));`,
};

/** The folder of the run (test/support/run-folder.cjs); one of the process alone where no test runs, as in the benchmark. */
function runFolder(): string {
  const given = process.env.LIVING_WIKI_RUN_FOLDER;
  if (given !== undefined) return given;
  const own = mkdtempSync(path.join(tmpdir(), 'living-wiki-run-'));
  process.on('exit', () => rmSync(own, { recursive: true, force: true }));
  process.env.LIVING_WIKI_RUN_FOLDER = own;
  return own;
}

/** The path of a bundle that many test files use: the first that asks builds it, once a run of the tests. */
export function builtFile(name: keyof typeof BUILDS): string {
  const folder = runFolder();
  const file = path.join(folder, name);
  if (existsSync(file)) return file;
  // Two workers may build it at once; each moves a whole file into place.
  const own = path.join(folder, `${String(process.pid)}-${name}`);
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILDS[name], own], {
    cwd: process.env.LIVING_WIKI_ROOT,
  });
  try {
    renameSync(own, file);
  } catch (error) {
    // A folder is not put over that of another worker, which holds the same.
    if (!existsSync(file)) throw error;
    rmSync(own, { recursive: true });
  }
  return file;
}

const texts = new Map<string, string>();

/** The text of such a bundle. */
export function builtText(name: keyof typeof BUILDS): string {
  const text = texts.get(name) ?? readFileSync(builtFile(name), 'utf8');
  texts.set(name, text);
  return text;
}
