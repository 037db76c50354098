// The built bundle, read as a program. Sources: Obsidian's "Plugin guidelines" and "Submission requirements", the
// artifact checks of the community directory's workflow, and this project's own budget.
import { builtinModules } from 'node:module';
import { parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import { analyze } from 'eslint-scope';
import { hasLookbehind } from './regexp.mjs';
import { reportOn } from './report.mjs';

/** Bytes. The whole plugin with its libraries; a phone reads it at every start. */
export const sizeBudget = 1_500_000;

const builtins = new Set(builtinModules);
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
  if (bytes >= maxBytes) add('size', `Unexpected size ${bytes}, expected under ${maxBytes} bytes`);
  if (/\/[/*][#@]\s*sourceMappingURL=/.test(code)) add('source-map', 'Unexpected source map, expected none');
  if (/\b(?:__awaiter|__generator|__spreadArray)\b/.test(code)) {
    add('old-helpers', 'Unexpected ES5 helpers, expected modern syntax');
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
    add('syntax', `Unexpected syntax: ${error.message}`, { line: error.loc?.line, column: error.loc?.column });
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
  // A node can be reached along two ways (`export default`, shorthand properties).
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Identifiers that no declaration of the bundle binds: these are the host's. */
function globalNames(tree) {
  const scopes = analyze(tree, { ecmaVersion: 2022, sourceType: 'script' });
  return new Set(scopes.globalScope.through.map((reference) => reference.identifier));
}

const visitors = {
  Identifier(node, { parent, isGlobal, report }) {
    if (!isGlobal(node)) return;
    if (node.name === 'eval') report('eval', 'Unexpected eval, expected code that is written out');
    if (node.name === 'WebAssembly') report('wasm', 'Unexpected WebAssembly, expected JavaScript');
    const asked = parent?.type === 'UnaryExpression' && parent.operator === 'typeof';
    if (nodeGlobals.has(node.name) && !asked) report('node-global', `Unexpected ${node.name}, which only Node has`);
  },
  MemberExpression(node, { isGlobal, report }) {
    const name = propertyName(node);
    if (name === null || node.object.type !== 'Identifier') return;
    if (!globalObjects.has(node.object.name) || !isGlobal(node.object)) return;
    if (nodeGlobals.has(name) || name === 'require') report('node-global', `Unexpected ${name}, which only Node has`);
    if (name === 'eval') report('eval', 'Unexpected eval, expected code that is written out');
    if (name === 'WebAssembly') report('wasm', 'Unexpected WebAssembly, expected JavaScript');
  },
  CallExpression(node, context) {
    const { callee } = node;
    const name = calledName(callee);
    if (name === 'require' && callee.type === 'Identifier' && context.isGlobal(callee)) checkRequire(node, context);
    checkFunctionMaker(node, context);
    checkNetwork(node, name, context);
    if ((name === 'setTimeout' || name === 'setInterval') && isText(node.arguments[0])) {
      context.report('eval', `Unexpected text for ${name}, expected a function`);
    }
    if (name === 'RegExp') checkPattern(node, context);
    if (callee.type === 'MemberExpression' && htmlMethods.has(name)) {
      const writes = name === 'write' || name === 'writeln';
      const onDocument = callee.object.type === 'Identifier' && /^(?:active)?document$/i.test(callee.object.name);
      if (!writes || onDocument) context.report('html', `Unexpected ${name}, expected elements made one by one`);
    }
    if (name === 'log' && callee.object?.type === 'Identifier' && callee.object.name === 'console') {
      context.report('console', 'Unexpected console.log, expected nothing in the console of other people');
    }
  },
  NewExpression(node, context) {
    checkFunctionMaker(node, context);
    const name = calledName(node.callee);
    checkNetwork(node, name, context);
    if (name === 'RegExp') checkPattern(node, context);
  },
  ImportExpression(node, { report }) {
    report('import', `Unexpected import(${describe(node.source)}), expected everything in one file`);
  },
  AssignmentExpression(node, { report }) {
    const name = node.left.type === 'MemberExpression' ? propertyName(node.left) : null;
    if (htmlSinks.has(name)) report('html', `Unexpected ${name}, expected elements made one by one`);
  },
  Property(node, { report }) {
    const { key, value, computed } = node;
    const name = computed ? null : (key.name ?? key.value);
    const isOff = value.value === false || (value.operator === '!' && value.argument.value === 1);
    if (name === 'rejectUnauthorized' && isOff)
      report('tls', 'Unexpected trust in any server, expected its certificate checked');
  },
  Literal(node, { report }) {
    if (node.regex !== undefined) {
      if (hasLookbehind(node.regex.pattern))
        report('lookbehind', 'Unexpected lookbehind, which iOS before 16.4 cannot read');
      if (/[vd]/.test(node.regex.flags))
        report('regexp-flag', `Unexpected flags ${node.regex.flags}, which old iOS cannot read`);
    }
    if (typeof node.value === 'string') checkText(node.value, report);
  },
  TemplateElement(node, { report }) {
    checkText(node.value.cooked ?? '', report);
  },
};

function checkText(text, report) {
  if (/AGFz(?:b[A-Za-z0-9+/]{4}|[A-Za-z0-9+/=]{8})/.test(text) || /\.wasm\b/.test(text))
    report('wasm', 'Unexpected WebAssembly, expected JavaScript');
}

function checkRequire(node, { report }) {
  const [target] = node.arguments;
  if (!isText(target) || typeof target.value !== 'string')
    report('require', 'Unexpected require of something computed');
  else if (target.value.startsWith('node:') || builtins.has(target.value.split('/')[0])) {
    report('node-builtin', `Unexpected ${target.value}, which only Node has`);
  } else if (target.value !== 'obsidian')
    report('require', `Unexpected ${target.value}, expected it inside the bundle`);
}

/** `new Function(…)`, `Function(…)`, `x.constructor("…")`. */
function checkFunctionMaker(node, { isGlobal, report }) {
  const { callee } = node;
  const isFunction = callee.type === 'Identifier' && callee.name === 'Function' && isGlobal(callee);
  const isMember = callee.type === 'MemberExpression';
  const isOnGlobal = isMember && propertyName(callee) === 'Function' && globalObjects.has(callee.object.name);
  const isConstructor = isMember && propertyName(callee) === 'constructor' && node.arguments.some(isText);
  if (isFunction || isOnGlobal || isConstructor)
    report('new-function', 'Unexpected code made from text, expected it written out');
}

function checkNetwork(node, name, { report }) {
  if (!networkCalls.has(name)) return;
  if (name === 'sendBeacon') report('beacon', 'Unexpected sendBeacon, expected no telemetry');
  const url = node.arguments.map(findUrl).find((found) => found !== null);
  if (url !== undefined)
    report('literal-url', `Unexpected ${url} in a network call, expected an address that a person set`);
}

/** The first `http(s)://` in a literal anywhere within a call's argument, functions left out. */
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

/** A pattern given as text fails when it is made, not when the bundle is read; `yaml` tries one and has another ready. */
function checkPattern(node, { isTried, report }) {
  const [pattern] = node.arguments;
  if (isTried) return;
  if (typeof pattern?.value === 'string' && hasLookbehind(pattern.value)) {
    report('lookbehind', 'Unexpected lookbehind, which iOS before 16.4 cannot read');
  }
}

/** The last word of what is called: `fetch`, `x.fetch`, `x["fetch"]`, `(0, x.fetch)`. */
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
