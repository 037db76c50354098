import { full } from 'acorn-walk';
import { parseModule } from './edit.mjs';

/**
 * A module with its functions written as arrows, which is shorter: `function twice(a) { return a + a; }` is
 * `const twice = (a) => a + a`. They move to the module's beginning, since code above a function may call it.
 * A function stays as it is where an arrow would mean something else: a generator, and what asks for its own `this`,
 * `arguments` or `new.target`.
 *
 * @param {string} code nothing in it is called by `new` but classes
 */
export function asArrows(code) {
  const [own, exported] = [[], []];
  let [rest, at] = ['', 0];
  for (const statement of parseModule(code).body) {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const made = isExported ? statement.declaration : statement;
    if (made?.type !== 'FunctionDeclaration' || made.generator || isBound(made)) continue;
    (isExported ? exported : own).push(arrow(made, code));
    rest += code.slice(at, statement.start);
    at = statement.end;
  }
  const together = (words, arrows) => (arrows.length > 0 ? `${words} ${arrows.join(',')};\n` : '');
  return together('const', own) + together('export const', exported) + rest + code.slice(at);
}

function arrow({ id, async, params, body }, code) {
  const text = ({ start, end }) => code.slice(start, end);
  const [first, ...others] = body.body;
  const value = others.length === 0 && first?.type === 'ReturnStatement' ? first.argument : null;
  const does = value ? `(${text(value)})` : text(body);
  return `${id.name} = ${async ? 'async ' : ''}(${params.map(text).join(',')}) => ${does}`;
}

/** Functions within are asked as well, so that now and then one is kept that need not be. */
function isBound(made) {
  let bound = false;
  full(made, ({ type, name }) => {
    bound ||= type === 'ThisExpression' || type === 'MetaProperty' || (type === 'Identifier' && name === 'arguments');
  });
  return bound;
}
