import { edit, importLeftOut, onModule } from './edit.mjs';

/**
 * Of `zod/mini` we use the reading of data that is there: nothing that waits, nothing that writes values back as they came
 * (`encode`), nothing that changes them on the way (`coerce`), no patterns of whole schemas, no records with fixed keys.
 */
export const leanZod = {
  name: 'lean-zod',
  setup(build) {
    onModule(build, 'zod', String.raw`v4/core/schemas\.js`, (code) => {
      let before;
      let after = edit(code, unused);
      // What was within a part that stays is looked at in its turn.
      do [before, after] = [after, edit(after, unused, { mayFindNothing: true })];
      while (before !== after);
      return importLeftOut + after;
    });
    onModule(build, 'zod', String.raw`v4/mini/schemas\.js`, (code) => importLeftOut + edit(code, waiting));
  },
};

const UNASKED =
  /^(?:\w+ instanceof Promise\b.*|asyncResult.*|proms\.length|ctx\.skipChecks|ctx\.direction === "backward"|def\.coerce)$/;

function unused(node, ancestors, code) {
  const text = ({ start, end }) => code.slice(start, end);
  if (node.type === 'FunctionDeclaration' && node.id.name === 'standardProps' && !text(node).includes('leftOut'))
    return 'function standardProps() { return leftOut("~standard")(); }';
  if (node.type === 'CallExpression' && node.callee.property?.name === 'defineLazyInternal') {
    const [inst, name, make] = node.arguments;
    if (!['pattern', 'propValues'].includes(name.value) || make.type === 'CallExpression') return undefined;
    return `util.defineLazyInternal(${text(inst)}, ${name.raw}, leftOut(${name.raw}))`;
  }
  if (node.type !== 'IfStatement') return undefined;
  const test = text(node.test);
  if (test === 'values && !def.partial')
    return `if (values) leftOut('record with fixed keys')(); else ${text(node.alternate)}`;
  if (!UNASKED.test(test)) return undefined;
  const isRefinement = ancestors.some((one) => one.arguments?.[0]?.value === '$ZodCustom');
  if (!isRefinement) return node.alternate ? text(node.alternate) : ';';
  return text(node.consequent).includes('leftOut') ? undefined : `if (${test}) leftOut('refinement that waits')();`;
}

function waiting({ type, key }) {
  if (type !== 'Property' || !['parseAsync', 'safeParseAsync'].includes(key.name)) return undefined;
  return `${key.name}: leftOut('${key.name}')`;
}
