// `node scripts/import-cycles.mjs [FOLDER…]`: lists files that import each other in a circle, types included. Exits 1
// when there is one. The default is src.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.dirname(import.meta.dirname);

/** @param {readonly string[]} folders @returns {string[][]} each circle once, as paths relative to the repository */
export function importCycles(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(root, folder, name)),
  );
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  return stronglyConnected(imports).map((circle) => circle.map((file) => path.relative(root, file)).sort());
}

function importsOf(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.') && !fileName.endsWith('.md'))
    .flatMap(({ fileName }) => {
      const target = path.resolve(path.dirname(file), fileName);
      const found = [`${target}.ts`, path.join(target, 'index.ts')].find((name) =>
        statSync(name, { throwIfNoEntry: false }),
      );
      return found === undefined ? [] : [found];
    });
}

/** Tarjan's algorithm. Only components of several files, and files that import themselves. */
function stronglyConnected(graph) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (file) => {
    order.set(file, order.size);
    low.set(file, order.get(file));
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== order.get(file)) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1 || graph.get(file).includes(file)) found.push(component);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

if (process.argv[1] === import.meta.filename) {
  const folders = process.argv.slice(2);
  const circles = importCycles(folders.length === 0 ? ['src'] : folders);
  for (const circle of circles) console.error(`Circle of ${circle.length} files: ${circle.join(', ')}`);
  if (circles.length > 0) process.exit(1);
  console.log('No circular imports.');
}
