import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const app = path.resolve(__dirname, '../../../src/obsidian');

/** What the files of the app read of the locale. */
export interface Readings {
  /** Texts that something reads, as `review.states.accepted`; `review.states` where code chooses one of them. */
  readonly used: ReadonlySet<string>;
  /** Texts that are read while a module is evaluated, which is before the language is known. */
  readonly early: readonly string[];
  /** Sentences that are written in the code. */
  readonly sentences: readonly string[];
}

/** Files whose sentences are not the app's: the example's sources, and errors that nobody sees. */
const NO_TEXTS = new Set([
  'actions/example-sources.ts',
  'host/fetch.ts',
  'panels/view-model/search.ts',
  'units/deliberate-modal.ts',
]);

/** Literals with a capital and a second word, or with a quotation mark. */
function sentencesOf(file: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node);
    const text = isText || ts.isTemplateMiddle(node) || ts.isTemplateTail(node) ? node.text : '';
    if (/(?:^|[^\w-])[A-Z][a-z]+ [a-z]|[“”]/.test(text)) found.push(text);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

/** The texts of `words` by their path, such as `review.states.accepted`. */
export function leavesOf(words: object, at: readonly string[] = []): ReadonlyMap<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    const path = [...at, key];
    if (typeof value === 'object' && value !== null)
      for (const [name, leaf] of leavesOf(value, path)) leaves.set(name, leaf);
    else leaves.set(path.join('.'), value);
  }
  return leaves;
}

/** Reads the app's sources. A name that stands for an object of texts is followed within its file. */
export function readSources(): Readings {
  const used = new Set<string>();
  const early: string[] = [];
  const sentences: string[] = [];
  for (const name of readdirSync(app, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.startsWith('locale')) continue;
    const text = readFileSync(path.join(app, name), 'utf8');
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    if (!NO_TEXTS.has(name)) sentences.push(...sentencesOf(file).map((each) => `${name}: ${each}`));
    if (!text.includes("/locale'")) continue;
    const names = namesOf(file);
    visit(
      file,
      (chain, node) => {
        for (const each of chain) if (each.includes('.')) used.add(each);
        if (isEarly(node)) early.push(`${name}: ${chain.join(', ')}`);
      },
      names,
    );
  }
  return { used, early, sentences };
}

type Names = Map<string, Set<string>>;

/** What names stand for: imported areas, and constants that hold an object of texts. */
function namesOf(file: ts.SourceFile): Names {
  const names: Names = new Map();
  const add = (name: string, meant: Iterable<string>): void => {
    names.set(name, new Set([...(names.get(name) ?? []), ...meant]));
  };
  const look = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const { namedBindings } = node.importClause ?? {};
      const isLocale = node.moduleSpecifier.text.endsWith('/locale');
      if (isLocale && namedBindings !== undefined && ts.isNamedImports(namedBindings))
        for (const { name, propertyName } of namedBindings.elements) add(name.text, [(propertyName ?? name).text]);
    } else if (ts.isVariableDeclaration(node) && node.initializer !== undefined) {
      const meant = meaningOf(node.initializer, names);
      if (meant !== null && ts.isIdentifier(node.name)) add(node.name.text, meant);
      else if (meant !== null && ts.isObjectBindingPattern(node.name))
        for (const { name, propertyName } of node.name.elements)
          if (ts.isIdentifier(name)) {
            const key = propertyName !== undefined && ts.isIdentifier(propertyName) ? propertyName.text : name.text;
            add(
              name.text,
              [...meant].map((each) => `${each}.${key}`),
            );
          }
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return names;
}

/** What an expression such as `words.states` or `words.states[state]` stands for; `null` where it is no text. */
function meaningOf(node: ts.Expression, names: Names): ReadonlySet<string> | null {
  if (ts.isIdentifier(node)) return names.get(node.text) ?? null;
  if (ts.isPropertyAccessExpression(node)) {
    const of = meaningOf(node.expression, names);
    return of === null ? null : new Set([...of].map((each) => `${each}.${node.name.text}`));
  }
  if (ts.isElementAccessExpression(node)) {
    const of = meaningOf(node.expression, names);
    const key = node.argumentExpression;
    if (of === null) return null;
    return ts.isStringLiteral(key)
      ? new Set([...of].map((each) => `${each}.${key.text}`))
      : new Set([...of].map((each) => `${each}.*`));
  }
  if (ts.isConditionalExpression(node)) {
    const both = [node.whenTrue, node.whenFalse].map((each) => meaningOf(each, names));
    const known = both.filter((each) => each !== null);
    return known.length === 0 ? null : new Set(known.flatMap((each) => [...each]));
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return meaningOf(node.expression, names);
  return null;
}

function visit(node: ts.Node, found: (chain: readonly string[], node: ts.Node) => void, names: Names): void {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
  const isName = ts.isIdentifier(node) && !isKey(node);
  if (isName || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const meant = meaningOf(node, names);
    if (meant !== null) {
      if (!isAlias(node)) found([...meant], node);
      if (ts.isElementAccessExpression(node)) visit(node.argumentExpression, found, names);
      return;
    }
  }
  ts.forEachChild(node, (child) => visit(child, found, names));
}

/** Whether an identifier only names a property, a parameter or a variable. */
function isKey(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return 'name' in parent && parent.name === node;
}

/** Whether a chain only gets another name, under which it is followed. */
function isAlias(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isVariableDeclaration(parent) && parent.initializer === node;
}

/** Whether code runs when its module is evaluated. */
function isEarly(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at)) return false;
    if (ts.isPropertyDeclaration(at) && !at.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword))
      return false;
  }
  return true;
}
