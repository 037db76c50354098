import { isAlias, isCollection, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { type Frontmatter } from '../markdown';

/** A key, or the number of a list item from 0. */
export type PathStep = string | number;

interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** `['lints', 2, 'severity']` as people read it: `lints[2].severity`. */
export function fieldPath(steps: readonly PathStep[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (/^[A-Za-z0-9_-]+$/.test(step)) path += path === '' ? step : `.${step}`;
    else path += `[${JSON.stringify(step)}]`;
  }
  return path;
}

/**
 * Returns a function that finds the place of a field in a frontmatter block: of its key, or of the closest parent where the
 * field is missing. Lines and columns count from 1, in the whole text.
 */
export function fieldLocator(text: string, frontmatter: Frontmatter): (steps: readonly PathStep[]) => LineColumn {
  const counter = new LineCounter();
  const document = parseDocument(text.slice(frontmatter.yamlStart, frontmatter.yamlEnd), {
    lineCounter: counter,
    prettyErrors: false,
    schema: 'core',
    resolveKnownTags: false,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  const firstLine = text.slice(0, frontmatter.yamlStart).split(/\r\n|\r|\n/).length;
  return (steps) => {
    let node: unknown = document.contents;
    let offset = 0;
    for (const step of steps) {
      // What an alias repeats is written elsewhere; the user sees the alias here.
      if (isAlias(node) || !isCollection(node)) break;
      let next: unknown;
      if (isMap(node)) {
        const pair = node.items.find((item) => (isScalar(item.key) ? String(item.key.value) : null) === String(step));
        if (pair === undefined) break;
        if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
        next = pair.value;
      } else {
        next = node.items[Number(step)];
        const range = (next as { range?: readonly number[] | null } | undefined)?.range;
        offset = range?.[0] ?? offset;
      }
      node = next;
    }
    const at = counter.linePos(offset);
    return { line: firstLine + Math.max(at.line, 1) - 1, column: Math.max(at.col, 1) };
  };
}
