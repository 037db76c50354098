// Checks the built bundle as a program. Sources: Obsidian's "Plugin guidelines" and "Submission requirements", the
// artifact checks of the community directory's workflow, and this project's own budget.
import { builtinModules } from 'node:module';
import { parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import { analyze } from 'eslint-scope';
import { hasLookbehind } from './regexp.mjs';
import { reportOn } from './report.mjs';

/**
 * Bytes. The whole plugin with its libraries; a phone reads it at every start. Why as much:
 * docs/decisions/0014. Raised for features, never for what could be left out.
 */
export const sizeBudget = 3_400_000;

const builtins = new Set(builtinModules);
/** What the app gives to plugins: https://docs.obsidian.md/Plugins/Editor/Editor+extensions */
const provided = new Set(['obsidian', '@codemirror/state', '@codemirror/view']);
const nodeGlobals = new Set([
  'Buffer',
  'process',
  'global',
  '__dirname',
  '__filename',
  'setImmediate',
  'clearImmediate',
]);
const globalObjects = new Set(['globalThis', 'window', 'self', 'global', 'activeWindow']);
const networkCalls = new Set(['fetch', 'requestUrl', 'request', 'sendBeacon', 'open', 'WebSocket', 'EventSource']);
const htmlSinks = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
const htmlMethods = new Set(['insertAdjacentHTML', 'createContextualFragment', 'write', 'writeln']);

/**
 * @param {string} code
 * @param {{ maxBytes?: number, file?: string }} [options]
 * @returns {import('./report.mjs').Problem[]}
 */
export function checkBundle(code, { maxBytes = sizeBudget, file = 'main.js' } = {}) {
  const { problems, add } = reportOn(file);
  const bytes = new TextEncoder().encode(code).length;
  if (bytes >= maxBytes) add('size', `The bundle has ${bytes} bytes; the limit is ${maxBytes}.`);
  if (/\/[/*][#@]\s*sourceMappingURL=/.test(code))
    add('source-map', 'The bundle refers to a source map. Build it without one.');
  if (/\b(?:__awaiter|__generator|__spreadArray)\b/.test(code)) {
    add('old-helpers', 'The bundle contains ES5 helpers. Build it for a modern target.');
  }
  let tree;
  try {
    tree = parse(code, {
      ecmaVersion: 2022,
      sourceType: 'script',
      locations: true,
      ranges: true,
      allowHashBang: false,
    });
  } catch (error) {
    add('syntax', `Cannot parse the bundle: ${error.message}`, { line: error.loc?.line, column: error.loc?.column });
    return problems;
  }
  const at = (node) => ({ line: node.loc.start.line, column: node.loc.start.column + 1 });
  const globals = globalNames(tree);
  fullAncestor(tree, (node, ancestors) => {
    const parent = ancestors[ancestors.length - 2];
    const visit = visitors[node.type];
    visit?.(node, {
      parent,
      isGlobal: (identifier) => globals.has(identifier),
      isTried: ancestors.some(
        (one, depth) => one.type === 'TryStatement' && one.handler && ancestors[depth + 1] === one.block,
      ),
      report: (rule, message) => add(rule, message, at(node)),
    });
  });
  // A node can be visited twice (`export default`, shorthand properties).
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Identifiers that the bundle does not declare, so that the host provides them. */
function globalNames(tree) {
  const scopes = analyze(tree, { ecmaVersion: 2022, sourceType: 'script' });
  return new Set(scopes.globalScope.through.map((reference) => reference.identifier));
}

const visitors = {
  Identifier(node, { parent, isGlobal, report }) {
    if (!isGlobal(node)) return;
    if (node.name === 'eval') report('eval', 'eval runs text as code. Write the code out.');
    if (node.name === 'WebAssembly') report('wasm', 'WebAssembly is not allowed. Use JavaScript.');
    const asked = parent?.type === 'UnaryExpression' && parent.operator === 'typeof';
    if (nodeGlobals.has(node.name) && !asked) report('node-global', `${node.name} exists only in Node.`);
  },
  MemberExpression(node, { isGlobal, report }) {
    const name = propertyName(node);
    if (name === null || node.object.type !== 'Identifier') return;
    if (!globalObjects.has(node.object.name) || !isGlobal(node.object)) return;
    if (nodeGlobals.has(name) || name === 'require') report('node-global', `${name} exists only in Node.`);
    if (name === 'eval') report('eval', 'eval runs text as code. Write the code out.');
    if (name === 'WebAssembly') report('wasm', 'WebAssembly is not allowed. Use JavaScript.');
  },
  CallExpression(node, context) {
    const { callee } = node;
    const name = calledName(callee);
    if (name === 'require' && callee.type === 'Identifier' && context.isGlobal(callee)) checkRequire(node, context);
    checkFunctionMaker(node, context);
    checkNetwork(node, name, context);
    if ((name === 'setTimeout' || name === 'setInterval') && isText(node.arguments[0])) {
      context.report('eval', `${name} runs text as code. Pass a function.`);
    }
    if (name === 'RegExp') checkPattern(node, context);
    if (callee.type === 'MemberExpression' && htmlMethods.has(name)) {
      const writes = name === 'write' || name === 'writeln';
      const onDocument = callee.object.type === 'Identifier' && /^(?:active)?document$/i.test(callee.object.name);
      if (!writes || onDocument) context.report('html', `${name} parses HTML. Create the elements instead.`);
    }
    if (name === 'log' && callee.object?.type === 'Identifier' && callee.object.name === 'console') {
      context.report('console', 'console.log writes to the user’s console. Remove it.');
    }
  },
  NewExpression(node, context) {
    checkFunctionMaker(node, context);
    const name = calledName(node.callee);
    checkNetwork(node, name, context);
    if (name === 'RegExp') checkPattern(node, context);
  },
  ImportExpression(node, { report }) {
    report('import', `import(${describe(node.source)}) loads another file. Bundle it.`);
  },
  AssignmentExpression(node, { report }) {
    const name = node.left.type === 'MemberExpression' ? propertyName(node.left) : null;
    if (htmlSinks.has(name)) report('html', `${name} parses HTML. Create the elements instead.`);
  },
  Property(node, { report }) {
    const { key, value, computed } = node;
    const name = computed ? null : (key.name ?? key.value);
    const isOff = value.value === false || (value.operator === '!' && value.argument.value === 1);
    if (name === 'rejectUnauthorized' && isOff) report('tls', 'This trusts every server. Check the certificate.');
  },
  Literal(node, { report }) {
    if (node.regex !== undefined) {
      if (hasLookbehind(node.regex.pattern)) report('lookbehind', 'iOS before 16.4 does not support lookbehind.');
      if (/[vd]/.test(node.regex.flags))
        report('regexp-flag', `Old versions of iOS do not support the flags ${node.regex.flags}.`);
    }
    if (typeof node.value === 'string') checkText(node.value, report);
  },
  TemplateElement(node, { report }) {
    checkText(node.value.cooked ?? '', report);
  },
};

function checkText(text, report) {
  if (/AGFz(?:b[A-Za-z0-9+/]{4}|[A-Za-z0-9+/=]{8})/.test(text) || /\.wasm\b/.test(text))
    report('wasm', 'WebAssembly is not allowed. Use JavaScript.');
}

function checkRequire(node, { report }) {
  const [target] = node.arguments;
  if (!isText(target) || typeof target.value !== 'string')
    report('require', 'The name of a required module must be a literal.');
  else if (target.value.startsWith('node:') || builtins.has(target.value.split('/')[0])) {
    report('node-builtin', `${target.value} exists only in Node.`);
  } else if (!provided.has(target.value)) report('require', `${target.value} is not in the bundle.`);
}

/** `new Function(…)`, `Function(…)`, `x.constructor("…")`. */
function checkFunctionMaker(node, { isGlobal, report }) {
  const { callee } = node;
  const isFunction = callee.type === 'Identifier' && callee.name === 'Function' && isGlobal(callee);
  const isMember = callee.type === 'MemberExpression';
  const isOnGlobal = isMember && propertyName(callee) === 'Function' && globalObjects.has(callee.object.name);
  const isConstructor = isMember && propertyName(callee) === 'constructor' && node.arguments.some(isText);
  if (isFunction || isOnGlobal || isConstructor)
    report('new-function', 'This makes code from text. Write the code out.');
}

function checkNetwork(node, name, { report }) {
  if (!networkCalls.has(name)) return;
  if (name === 'sendBeacon') report('beacon', 'sendBeacon is telemetry. Remove it.');
  const url = node.arguments.map(findUrl).find((found) => found !== null);
  if (url !== undefined) report('literal-url', `A network call contains ${url}. Use an address from the settings.`);
}

/** The first `http(s)://` in a literal within a call's argument, except in functions. */
function findUrl(node) {
  if (typeof node !== 'object' || node === null) return null;
  if (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') return null;
  const text = node.type === 'TemplateElement' ? node.value.cooked : node.type === 'Literal' ? node.value : null;
  if (typeof text === 'string') return /\b(?:https?|wss?):\/\/[^\s"'`]*/.exec(text)?.[0] ?? null;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'loc' || key === 'range') continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      const found = findUrl(child);
      if (found !== null) return found;
    }
  }
  return null;
}

/** A pattern in a string fails only when it is compiled; `yaml` tries one and has a fallback. */
function checkPattern(node, { isTried, report }) {
  const [pattern] = node.arguments;
  if (isTried) return;
  if (typeof pattern?.value === 'string' && hasLookbehind(pattern.value)) {
    report('lookbehind', 'iOS before 16.4 does not support lookbehind.');
  }
}

/** The last name of a call: `fetch`, `x.fetch`, `x["fetch"]`, `(0, x.fetch)`. */
function calledName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return propertyName(callee);
  if (callee.type === 'SequenceExpression') return calledName(callee.expressions[callee.expressions.length - 1]);
  if (callee.type === 'ChainExpression') return calledName(callee.expression);
  return null;
}

function propertyName(member) {
  if (!member.computed) return member.property.name ?? null;
  return typeof member.property.value === 'string' ? member.property.value : null;
}

function isText(node) {
  return (
    node !== undefined &&
    (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'))
  );
}

function describe(node) {
  return node.type === 'Literal' ? JSON.stringify(node.value) : '…';
}
