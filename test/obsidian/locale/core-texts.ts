import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '../../../src');

/** A text in the code of the core. What the code fills in is {@link SLOT}. */
export interface CoreText {
  readonly place: string;
  readonly text: string;
}

/** Stands for what the code fills in. */
export const SLOT = '\uE000';

/** Where a text is written that the app shows: a property, or an argument of one of these. */
const PROPERTIES: ReadonlySet<string> = new Set(['message', 'remedy', 'title', 'reason']);
const VARIABLES: ReadonlySet<string> = new Set(['message', 'remedy', 'title', 'reason']);
const CALLS =
  /(?:^|\.)(?:report|fail|refuse|error|WikiError|ModelError|leak|#report|#reportInvalid|#reportItem|notice)$/;

/** A table by codes of errors has their remedies. */
const isShown = (property: string): boolean => PROPERTIES.has(property) || property.startsWith("'living-wiki:");

/** Every text of these files and folders that a person reads, with each branch of a choice. */
export function coreTexts(places: readonly string[]): readonly CoreText[] {
  return places.flatMap((place) =>
    (place.endsWith('.ts') ? [place] : filesIn(place)).filter((name) => !name.endsWith('.docs.ts')).flatMap(textsOf),
  );
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));

function textsOf(name: string): readonly CoreText[] {
  const file = ts.createSourceFile(name, readFileSync(path.join(root, name), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: CoreText[] = [];
  const add = (node: ts.Expression): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    for (const text of formsOf(node)) if (isSaid(text)) found.push({ place: `${name}:${line + 1}`, text });
  };
  const look = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && isShown(node.name.getText())) add(node.initializer);
    else if (ts.isVariableDeclaration(node) && VARIABLES.has(node.name.getText()) && node.initializer !== undefined)
      add(node.initializer);
    else if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && CALLS.test(node.expression.getText()))
      node.arguments?.forEach(add);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

/** The texts that an expression may be: each branch of a choice, with slots for what is not known. */
function formsOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...formsOf(node.whenTrue), ...formsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return formsOf(node.expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [formsOf(node.left), formsOf(node.right)];
    return left.flatMap((text) => right.map((rest) => text + rest));
  }
  if (!ts.isTemplateExpression(node)) return [SLOT];
  return node.templateSpans.reduce<readonly string[]>(
    (texts, { expression, literal }) => {
      const isQuoted = ts.isCallExpression(expression) && expression.expression.getText() === 'quote';
      const values = isQuoted ? [`"${SLOT}"`] : formsOf(expression);
      return texts.flatMap((text) => values.map((value) => text + value + literal.text));
    },
    [node.head.text],
  );
}

/** Whether a text has words of its own: not a key, a path, a value or what is written on a page. */
const isSaid = (text: string): boolean => !text.startsWith('>') && /[A-Z`"][^\uE000]* [a-z]|^[A-Z][a-z]+ /.test(text);
