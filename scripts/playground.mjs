// `npm run playground [-- --port N] [--once] [--by-a-model]`: the plugin in a stand-in for the app, with the example wiki, in a browser.
// Everything stays in the memory of the page; reloading it starts over. `--once` prints the address and stops with its input.
// `--by-a-model` shows the wiki that a strong model made of the same sources.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './build/options.mjs';
import { readVault, serve } from './playground/server.mjs';

const { values } = parseArgs({
  options: { port: { type: 'string' }, once: { type: 'boolean' }, 'by-a-model': { type: 'boolean' } },
});
const files = await readVault(path.join(root, 'examples', values['by-a-model'] ? 'by-a-model' : 'vault'));
const { url, close } = await serve({
  port: Number(values.port ?? (values.once ? 0 : 4321)),
  options: { name: 'Example vault', files, isPlayground: true },
});

if (values.once) {
  console.log(url);
  process.stdin.resume();
  process.stdin.on('end', () => void close());
} else {
  console.log(`Living Wiki with the example wiki: ${url}`);
  console.log('It runs in a stand-in for Obsidian, in your browser only; reloading the page starts over.');
  console.log('Ctrl+C stops it.');
}
