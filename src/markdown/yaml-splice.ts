import { isMap, isScalar, isSeq, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { type JsonValue } from '../base';
import { type Splice } from './types';
import { insertFlow, removeFlow } from './yaml-flow';
import {
  afterColon,
  contentEnd,
  dashOf,
  indentOf,
  isBlockText,
  isEmpty,
  lineAfter,
  lineEnd,
  lineStart,
  type Node,
  pairAt,
  pairEnd,
  rangeOf,
  pairStart,
  type YamlSource,
} from './yaml-places';
import {
  printInline,
  printItem,
  printPair,
  printValue,
  quoteDouble,
  quoteSingle,
  type ScalarContext,
} from './yaml-print';

/**
 * One step of an edit of YAML: small enough to be a splice of its source. `path` leads to a mapping's key or to a list;
 * the last part of a key step's path is the key itself.
 */
export type YamlStep =
  | { readonly op: 'replace'; readonly path: readonly string[]; readonly value: JsonValue }
  | { readonly op: 'addKey'; readonly path: readonly string[]; readonly value: JsonValue }
  | { readonly op: 'removeKey'; readonly path: readonly string[] }
  | { readonly op: 'insertItem'; readonly path: readonly string[]; readonly index: number; readonly value: JsonValue }
  | { readonly op: 'removeItem'; readonly path: readonly string[]; readonly index: number };

/** Possible edits for a step, smallest change first. The caller checks that the result has the intended data. */
export function splicesFor(source: YamlSource, step: YamlStep): Splice[][] {
  const root = source.document.contents;
  const candidates: Splice[][] = [];
  if (step.op === 'insertItem' || step.op === 'removeItem') {
    const list = pairAt(root, step.path)?.value;
    if (!isSeq(list)) return candidates;
    candidates.push(
      step.op === 'insertItem'
        ? insertItem(source, list, step.index, step.value)
        : removeItem(source, list, step.index),
    );
    return candidates;
  }
  if (step.op === 'addKey') {
    const key = step.path[step.path.length - 1] ?? '';
    const parent = step.path.length === 1 ? root : pairAt(root, step.path.slice(0, -1))?.value;
    if (parent === null) candidates.push([addLast(source, '', key, step.value)]);
    else if (isMap(parent)) candidates.push(...addKey(source, parent, key, step.value, step.path.length === 1));
    return candidates;
  }
  const pair = pairAt(root, step.path);
  if (pair === undefined) return candidates;
  if (step.op === 'replace') candidates.push(replaceValue(source, pair, step.value));
  else {
    const parent = step.path.length === 1 ? root : pairAt(root, step.path.slice(0, -1))?.value;
    if (isMap(parent))
      candidates.push(
        parent.flow === true ? removeFlow(source, parent, parent.items.indexOf(pair)) : [wholeLines(source, pair)],
      );
  }
  return candidates;
}

/** The last resort: rewrites the lines of one top-level key; `undefined` removes them. */
export function rewriteKey(source: YamlSource, key: string, value: JsonValue | undefined): Splice[] | null {
  const root = source.document.contents;
  if (!isMap(root) || root.flow === true) return null;
  const pair = pairAt(root, [key]);
  const { start, end } =
    pair === undefined ? { start: source.yaml.length, end: source.yaml.length } : wholeLines(source, pair);
  const indent = indentOf(source, root);
  const text = value === undefined ? '' : printPair(key, value, indent, source.eol) + source.eol;
  return [{ start, end, text }];
}

function wholeLines(source: YamlSource, pair: Pair): Splice {
  const start = lineStart(source.yaml, pairStart(pair));
  return { start, end: lineAfter(source.yaml, pairEnd(source, pair)), text: '' };
}

/** How far lists are indented below their key elsewhere in this block; two columns when there is none. */
function listIndent({ yaml, document }: YamlSource): string {
  const root = document.contents;
  if (!isMap(root)) return '  ';
  for (const pair of root.items) {
    const dash = isSeq(pair.value) && pair.value.flow !== true ? dashOf(pair.value, 0) : undefined;
    if (dash === undefined) continue;
    const key = pairStart(pair);
    return ' '.repeat(Math.max(0, dash - lineStart(yaml, dash) - (key - lineStart(yaml, key))));
  }
  return '  ';
}

function valueText(source: YamlSource, value: JsonValue, indent: string): string {
  return printValue(value, indent, source.eol, Array.isArray(value) ? listIndent(source) : '  ');
}

function replaceValue(source: YamlSource, pair: Pair, value: JsonValue): Splice[] {
  const { yaml } = source;
  const node: Node = pair.value;
  const colon = afterColon(pair);
  const inFlow = isInFlow(source, pair);
  const collection = isMap(node) || isSeq(node);
  const text = isScalar(node) && !isEmpty(node) ? printLikeScalar(node, value, inFlow ? 'flow' : 'block') : null;
  if (text !== null && isScalar(node) && !isBlockText(node)) {
    const [start, end] = rangeOf(node);
    return [{ start, end, text }];
  }
  if (inFlow || (collection && node.flow === true)) {
    const inline = printInline(value, inFlow ? 'flow' : 'block');
    if (isEmpty(node)) return [{ start: colon, end: colon, text: ` ${inline}` }];
    const [start, end] = rangeOf(node);
    return [{ start, end, text: inline }];
  }
  const key = pairStart(pair);
  const written = valueText(source, value, ' '.repeat(key - lineStart(yaml, key)));
  const end = contentEnd(source, node, colon);
  const colonLineEnd = lineEnd(yaml, colon);
  const comment = /^[ \t]+#/.test(yaml.slice(colon, colonLineEnd));
  if (isEmpty(node) || (comment && end > colonLineEnd)) {
    // A comment behind the colon stays where it is.
    const block = written.startsWith('\r') || written.startsWith('\n');
    const at = block ? colonLineEnd : colon;
    return [
      { start: at, end: at, text: written },
      ...(end > colonLineEnd ? [{ start: colonLineEnd, end, text: '' }] : []),
    ];
  }
  return [{ start: colon, end, text: written }];
}

/** A scalar in the quotes of the one that it replaces; `null` when the value takes more than one line. */
function printLikeScalar(node: Scalar, value: JsonValue, context: ScalarContext): string | null {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return context === 'flow' ? printInline(value, context) : null;
  if (typeof value !== 'string') return printInline(value, context);
  if (node.type === 'QUOTE_DOUBLE') return quoteDouble(value);
  if (node.type === 'QUOTE_SINGLE') return quoteSingle(value) ?? quoteDouble(value);
  return printInline(value, context);
}

function isInFlow({ document }: YamlSource, pair: Pair): boolean {
  const search = (node: Node, flow: boolean): boolean => {
    if (!isMap(node)) return false;
    const within = flow || node.flow === true;
    return node.items.some((item) => (item === pair && within) || search(item.value, within));
  };
  return search(document.contents, false);
}

function addKey(source: YamlSource, map: YAMLMap, key: string, value: JsonValue, isRoot: boolean): Splice[][] {
  if (map.flow === true)
    return [insertFlow(source, map, map.items.length, `${printInline(key, 'flow')}: ${printInline(value, 'flow')}`)];
  const indent = indentOf(source, map);
  const last = map.items[map.items.length - 1];
  const at = last === undefined ? source.yaml.length : lineAfter(source.yaml, pairEnd(source, last));
  const text = `${indent}${printInline(key)}:${valueText(source, value, indent)}${source.eol}`;
  const below: Splice[] = [{ start: at, end: at, text: onNewLine(source, at) + text }];
  return isRoot ? [[addLast(source, indent, key, value)], below] : [below];
}

function addLast(source: YamlSource, indent: string, key: string, value: JsonValue): Splice {
  const at = source.yaml.length;
  const text = `${indent}${printInline(key)}:${valueText(source, value, indent)}${source.eol}`;
  return { start: at, end: at, text: onNewLine(source, at) + text };
}

function onNewLine({ yaml, eol }: YamlSource, at: number): string {
  return at === 0 || yaml.charAt(at - 1) === '\n' ? '' : eol;
}

function itemText(list: YAMLSeq, value: JsonValue): string | null {
  if (typeof value !== 'string') return null;
  const texts = list.items.filter((item): item is Scalar => isScalar(item) && typeof item.value === 'string');
  const [first] = texts;
  if (first === undefined || texts.some((item) => item.type !== first.type)) return null;
  if (first.type === 'QUOTE_DOUBLE') return quoteDouble(value);
  return first.type === 'QUOTE_SINGLE' ? quoteSingle(value) : null;
}

function insertItem(source: YamlSource, list: YAMLSeq, index: number, value: JsonValue): Splice[] {
  const { yaml, eol } = source;
  if (list.flow === true) return insertFlow(source, list, index, itemText(list, value) ?? printInline(value, 'flow'));
  const dash = dashOf(list, Math.min(index, list.items.length - 1));
  if (dash === undefined) return [];
  const indent = ' '.repeat(dash - lineStart(yaml, dash));
  const quoted = itemText(list, value);
  const gap = /^-([ \t]*)\S/.exec(yaml.slice(dash, lineEnd(yaml, dash)))?.[1] ?? ' ';
  const line =
    quoted === null && typeof value === 'object'
      ? printItem(value, indent, eol)
      : `-${gap}${quoted ?? printInline(value)}`;
  const at = index < list.items.length ? lineStart(yaml, dash) : lineAfter(yaml, contentEnd(source, list, dash + 1));
  return [{ start: at, end: at, text: `${onNewLine(source, at)}${indent}${line}${eol}` }];
}

function removeItem(source: YamlSource, list: YAMLSeq, index: number): Splice[] {
  if (list.flow === true) return removeFlow(source, list, index);
  const dash = dashOf(list, index);
  if (dash === undefined) return [];
  const end = contentEnd(source, list.items[index], dash + 1);
  return [{ start: lineStart(source.yaml, dash), end: lineAfter(source.yaml, end), text: '' }];
}
