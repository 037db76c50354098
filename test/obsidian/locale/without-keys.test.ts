import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { transformSync } from 'esbuild';
import { withoutKeys } from '../../../scripts/build/locales.mjs';
import * as texts from '../../../src/obsidian/locale';
import { area, translate } from '../../../src/obsidian/locale/area';
import { leavesOf } from './read-sources';

const folder = path.resolve(__dirname, '../../../src/obsidian/locale');
const english = texts as unknown as Readonly<Record<string, object>>;

afterEach(() => translate(null));

/** The object that a file of texts exports. What it imports is as ever. */
function evaluate(language: string, name: string, text: string): object {
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs', minifyWhitespace: true });
  const module: { exports: Record<string, object> } = { exports: {} };
  const load = (wanted: string): unknown => jest.requireActual(path.join(folder, language, wanted));
  const run = vm.runInThisContext(`(module, require) => {${code}}`) as (of: typeof module, by: typeof load) => void;
  run(module, load);
  return module.exports[name] ?? {};
}

const copyOf = (words: object): object =>
  Object.fromEntries(
    Object.entries(words).map(([key, value]: [string, unknown]) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [key, isObject ? copyOf(value) : Array.isArray(value) ? [...(value as unknown[])] : value];
    }),
  );

const leaves = (words: object): readonly string[] =>
  [...leavesOf(words)].map(([key, value]) => `${key}: ${String(value)}`).sort();

it.each(['de', 'es', 'fr', 'ja', 'zh'])(
  'a bundle, which has no keys, shows each text of %s in its place',
  (language) => {
    const files = readdirSync(path.join(folder, language)).filter((name) => !/^(?:index|plural)\.ts$/.test(name));
    for (const file of files) {
      const read = (of: string): string => readFileSync(path.join(folder, of, file), 'utf8');
      const name = path.basename(file, '.ts');
      const bundled = evaluate(language, name, withoutKeys(read(language), read('en')));
      const shown = area(`bundled ${name}`, copyOf(english[name] ?? {}));
      translate({ [`bundled ${name}`]: bundled });
      expect(Array.isArray(bundled)).toBe(true);
      expect(leaves(shown)).toEqual(leaves(evaluate(language, name, read(language))));
    }
  },
);
