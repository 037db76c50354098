import { edit, hollow, importLeftOut, onModule, withoutMethods } from './edit.mjs';

/**
 * Of the `yaml` package we use the parser for YAML 1.2 core, whose data and places we read. Left out is what writes YAML,
 * what builds and changes documents, the other schemas (a document cannot ask for them, since `yamlOptions` and its like
 * name theirs), and the tools for tokens.
 */
export const leanYaml = {
  name: 'lean-yaml',
  setup(build) {
    const on = (file, change) => onModule(build, 'yaml', `browser/dist/${file}`, change);
    on(String.raw`stringify/.+\.js`, hollow);
    on(String.raw`parse/cst-.+\.js`, hollow);
    on(String.raw`doc/(?:anchors|applyReviver|createNode)\.js`, hollow);
    // The first pattern that fits counts.
    on(
      String.raw`schema/yaml-1\.1/merge\.js`,
      (code) => `${hollow(code).replace(/^export const isMergeKey .*$/m, '')}\nexport const isMergeKey = () => false;`,
    );
    on(String.raw`schema/(?:json|yaml-1\.1)/.+\.js`, hollow);
    on(
      String.raw`schema/tags\.js`,
      () =>
        `import { schema } from './core/schema.js';
         export const coreKnownTags = {};
         export function getTags(custom, name) {
           if (custom || name !== 'core') throw new Error('All schemas but core are left out of this build.');
           return schema.slice();
         }`,
    );
    on(String.raw`visit\.js`, (code) => edit(code, withoutAsync));
    on(String.raw`errors\.js`, (code) => importLeftOut + edit(code, withoutPrettyErrors));
    on(String.raw`compose/compose-scalar\.js`, (code) => edit(code, withoutOtherTags));
    on(String.raw`nodes/addPairToJSMap\.js`, (code) => importLeftOut + edit(code, withoutKeysAsText));
    const without = (file, methods) => on(file, (code) => withoutMethods(code, methods));
    const changes = ['add', 'delete', 'set'];
    const inDepth = ['addIn', 'deleteIn', 'getIn', 'hasIn', 'setIn'];
    without(String.raw`doc/Document\.js`, {
      Document: [
        ...changes,
        ...inDepth,
        ...['clone', 'createAlias', 'createNode', 'createPair', 'get', 'has', 'toJSON', 'toString'],
      ],
    });
    without(String.raw`doc/directives\.js`, { Directives: ['clone', 'tagString', 'toString'] });
    without(String.raw`nodes/Alias\.js`, { Alias: ['toString'] });
    without(String.raw`nodes/Collection\.js`, { Collection: [...inDepth, 'clone', 'hasAllNullValues'] });
    without(String.raw`nodes/Node\.js`, { NodeBase: ['clone', 'toJS'] });
    without(String.raw`nodes/Pair\.js`, { Pair: ['clone', 'toString'] });
    without(String.raw`nodes/YAMLMap\.js`, { YAMLMap: [...changes, 'from', 'get', 'has', 'toString'] });
    without(String.raw`nodes/YAMLSeq\.js`, { YAMLSeq: [...changes, 'from', 'get', 'has', 'toString'] });
    without(String.raw`schema/Schema\.js`, { Schema: ['clone'] });
  },
};

function withoutAsync({ type, id }) {
  if (type !== 'FunctionDeclaration' || !id.name.startsWith('visitAsync')) return undefined;
  return `function ${id.name}() { throw new Error('visitAsync is left out of this build.'); }`;
}

/** What `prettyErrors` asks for. */
function withoutPrettyErrors({ type, id }) {
  return type === 'VariableDeclarator' && id.name === 'prettifyError'
    ? "prettifyError = leftOut('prettifyError')"
    : undefined;
}

/** Core knows no tags that are not its own, and is compatible with no other schema. */
function withoutOtherTags({ type, test }) {
  if (type !== 'IfStatement') return undefined;
  return (test.left?.name === 'kt' && test.right.type === 'UnaryExpression') || test.property?.name === 'compat'
    ? ';'
    : undefined;
}

/** Keys are strings. */
function withoutKeysAsText({ type, test }) {
  if (type !== 'IfStatement' || test.left?.callee?.name !== 'isNode' || test.right.type !== 'ChainExpression')
    return undefined;
  return "if (isNode(key) && ctx?.doc) leftOut('stringifyKey')();";
}
