import { readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '../..');

/** The modules that a module imports as values, and so evaluates before itself. */
function imports(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement);
    if (!isImport && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const names = isImport ? statement.importClause?.namedBindings : statement.exportClause;
    const isType = isImport
      ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : statement.isTypeOnly;
    const isAllTypes =
      names !== undefined &&
      (ts.isNamedImports(names) || ts.isNamedExports(names)) &&
      names.elements.every((element) => element.isTypeOnly);
    return isType || isAllTypes ? [] : [moduleSpecifier.text];
  });
}

function resolve(from: string, specifier: string): string {
  const target = path.resolve(path.dirname(from), specifier);
  return existsSync(`${target}.ts`) ? `${target}.ts` : path.join(target, 'index.ts');
}

it('the plugin starts without evaluating any room of the wiki', () => {
  const reached = new Set([path.join(root, 'src/main.ts')]);
  const outside: string[] = [];
  for (const file of reached) {
    for (const specifier of imports(file)) {
      if (!specifier.startsWith('.')) {
        if (specifier !== 'obsidian') outside.push(`${path.relative(root, file)}: ${specifier}`);
        continue;
      }
      const target = resolve(file, specifier);
      const [, room] = path.relative(root, target).split(path.sep);
      if (room === 'obsidian' || room === 'base') reached.add(target);
      else outside.push(`${path.relative(root, file)}: ${specifier}`);
    }
  }
  expect(outside).toEqual([]);
  expect(reached.size).toBeGreaterThan(20);
});
