// Serves the stand-in for the app with the plugin in it, on this machine only. Used by the playground and by the tests.
import { createServer } from 'node:http';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { pluginBuild, root } from '../build/options.mjs';

const require = createRequire(import.meta.url);
const pageFolder = path.join(root, 'test', 'host', 'page');
/** The review page of the server has the same elements. */
const styleFolder = path.join(root, 'src', 'obsidian', 'browser', 'style');
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
};

/** The page has what it needs from its own server, and gets nothing else but what a test names. */
const policyWith = (connect) =>
  `default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' data: blob: ${connect}; frame-src 'self' about:; worker-src 'self' blob:`;

/**
 * @param {{ isSmall?: boolean }} [settings] `isSmall`: for a page that is opened often and debugged rarely
 * @returns {Promise<string>} the stand-in as one script for the browser
 */
export async function buildPage({ isSmall = false } = {}) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [path.join(pageFolder, 'entry.ts')],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    sourcemap: isSmall ? false : 'inline',
    minify: isSmall,
    logLevel: 'warning',
    keepNames: true,
    write: false,
  });
  return outputFiles[0].text;
}

/** @returns {Promise<string>} the plugin, built as it is shipped */
export async function buildPlugin() {
  const { outputFiles } = await build({ ...pluginBuild(path.join(root, 'main.js')), write: false });
  return outputFiles[0].text;
}

/**
 * @param {string} folder
 * @returns {Promise<Record<string, string | { base64: string }>>} a folder as the page takes a vault
 */
export async function readVault(folder) {
  const files = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const full = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(full);
    const text = bytes.toString('utf8');
    const name = path.relative(folder, full).split(path.sep).join('/');
    files[name] = Buffer.from(text, 'utf8').equals(bytes) ? text : { base64: bytes.toString('base64') };
  }
  return files;
}

/**
 * @param {{ port?: number, options?: object, plugin?: string | null, page?: string | null, connect?: string }} [settings] `port`: any free one when absent; `options`:
 *   what the page is opened with; `plugin`: the code of `main.js`, built when absent; `page`: the stand-in, built when absent; `connect`: the origin of another server on
 *   this machine that the page may talk to
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve({ port = 0, options = {}, plugin = null, page = null, connect = '' } = {}) {
  const [script, main] = await Promise.all([page ?? buildPage(), plugin ?? buildPlugin()]);
  const answers = new Map([
    ['/', () => readFile(path.join(pageFolder, 'index.html'))],
    ['/host/page.js', async () => script],
    ['/host/pdf.mjs', () => readFile(path.join(path.dirname(require.resolve('unpdf')), 'pdfjs.mjs'))],
    ['/options.json', async () => JSON.stringify(options)],
    ['/plugin/main.js', async () => main],
    ...['styles.css', 'manifest.json'].map((name) => [`/plugin/${name}`, () => readFile(path.join(root, name))]),
    ...['variables.css', 'elements.css'].map((name) => [`/host/${name}`, () => readFile(path.join(styleFolder, name))]),
    ...['shell.css', 'content.css'].map((name) => [`/host/${name}`, () => readFile(path.join(pageFolder, name))]),
  ]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = answers.get(pathname);
    if (answer === undefined) {
      response.writeHead(404).end();
      return;
    }
    answer().then(
      (body) => {
        response.writeHead(200, {
          'content-type': types[path.extname(pathname)] ?? types['.html'],
          'content-security-policy': policyWith(connect),
          'cache-control': 'no-store',
        });
        response.end(body);
      },
      (error) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://localhost:${String(address.port)}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
