import { build } from 'esbuild';
import { coreBuild, coreRooms, pluginBuild } from '../../scripts/build/options.mjs';
import { checkBundle, loadBundle } from '../../scripts/preflight/index.mjs';

async function textOf(options: Parameters<typeof build>[0]): Promise<string> {
  const { outputFiles } = await build({ ...options, write: false });
  return outputFiles[0]!.text;
}

it('the core, all its rooms together, would pass the preflight inside the plugin', async () => {
  expect(coreRooms()).toEqual(expect.arrayContaining(['vault', 'markdown', 'workspace', 'wiki']));
  expect(coreRooms()).not.toContain('cli');
  const code = await textOf(coreBuild());
  expect(checkBundle(code, { file: 'core.js' })).toEqual([]);
  expect(loadBundle(code, { file: 'core.js', isPlugin: false })).toEqual([]);
});

it('the plugin passes the preflight', async () => {
  const code = await textOf(pluginBuild('main.js'));
  expect([...checkBundle(code), ...loadBundle(code)]).toEqual([]);
});
