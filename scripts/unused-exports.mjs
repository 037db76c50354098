// `node scripts/unused-exports.mjs`: lists what src exports and nothing needs. Exits 1 when it finds any. An export is
// needed if another file of src imports it, or if a test imports it from the door of a room (its index.ts) or from a file
// that uses it itself. So nothing is kept for tests alone.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const OUTSIDE = ['test', 'bench', 'quality', 'scripts'];
/** What Obsidian, Node and a browser load, and what the build of the page puts in the place of other modules. */
const ENTRIES = [
  ...['src/main.ts', 'src/cli/main.ts'],
  ...['main.ts', 'app/index.ts', 'elsewhere.ts'].map((name) => `src/obsidian/browser/${name}`),
];
/** Folders whose own exports are not checked. What they import counts. */
const EXEMPT = [
  // Each language has the same files with the same exports, whether or not its texts need them.
  'src/obsidian/locale',
];

/**
 * @param {string} root the folder of the repository
 * @returns {string[]} each as `src/room/file.ts: name`
 */
export function unusedExports(root) {
  const modules = new Map(filesOf(root, 'src').map((file) => [file, read(file)]));
  const outside = OUTSIDE.flatMap((folder) => filesOf(root, folder)).map((file) => [file, read(file)]);
  const used = new Map([...modules.keys()].map((file) => [file, new Set()]));
  const use = (file, name) => {
    const module = modules.get(file);
    if (module === undefined || used.get(file).has(name)) return;
    used.get(file).add(name);
    const from = module.reexports.get(name);
    if (from !== undefined) use(resolve(modules, file, from.specifier), from.name);
    else if (!module.own.has(name)) for (const star of module.stars) use(resolve(modules, file, star), name);
  };
  const useAll = (file, names) => {
    for (const name of names) use(file, name);
  };
  for (const file of ENTRIES.map((entry) => path.join(root, entry))) {
    const { own, reexports } = modules.get(file) ?? { own: [], reexports: new Map() };
    useAll(file, [...own, ...reexports.keys()]);
  }
  for (const [file, { imports }] of [...modules, ...outside]) {
    for (const { specifier, name, mentions, isPassedOn } of imports) {
      const target = resolve(modules, file, specifier);
      if (target === undefined) continue;
      const isOpen = modules.has(file) || target.endsWith('/index.ts') || target.endsWith('.docs.ts');
      const needed = (each) => isOpen || modules.get(target).mentions.get(each) > 1;
      const whole = () => (isPassedOn ? mentionedOutside(modules, path.dirname(target)) : [...mentions.keys()]);
      useAll(target, (name === null ? whole() : [name]).filter(needed));
    }
  }
  const isExempt = (file) => EXEMPT.some((folder) => file.startsWith(path.join(root, folder) + path.sep));
  const checked = [...modules].filter(([file]) => !isExempt(file));
  return checked.flatMap(([file, { own, reexports }]) =>
    [...own, ...reexports.keys()]
      .filter((name) => !used.get(file).has(name))
      .map((name) => `${path.relative(root, file)}: ${name}`),
  );
}

/** What may be taken from a module that is passed on whole, such as `() => import('../ingest')` or `work(await import('../server'))`: whatever a file outside its folder mentions. */
function mentionedOutside(modules, folder) {
  const others = [...modules].filter(([file]) => !file.startsWith(`${folder}${path.sep}`));
  return [...new Set(others.flatMap(([, { mentions }]) => [...mentions.keys()]))];
}

function filesOf(root, folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true })
    .filter((name) => /\.(?:ts|mjs)$/.test(name) && !name.endsWith('.d.ts') && !name.includes('node_modules'))
    .map((name) => path.join(root, folder, name));
}

/** @returns {string | undefined} the file of src that an import leads to */
function resolve(modules, file, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const target = path.resolve(path.dirname(file), specifier);
  return [target, `${target}.ts`, path.join(target, 'index.ts')].find((name) => modules.has(name));
}

/** What a file exports of its own and of others, and what it imports. The import of a whole module uses each name that the file mentions. */
function read(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false);
  const mentions = new Map();
  const found = { own: new Set(), reexports: new Map(), stars: [], imports: [], mentions };
  for (const statement of source.statements) readStatement(statement, found);
  const passedOn = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node)) mentions.set(node.text, (mentions.get(node.text) ?? 0) + 1);
    if (ts.isArrowFunction(node)) passedOn.add(node.body);
    if (ts.isCallExpression(node))
      for (const given of node.arguments) passedOn.add(ts.isAwaitExpression(given) ? given.expression : given);
    const specifier = isImportCall(node)
      ? node.arguments[0]
      : ts.isImportTypeNode(node)
        ? node.argument.literal
        : undefined;
    if (specifier !== undefined && ts.isStringLiteral(specifier)) {
      found.imports.push({ specifier: specifier.text, name: null, mentions, isPassedOn: passedOn.has(node) });
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

function isImportCall(node) {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

function readStatement(statement, { own, reexports, stars, imports, mentions }) {
  if (ts.isImportDeclaration(statement)) {
    const specifier = statement.moduleSpecifier.text;
    const bindings = statement.importClause?.namedBindings;
    if (statement.importClause?.name !== undefined) imports.push({ specifier, name: 'default' });
    if (bindings === undefined) return;
    if (ts.isNamespaceImport(bindings)) imports.push({ specifier, name: null, mentions });
    else for (const each of bindings.elements) imports.push({ specifier, name: (each.propertyName ?? each.name).text });
  } else if (ts.isExportDeclaration(statement)) {
    const specifier = statement.moduleSpecifier?.text;
    if (statement.exportClause === undefined) stars.push(specifier);
    else if (ts.isNamedExports(statement.exportClause)) {
      for (const each of statement.exportClause.elements) {
        if (specifier === undefined) own.add(each.name.text);
        else reexports.set(each.name.text, { specifier, name: (each.propertyName ?? each.name).text });
      }
    }
  } else if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
    for (const name of declaredNames(statement)) own.add(name);
  }
}

function declaredNames(statement) {
  if (statement.modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ['default'];
  if (!ts.isVariableStatement(statement)) return [statement.name.text];
  const namesIn = (name) =>
    ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((each) => (each.name === undefined ? [] : namesIn(each.name)));
  return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
}

if (process.argv[1] === import.meta.filename) {
  const unused = unusedExports(path.dirname(import.meta.dirname));
  for (const line of unused) console.error(`Unused export: ${line}`);
  if (unused.length > 0) process.exit(1);
  console.log('Every export is used.');
}
