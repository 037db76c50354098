import { readFile } from 'node:fs/promises';
import { edit } from './edit.mjs';

/**
 * A lint rule carries the sentences and examples that are its documentation and its tests. Inside the app nobody reads
 * them, and they are a twentieth of the bundle.
 */
export const rulesWithoutDocumentation = {
  name: 'rules-without-documentation',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]lint[\\/]rules[\\/][^\\/]+\.ts$/ }, async ({ path: file }) => {
      const { code } = await build.esbuild.transform(await readFile(file, 'utf8'), { loader: 'ts', target: 'es2022' });
      return { contents: edit(code, withoutDocumentation, { mayFindNothing: true }), loader: 'js' };
    });
  },
};

function withoutDocumentation({ type, key, value }, ancestors) {
  if (type !== 'Property') return undefined;
  if (key.name === 'examples' && value.type === 'ArrayExpression') return 'examples: []';
  const isRule = ancestors.length === 6 && ancestors[2].type === 'VariableDeclaration';
  if (isRule && (key.name === 'what' || key.name === 'why')) return `${key.name}: ''`;
  return isRule && key.name === 'params' ? 'params: {}' : undefined;
}
