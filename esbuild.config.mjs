// Builds the product: `node esbuild.config.mjs` once, `node esbuild.config.mjs --watch` on every change.
import { chmodSync, cpSync } from 'node:fs';
import path from 'node:path';
import { build, context } from 'esbuild';
import {
  cliBuild,
  modulesBuild,
  pluginBuild,
  reviewBuild,
  reviewFiles,
  root,
  serverBuild,
} from './scripts/build/options.mjs';

const cli = path.join(root, 'dist', 'cli.mjs');
const server = path.join(root, 'dist', 'server.mjs');
const review = path.join(root, 'dist', 'review');
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
    [modulesBuild(plugin), cliBuild(cli), serverBuild(server), reviewBuild(review)].map((options) =>
      context({ ...options, ...readable }),
    ),
  );
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  const all = [pluginBuild(plugin), cliBuild(cli), serverBuild(server), reviewBuild(review)];
  await Promise.all(all.map((options) => build(options)));
  chmodSync(cli, 0o755);
}
for (const file of reviewFiles) cpSync(file, path.join(review, path.basename(file)));
