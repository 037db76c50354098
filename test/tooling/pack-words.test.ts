import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { packWords } from '../../scripts/build/pack-words.mjs';

const FOLDER = path.join(__dirname, '..', '..', 'src', 'ingest', 'extractive');
/** Modules that export whole lists. */
const ENTRY = ['name-words', 'stop-words'].map((name) => `export * from './${name}';`).join('\n');

async function lists(
  plugins: readonly Plugin[],
): Promise<{ readonly text: string; readonly words: readonly string[][] }> {
  const stdin = { contents: `${ENTRY}\nexport { isCommonWord } from './common-words';`, resolveDir: FOLDER };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'cjs', write: false, plugins: [...plugins] });
  const text = outputFiles[0]?.text ?? '';
  const module = { exports: {} as Record<string, unknown> };
  runInNewContext(text, { module });
  const { stopWords, ...others } = module.exports;
  // A set of another context is no instance of this one's.
  const sets = Object.values(others).filter((each): each is Set<string> => String(each) === '[object Set]');
  const ofLanguage = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru'].map((name) =>
    (stopWords as (language: string) => ReadonlySet<string>)(name),
  );
  return { text, words: [...sets, ...ofLanguage].map((set) => [...set].sort()) };
}

it('a bundle with packed lists has the same words', async () => {
  const [plain, packed] = [await lists([]), await lists([packWords])];
  expect(packed.words).toEqual(plain.words);
  expect(plain.words.length).toBeGreaterThan(10);
  expect(packed.text.length).toBeLessThan(plain.text.length - 3_000);
});
