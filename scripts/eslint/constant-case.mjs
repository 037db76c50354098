/** An ESLint rule: a constant at the top of a module is UPPER_SNAKE. A constant is a literal, a regular expression, a list, a table of data, or a Set or Map of them. */
export default {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { constantCase: 'Name the constant "{{name}}" in UPPER_SNAKE_CASE.' },
  },
  create(context) {
    return {
      VariableDeclarator(node) {
        const { id, init, parent } = node;
        const statement = parent.parent.type === 'ExportNamedDeclaration' ? parent.parent.parent : parent.parent;
        if (statement.type !== 'Program' || parent.kind !== 'const' || id.type !== 'Identifier' || init === null)
          return;
        if (isConstant(init, context.sourceCode) && !/^[A-Z][A-Z0-9_]*$/.test(id.name)) {
          context.report({ node: id, messageId: 'constantCase', data: { name: id.name } });
        }
      },
    };
  },
};

const WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const DATA = new Set(['Literal', 'TemplateLiteral', 'TaggedTemplateExpression']);
const COLLECTIONS = new Set(['Set', 'Map', 'RegExp']);

function isConstant(node, sourceCode) {
  if (WRAPPERS.has(node.type)) return isConstant(node.expression, sourceCode);
  if (DATA.has(node.type)) return true;
  if (node.type === 'UnaryExpression') return isConstant(node.argument, sourceCode);
  if (node.type === 'BinaryExpression') return isOperand(node.left, sourceCode) && isOperand(node.right, sourceCode);
  if (node.type === 'ArrayExpression') return !hasFunction(node, sourceCode);
  if (node.type === 'ObjectExpression') return node.properties.length > 0 && !hasFunction(node, sourceCode);
  return node.type === 'NewExpression' && COLLECTIONS.has(node.callee.name) && node.arguments.length > 0;
}

function isOperand(node, sourceCode) {
  return node.type === 'Identifier' || isConstant(node, sourceCode);
}

function hasFunction(node, sourceCode) {
  if (/Function/.test(node.type)) return true;
  return (sourceCode.visitorKeys[node.type] ?? []).some((key) =>
    [node[key]].flat().some((child) => child && hasFunction(child, sourceCode)),
  );
}
