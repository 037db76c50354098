// How each of our bundles is built. One place, so that the checks judge exactly what is shipped.
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { simple } from 'acorn-walk';

export const root = path.resolve(fileURLToPath(import.meta.url), '..', '..', '..');
const shims = path.join(root, 'scripts', 'build', 'shims');

/**
 * gray-matter brings engines that run JavaScript (`eval`), `js-yaml`, `fs` and `Buffer`, and more that we never ask of
 * it. We give it our own YAML engine and texts only; here the rest is left out of the bundle altogether.
 */
const leanGrayMatter = {
  name: 'lean-gray-matter',
  setup(build) {
    const from = `${path.sep}node_modules${path.sep}gray-matter${path.sep}`;
    const replace = (filter, shim) =>
      build.onResolve({ filter }, ({ importer }) =>
        importer.includes(from) ? { path: path.join(shims, shim) } : undefined,
      );
    replace(/^(\.|\.\/lib)\/engines$/, 'gray-matter-engines.cjs');
    replace(/^(\.|\.\/lib)\/utils$/, 'gray-matter-utils.cjs');
    replace(/^(\.|\.\/lib)\/(excerpt|stringify)$/, 'gray-matter-unused.cjs');
    replace(/^section-matter$/, 'gray-matter-unused.cjs');
    replace(/^kind-of$/, 'kind-of.cjs');
    replace(/^fs$/, 'empty.cjs');
  },
};

/**
 * Of the `openai` package we use the client itself (addresses, headers, streams, errors) and none of its hundred resource
 * classes, which are two thirds of it and bring Node's `Buffer` along. It also reads environment variables and tells
 * servers about the machine; neither is wanted, in the terminal as little as in the app.
 */
const leanOpenai = {
  name: 'lean-openai',
  setup(build) {
    const inPackage = (file) => new RegExp(String.raw`[\\/]node_modules[\\/]openai[\\/]${file}$`);
    build.onLoad({ filter: inPackage(String.raw`resources[\\/].+\.mjs`) }, async ({ path: file }) => ({
      contents: emptyClasses(await readFile(file, 'utf8')),
      loader: 'js',
    }));
    build.onLoad({ filter: inPackage(String.raw`internal[\\/]utils[\\/]env\.mjs`) }, () => ({
      contents: 'export const readEnv = () => undefined;',
      loader: 'js',
    }));
    build.onLoad({ filter: inPackage(String.raw`internal[\\/]detect-platform\.mjs`) }, () => ({
      contents: 'export const isRunningInBrowser = () => false; export const getPlatformHeaders = () => ({});',
      loader: 'js',
    }));
  },
};

/** A module's classes without what is in them, and what it passes on from other modules. */
function emptyClasses(code) {
  const passedOn = code.match(/^export (?:\*|\{[^}]*\}) from .*$/gm) ?? [];
  const classes = [...code.matchAll(/^export class (\w+)/gm)].map(([, name]) => `export class ${name} {}`);
  return [...passedOn, ...classes].join('\n');
}

/**
 * A lint rule carries the examples that are its tests and its documentation. Inside the app nobody reads them, and they
 * are a fiftieth of the bundle.
 */
const rulesWithoutExamples = {
  name: 'rules-without-examples',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]lint[\\/]rules[\\/][^\\/]+\.ts$/ }, async ({ path: file }) => {
      const { code } = await build.esbuild.transform(await readFile(file, 'utf8'), { loader: 'ts', target: 'es2022' });
      return { contents: emptyLists(code, 'examples'), loader: 'js' };
    });
  },
};

/** Empties every list literal that is the value of a property of that name. */
function emptyLists(code, name) {
  const lists = [];
  simple(parse(code, { ecmaVersion: 2022, sourceType: 'module' }), {
    Property({ key, value }) {
      if (key.name === name && value.type === 'ArrayExpression') lists.push(value);
    },
  });
  return lists.reduceRight((text, { start, end }) => `${text.slice(0, start)}[]${text.slice(end)}`, code);
}

const common = {
  absWorkingDir: root,
  bundle: true,
  charset: 'utf8',
  legalComments: 'inline',
  logLevel: 'warning',
  plugins: [leanGrayMatter, leanOpenai],
  treeShaking: true,
};

/** Obsidian loads `main.js` as CommonJS on Electron, on Android's WebView and on iOS's WebKit. */
const plugin = {
  ...common,
  external: ['obsidian'],
  format: 'cjs',
  minify: true,
  platform: 'browser',
  plugins: [leanGrayMatter, leanOpenai, rulesWithoutExamples],
  mainFields: ['module', 'main'],
  conditions: ['module', 'import'],
  target: ['es2020', 'ios15'],
  // WebKit has had these since iOS 15, and what esbuild writes in their place is slow.
  supported: {
    'class-field': true,
    'class-private-accessor': true,
    'class-private-brand-check': true,
    'class-private-field': true,
    'class-private-method': true,
    'class-static-field': true,
    'class-private-static-field': true,
    'class-private-static-method': true,
  },
};

/** @param {string} outfile @returns {import('esbuild').BuildOptions} the plugin as it is shipped */
export function pluginBuild(outfile) {
  return { ...plugin, entryPoints: [path.join(root, 'src', 'main.ts')], outfile };
}

/** @param {string} outfile @returns {import('esbuild').BuildOptions} the command line, in one file for Node 20 */
export function cliBuild(outfile) {
  return {
    ...common,
    entryPoints: [path.join(root, 'src', 'cli', 'main.ts')],
    outfile,
    banner: {
      js: [
        '#!/usr/bin/env node',
        "import { createRequire as requireFrom } from 'node:module';",
        'const require = requireFrom(import.meta.url);',
      ].join('\n'),
    },
    format: 'esm',
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: 'node',
    target: 'node20',
  };
}

/** The rooms that run inside Obsidian: every folder of `src` with a door, the hosts left out. */
export function coreRooms() {
  const hosts = new Set(['cli', 'obsidian']);
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
