// How each of our bundles is built. One place, so that the checks judge exactly what is shipped.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinChunks } from './chunks.mjs';
import { builtInDocs } from './docs.mjs';
import { replaceModules } from './replacements.mjs';

export const root = path.resolve(fileURLToPath(import.meta.url), '..', '..', '..');

const common = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  legalComments: 'inline',
  // Skills are Markdown, and bundled as text.
  loader: { '.md': 'text' },
  logLevel: 'warning',
  plugins: [replaceModules],
  treeShaking: true,
};

/** Obsidian loads `main.js` as CommonJS on Electron, on Android's WebView and on iOS's WebKit. */
const plugin = {
  ...common,
  plugins: [replaceModules, builtInDocs(root, 'short')],
  // The app has its own editor, and gives it to plugins.
  external: ['obsidian', '@codemirror/state', '@codemirror/view'],
  format: 'cjs',
  minify: true,
  platform: 'browser',
  mainFields: ['module', 'main'],
  conditions: ['module', 'import'],
  // No Node: what a library does only there (`ignore` asks for Windows) is left out.
  define: { process: 'undefined' },
  target: ['es2022', 'ios15'],
  // Strict mode is switched on once for the whole file, and not by TypeScript in each of its modules.
  banner: { js: '"use strict";' },
  tsconfigRaw: { compilerOptions: { target: 'ES2022', alwaysStrict: false } },
};

/** @param {string} outfile @returns {import('esbuild').BuildOptions} the plugin in one pass: every module by itself, for whoever reads it */
export function modulesBuild(outfile) {
  return { ...plugin, entryPoints: [path.join(root, 'src', 'main.ts')], outfile };
}

/** @param {string} outfile @returns {import('esbuild').BuildOptions} the plugin as it is shipped */
export function pluginBuild(outfile) {
  const modules = modulesBuild(outfile);
  return { ...modules, plugins: [joinChunks(modules)], logOverride: { 'ignored-bare-import': 'silent' } };
}

/** What both programs on Node have in common. */
const node = {
  ...common,
  plugins: [replaceModules, builtInDocs(root, 'all')],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  format: 'esm',
  keepNames: true,
  minifySyntax: true,
  minifyWhitespace: true,
  platform: 'node',
  target: 'node20',
};

/** Leaves the server to a bundle of its own beside the command line, which no other command reads. */
const apartFromServer = {
  name: 'apart-from-server',
  setup(build) {
    build.onResolve({ filter: /^(?:\.\.\/)+server$/ }, () => ({ path: './server.mjs', external: true }));
  },
};

/** @param {string} outfile @returns {import('esbuild').BuildOptions} the command line, in one file for Node 20 */
export function cliBuild(outfile) {
  return {
    ...node,
    plugins: [apartFromServer, ...node.plugins],
    entryPoints: [path.join(root, 'src', 'cli', 'main.ts')],
    outfile,
    banner: { js: `#!/usr/bin/env node\n${node.banner.js}` },
  };
}

/** @param {string} outfile @returns {import('esbuild').BuildOptions} the server, which the command line loads from beside it */
export function serverBuild(outfile) {
  return {
    ...node,
    entryPoints: [path.join(root, 'src', 'server', 'index.ts')],
    outfile,
    // Optional parts of `pg` that are not used.
    external: ['pg-native', 'pg-cloudflare'],
  };
}

const browser = path.join(root, 'src', 'obsidian', 'browser');

/** What belongs to the page as it is. */
export const reviewFiles = ['index.html', 'icon.svg'].map((name) => path.join(browser, name));

/** The page has its own elements in the place of the app's, and no screens but its own. */
const inBrowser = {
  name: 'in-browser',
  setup(build) {
    build.onResolve({ filter: /^obsidian$/ }, () => ({ path: path.join(browser, 'app', 'index.ts') }));
    build.onResolve({ filter: /^(?:\.\.\/actions|\.\/lens-switcher|\.\/never-make)$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: path.join(browser, 'elsewhere.ts') } : undefined,
    );
  },
};

/** The languages that the page is in besides English. Each is a file that a browser asks for when it needs it. */
const languages = readdirSync(path.join(browser, 'texts')).map((name) => path.basename(name, '.ts'));

const apartFromTexts = {
  name: 'apart-from-texts',
  setup(build) {
    build.onResolve({ filter: /^\.\/texts\/\w+$/ }, ({ path: asked, kind }) =>
      kind === 'dynamic-import' ? { path: `./texts-${path.basename(asked)}.js`, external: true } : undefined,
    );
  },
};

/** @param {string} outdir @returns {import('esbuild').BuildOptions} the review in a browser, which the server gives */
export function reviewBuild(outdir) {
  return {
    ...common,
    // Given, not found: a file that a plugin resolves has no tsconfig, and of two ways to one file the first counts, which is chance.
    tsconfigRaw: readFileSync(path.join(root, 'tsconfig.json'), 'utf8'),
    plugins: [inBrowser, apartFromTexts, replaceModules, builtInDocs(root, 'short')],
    entryPoints: {
      review: path.join(browser, 'main.ts'),
      'review-style': path.join(browser, 'style', 'page.css'),
      ...Object.fromEntries(languages.map((name) => [`texts-${name}`, path.join(browser, 'texts', `${name}.ts`)])),
    },
    outdir,
    define: { process: 'undefined' },
    format: 'esm',
    minify: true,
    platform: 'browser',
    mainFields: ['module', 'main'],
    conditions: ['module', 'import'],
    target: 'es2022',
  };
}

/** The rooms that run inside Obsidian: every folder of `src` with a door, the hosts left out. */
export function coreRooms() {
  const hosts = new Set(['cli', 'mcp', 'node', 'obsidian', 'server']);
  return readdirSync(path.join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !hosts.has(entry.name))
    .map((entry) => entry.name)
    .filter((room) => existsSync(path.join(root, 'src', room, 'index.ts')))
    .sort();
}

/**
 * The core, built as `main.js` is and never shipped: the checks judge it, so that the plugin's screens start from a
 * core that passes.
 *
 * @param {readonly string[]} [rooms] whose doors are kept open; all of them when absent
 * @returns {import('esbuild').BuildOptions}
 */
export function coreBuild(rooms = coreRooms()) {
  const doors = rooms.map((room) => `export * as ${room} from './src/${room}';`);
  return {
    ...plugin,
    stdin: { contents: doors.join('\n'), resolveDir: root, sourcefile: 'core.ts', loader: 'ts' },
    outfile: path.join(root, 'core.js'),
    write: false,
  };
}
