import { readFile } from 'node:fs/promises';
import { withoutDocumentation } from './rules.mjs';
import { withPackedWords } from './words.mjs';

/** Our own modules, written shorter than a minifier would: nothing that they do changes. */
export const leanOwn = {
  name: 'lean-own',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].+\.ts$/ }, async ({ path: file }) => {
      if (file.includes('node_modules')) return undefined;
      const source = await readFile(file, 'utf8');
      let { code } = await build.esbuild.transform(source, { loader: 'ts', target: 'es2022' });
      if (/[\\/]lint[\\/]rules[\\/]/.test(file)) code = withoutDocumentation(code);
      if (/[\\/]ingest[\\/]extractive[\\/]/.test(file)) code = withPackedWords(code);
      return { contents: code, loader: 'js' };
    });
  },
};
