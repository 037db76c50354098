import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';

/** What each bundle is made by: a program that writes it to the path in its last argument. */
const BUILDS = {
  'cli.mjs': `
    import { build } from 'esbuild';
    import { cliBuild } from './scripts/build/options.mjs';
    await build(cliBuild(process.argv[1]));`,
  'main.js': `
    import { writeFileSync } from 'node:fs';
    import { buildPlugin } from './scripts/playground/server.mjs';
    writeFileSync(process.argv[1], await buildPlugin());`,
  'page.js': `
    import { writeFileSync } from 'node:fs';
    import { buildPage } from './scripts/playground/server.mjs';
    writeFileSync(process.argv[1], await buildPage({ isSmall: true }));`,
};

const root = path.join(__dirname, '..', '..');

/** The path of a bundle that many test files use: the first that asks builds it, once a run of the tests. */
export function builtFile(name: keyof typeof BUILDS): string {
  const folder = process.env.LIVING_WIKI_RUN_FOLDER;
  if (folder === undefined) throw new Error('The run of the tests has no folder: see test/support/run-folder.cjs.');
  const file = path.join(folder, name);
  if (existsSync(file)) return file;
  // Two workers may build it at once; each moves a whole file into place.
  const own = path.join(folder, `${String(process.pid)}-${name}`);
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILDS[name], own], { cwd: root });
  renameSync(own, file);
  return file;
}

const texts = new Map<string, string>();

/** The text of such a bundle. */
export function builtText(name: keyof typeof BUILDS): string {
  const text = texts.get(name) ?? readFileSync(builtFile(name), 'utf8');
  texts.set(name, text);
  return text;
}
