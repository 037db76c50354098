import { build } from 'esbuild';
import { coreBuild, coreRooms, pluginBuild } from '../../scripts/build/options.mjs';
import { checkBundle, loadBundle } from '../../scripts/preflight/index.mjs';

async function textOf(options: Parameters<typeof build>[0]): Promise<string> {
  const { outputFiles } = await build({ ...options, write: false });
  return outputFiles[0]!.text;
}

it('the core, all its rooms together, breaks no rule of the preflight', async () => {
  expect(coreRooms()).toEqual(expect.arrayContaining(['vault', 'markdown', 'workspace', 'wiki', 'workbench']));
  expect(coreRooms()).not.toContain('cli');
  const code = await textOf(coreBuild());
  expect(checkBundle(code, { file: 'core.js', maxBytes: Infinity })).toEqual([]);
  expect(loadBundle(code, { file: 'core.js', isPlugin: false })).toEqual([]);
});

it('the plugin passes the preflight', async () => {
  const code = await textOf(pluginBuild('main.js'));
  expect([...checkBundle(code), ...loadBundle(code)]).toEqual([]);
});

it('lint rules leave their examples behind, and nothing else', async () => {
  const code = await textOf(coreBuild(['lint']));
  expect(code).toContain('link_broken');
  expect(code).not.toMatch(/finds:\s*\[\s*["'`][^"'`]+:\d/);
});
