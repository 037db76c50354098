import { edit } from './edit.mjs';

/** What a rule says for its documentation and its tests alone. */
const SAID = ['what', 'why', 'params', 'examples'];

/**
 * A lint rule carries the sentences and examples that are its documentation and its tests. Inside the app nobody reads
 * them, and they are a twentieth of the bundle.
 *
 * @param {string} code a module of `src/lint/rules`
 */
export function withoutDocumentation(code) {
  return edit(code, documentation, { mayFindNothing: true });
}

function documentation({ type, properties }, ancestors, code) {
  if (type !== 'ObjectExpression') return undefined;
  const has = (name) => properties.some(({ key }) => key?.name === name);
  if (!['id', 'what', 'why', 'examples'].every(has)) return undefined;
  const kept = properties.filter(({ key }) => !SAID.includes(key?.name));
  return `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`;
}
