// Takes parts out of a library's module while it is bundled. What was taken out throws when it is reached.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';

const leftOut = path.resolve(fileURLToPath(import.meta.url), '..', '..', 'shims', 'left-out.mjs');
export const importLeftOut = `import { leaveOut, leftOut } from ${JSON.stringify(leftOut)};\n`;

export const parseModule = (code) => parse(code, { ecmaVersion: 2022, sourceType: 'module' });

/**
 * @param {string} code
 * @param {(node: import('acorn').Node, ancestors: import('acorn').Node[], code: string) => string | undefined} replace what to write in
 *   a node's place; `undefined` keeps it. Nodes inside a replaced one are gone with it.
 * @param {{ mayFindNothing?: boolean }} [options]
 * @throws {Error} when nothing was replaced: the library is not what it was, and has to be looked at again
 */
export function edit(code, replace, { mayFindNothing = false } = {}) {
  const edits = [];
  fullAncestor(parseModule(code), (node, _, ancestors) => {
    const text = replace(node, ancestors, code);
    if (text !== undefined) edits.push({ start: node.start, end: node.end, text });
  });
  if (edits.length === 0 && !mayFindNothing)
    throw new Error('Nothing to leave out was found. Has the library changed?');
  edits.sort((a, b) => a.start - b.start || b.end - a.end);
  let [result, at] = ['', 0];
  for (const { start, end, text } of edits) {
    if (start < at) continue;
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}

/** A module with the same names, each of which throws when it is called or constructed. */
export function hollow(code) {
  const names = [];
  for (const node of parseModule(code).body) {
    if (node.type === 'ExportNamedDeclaration') {
      const { declaration, specifiers } = node;
      if (declaration?.id) names.push(declaration.id.name);
      for (const { id } of declaration?.declarations ?? []) names.push(id.name);
      for (const { exported } of specifiers) names.push(exported.name);
    }
  }
  const all = [...new Set(names)].map((name) =>
    name === 'default'
      ? `export default /* @__PURE__ */ leftOut('default');`
      : `export const ${name} = /* @__PURE__ */ leftOut('${name}');`,
  );
  return importLeftOut + all.join('\n');
}

/**
 * The same classes, the named methods without what they did.
 * @param {string} code
 * @param {Readonly<Record<string, readonly string[]>>} methods names of methods by the name of their class
 * @throws {Error} when one of them is not there
 */
export function withoutMethods(code, methods) {
  const wanted = new Set(Object.entries(methods).flatMap(([type, names]) => names.map((name) => `${type}.${name}`)));
  const gone = new Map();
  const result = edit(code, (node, ancestors) => {
    if (node.type !== 'MethodDefinition' || node.computed) return undefined;
    const type = ancestors[ancestors.length - 3]?.id?.name;
    if (!wanted.delete(`${type}.${node.key.name}`)) return undefined;
    const holder = node.static ? type : `${type}.prototype`;
    gone.set(holder, [...(gone.get(holder) ?? []), node.key.name]);
    return '';
  });
  if (wanted.size > 0) throw new Error(`Not found, so not left out: ${[...wanted].join(', ')}`);
  const left = [...gone].map(([holder, names]) => {
    const type = holder.replace('.prototype', '');
    return `leaveOut(${holder}, '${type}', '${names.join(' ')}');`;
  });
  return [importLeftOut, result, ...left].join('\n');
}

/**
 * @param {import('esbuild').PluginBuild} build
 * @param {string} library the package
 * @param {string} file a pattern of paths in the package, `/` between folders
 * @param {(code: string, file: string) => string} change
 */
export function onModule(build, library, file, change) {
  const filter = new RegExp(`/node_modules/${library}/${file}$`.replaceAll('/', String.raw`[\\/]`));
  build.onLoad({ filter }, async ({ path: found }) => {
    try {
      return { contents: change(await readFile(found, 'utf8'), found), loader: 'js' };
    } catch (error) {
      return { errors: [{ text: `${path.relative(process.cwd(), found)}: ${error.message}` }] };
    }
  });
}
