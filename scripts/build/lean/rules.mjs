import { readFile } from 'node:fs/promises';
import { edit } from './edit.mjs';

/**
 * A lint rule carries the examples that are its tests and its documentation. Inside the app nobody reads them, and they
 * are a fiftieth of the bundle.
 */
export const rulesWithoutExamples = {
  name: 'rules-without-examples',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]lint[\\/]rules[\\/][^\\/]+\.ts$/ }, async ({ path: file }) => {
      const { code } = await build.esbuild.transform(await readFile(file, 'utf8'), { loader: 'ts', target: 'es2022' });
      const isExamples = ({ type, key, value }) =>
        type === 'Property' && key.name === 'examples' && value.type === 'ArrayExpression';
      return {
        contents: edit(code, (node) => (isExamples(node) ? 'examples: []' : undefined), { mayFindNothing: true }),
        loader: 'js',
      };
    });
  },
};
