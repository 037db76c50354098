// Builds the product: `node esbuild.config.mjs` once, `node esbuild.config.mjs --watch` on every change.
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { build, context } from 'esbuild';
import { cliBuild, modulesBuild, pluginBuild, root, serverBuild } from './scripts/build/options.mjs';

const cli = path.join(root, 'dist', 'cli.mjs');
const server = path.join(root, 'dist', 'server.mjs');
const plugin = path.join(root, 'main.js');

if (process.argv.includes('--watch')) {
  const readable = {
    minify: false,
    minifySyntax: false,
    minifyWhitespace: false,
    sourcemap: 'inline',
    logLevel: 'info',
  };
  const contexts = await Promise.all(
    [modulesBuild(plugin), cliBuild(cli), serverBuild(server)].map((options) => context({ ...options, ...readable })),
  );
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  await Promise.all([pluginBuild(plugin), cliBuild(cli), serverBuild(server)].map((options) => build(options)));
  chmodSync(cli, 0o755);
}
