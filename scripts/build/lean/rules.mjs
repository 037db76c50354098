import { edit } from './edit.mjs';

/**
 * A lint rule carries the sentences and examples that are its documentation and its tests. Inside the app nobody reads
 * them, and they are a twentieth of the bundle.
 *
 * @param {string} code a module of `src/lint/rules`
 */
export function withoutDocumentation(code) {
  return edit(code, documentation, { mayFindNothing: true });
}

function documentation({ type, key, value }, ancestors) {
  if (type !== 'Property') return undefined;
  if (key.name === 'examples' && value.type === 'ArrayExpression') return 'examples: []';
  const isRule = ancestors.length === 6 && ancestors[2].type === 'VariableDeclaration';
  if (isRule && (key.name === 'what' || key.name === 'why')) return `${key.name}: ''`;
  return isRule && key.name === 'params' ? 'params: {}' : undefined;
}
