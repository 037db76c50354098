import vm from 'node:vm';
import { build } from 'esbuild';
import fc from 'fast-check';
import { coreBuild, coreRooms, pluginBuild } from '../../scripts/build/options.mjs';
import { checkBundle, loadBundle } from '../../scripts/preflight/index.mjs';
import { readFrontmatter } from '../../src/markdown';

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

it('front matter reads the same in the bundle, where two modules of gray-matter are replaced', async () => {
  const module = { exports: {} as { markdown: { readFrontmatter: typeof readFrontmatter } } };
  vm.runInNewContext(await textOf(coreBuild(['markdown'])), { module, AbortController, TextEncoder });
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
  const line = fc.constantFrom(
    ...[
      '---',
      '--- ',
      '---js',
      '...',
      '',
      'a: 1',
      'a: [b, "c"]',
      '  b: x',
      '- x',
      '# c',
      'a: *x',
      'b: &x {y: z}',
      'text',
      '\uFEFF---',
      ': :',
      'c: &x [1, 0o17, 0x1f, .inf, 1_000, yes, ~]',
      'd: |',
      'e: >-',
      '  folded',
      'f: !!set {y, z}',
      'g: !!binary aGk=',
      'h: 2001-12-14',
      '<<: *x',
      '? [i, j]',
      ': k',
      '%YAML 1.1',
    ],
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (lines, eol) => {
      const text = lines.join(eol);
      expect(plain(module.exports.markdown.readFrontmatter(text))).toEqual(plain(readFrontmatter(text)));
    }),
    { numRuns: 2_000 },
  );
});

it('lint rules leave their examples behind, and nothing else', async () => {
  const code = await textOf(coreBuild(['lint']));
  expect(code).toContain('link_broken');
  expect(code).not.toMatch(/finds:\s*\[\s*["'`][^"'`]+:\d/);
});
