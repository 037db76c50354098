// The texts of the app in other languages, bundled without their keys: each object becomes a list of its values in the order of the English
// keys, which `area.ts` fills in by their place. Five languages would otherwise repeat the same names, some 85 kB of them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const FILES = /[\\/]src[\\/]obsidian[\\/]locale[\\/](?:de|es|fr|ja|zh)[\\/]\w+\.ts$/;
/** Files that hold no texts. */
const OTHERS = new Set(['index.ts', 'plural.ts']);

/** An esbuild plugin. @type {import('esbuild').Plugin} */
export const leaveOutKeys = {
  name: 'leave-out-keys',
  setup({ onLoad }) {
    onLoad({ filter: FILES }, ({ path: file }) => {
      if (OTHERS.has(path.basename(file))) return null;
      const english = path.join(path.dirname(file), '..', 'en', path.basename(file));
      const contents = withoutKeys(readFileSync(file, 'utf8'), readFileSync(english, 'utf8'));
      return { contents, loader: 'ts', watchFiles: [file, english] };
    });
  },
};

/**
 * @param {string} text of a file with an area in another language
 * @param {string} english text of the same file in English
 * @returns {string}
 */
export function withoutKeys(text, english) {
  const file = parse(text);
  const words = wordsOf(file);
  const model = wordsOf(parse(english));
  if (words === null || model === null) throw new Error('A file of texts exports one object, as the English one does.');
  return text.slice(0, words.getStart(file)) + valuesOf(words, model, file) + text.slice(words.end);
}

/** @param {string} text */
const parse = (text) => ts.createSourceFile('texts.ts', text, ts.ScriptTarget.Latest, true);

/** The object that a file exports, in English within the call of `area`. @param {ts.SourceFile} file @returns {ts.ObjectLiteralExpression | null} */
function wordsOf(file) {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement) || !statement.modifiers?.length) continue;
    const value = statement.declarationList.declarations[0]?.initializer;
    const words = value !== undefined && ts.isCallExpression(value) ? value.arguments[1] : value;
    if (words !== undefined && ts.isObjectLiteralExpression(words)) return words;
  }
  return null;
}

/**
 * The values in the order of the English keys. What is no object in both languages stays as it is.
 *
 * @param {ts.ObjectLiteralExpression} words
 * @param {ts.ObjectLiteralExpression} model
 * @param {ts.SourceFile} file
 * @returns {string}
 */
function valuesOf(words, model, file) {
  const [given, wanted] = [valuesByKey(words), valuesByKey(model)];
  if (given === null || wanted === null || given.size !== wanted.size) return words.getText(file);
  const values = [...wanted].map(([key, english]) => {
    const value = given.get(key);
    if (value === undefined) throw new Error(`The text "${key}" is missing.`);
    const areObjects = ts.isObjectLiteralExpression(value) && ts.isObjectLiteralExpression(english);
    return areObjects ? valuesOf(value, english, file) : value.getText(file);
  });
  return `[${values.join(', ')}]`;
}

/** `null` for an object with more than plain keys, or with numbers for keys, whose order is not that of the text. @param {ts.ObjectLiteralExpression} object */
function valuesByKey(object) {
  /** @type {Map<string, ts.Expression>} */
  const values = new Map();
  for (const property of object.properties) {
    const isPlain = ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property);
    if (!isPlain || ts.isComputedPropertyName(property.name) || /^\d+$/.test(property.name.text)) return null;
    values.set(property.name.text, ts.isPropertyAssignment(property) ? property.initializer : property.name);
  }
  return values;
}
