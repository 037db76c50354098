import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type CST,
  type Document,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { JsonValue } from '../base';
import type { Splice } from './types';
import { printInline, printItem, printPair, printValue, quoteDouble, quoteSingle, type Setting } from './yaml-print';

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

/** A document parsed with its source tokens kept, and the source. */
export interface YamlSource {
  readonly yaml: string;
  readonly document: Document.Parsed;
  readonly eol: string;
}

/** The ways to write a step, the one that changes least first. Whether each means what it should, the caller checks. */
export function splicesFor(source: YamlSource, step: YamlStep): Splice[][] {
  const root = source.document.contents;
  const ways: Splice[][] = [];
  if (step.op === 'insertItem' || step.op === 'removeItem') {
    const list = pairAt(root, step.path)?.value;
    if (!isSeq(list)) return ways;
    ways.push(
      step.op === 'insertItem'
        ? insertItem(source, list, step.index, step.value)
        : removeItem(source, list, step.index),
    );
    return ways;
  }
  if (step.op === 'addKey') {
    const key = step.path[step.path.length - 1] ?? '';
    const parent = step.path.length === 1 ? root : pairAt(root, step.path.slice(0, -1))?.value;
    if (parent === null) ways.push([addLast(source, '', key, step.value)]);
    else if (isMap(parent)) ways.push(...addKey(source, parent, key, step.value, step.path.length === 1));
    return ways;
  }
  const pair = pairAt(root, step.path);
  if (pair === undefined) return ways;
  if (step.op === 'replace') ways.push(replaceValue(source, pair, step.value));
  else {
    const parent = step.path.length === 1 ? root : pairAt(root, step.path.slice(0, -1))?.value;
    if (isMap(parent))
      ways.push(
        parent.flow === true ? removeFlow(source, parent, parent.items.indexOf(pair)) : [wholeLines(source, pair)],
      );
  }
  return ways;
}

/** The last resort: the lines of one top-level key, written anew; `undefined` removes them. */
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

type Node = unknown;

function pairAt(root: Node, path: readonly string[]): Pair | undefined {
  let node = root;
  let found: Pair | undefined;
  for (const key of path) {
    if (!isMap(node)) return undefined;
    found = node.items.find((pair) => keyOf(pair) === key);
    if (found === undefined) return undefined;
    node = found.value;
  }
  return found;
}

function keyOf(pair: Pair): string {
  const { key } = pair;
  // Keys are read as texts, whatever they look like.
  return isScalar<string>(key) ? key.value : '';
}

function tokensOf(pair: Pair): CST.CollectionItem | undefined {
  return (pair as { srcToken?: CST.CollectionItem }).srcToken;
}

/** The offset after the colon of a pair; after its key when it has none. */
function afterColon(pair: Pair): number {
  const colon = tokensOf(pair)?.sep?.find((token) => token.type === 'map-value-ind');
  return colon === undefined ? rangeOf(pair.key)[1] : colon.offset + 1;
}

function rangeOf(node: Node): readonly [number, number] {
  const range = (node as { range?: readonly [number, number, number] | null } | null)?.range;
  return range === null || range === undefined ? [0, 0] : [range[0], range[1]];
}

function isEmpty(node: Node): boolean {
  const [start, end] = rangeOf(node);
  return node === null || node === undefined || (isScalar(node) && start === end);
}

/** Where the written value of a node ends: comments and line breaks after it excluded. */
function contentEnd(source: YamlSource, node: Node, fallback: number): number {
  if (isEmpty(node)) return fallback;
  if ((isMap(node) || isSeq(node)) && node.flow !== true) {
    const last: unknown = node.items[node.items.length - 1];
    if (isMap(node)) return last === undefined ? fallback : pairEnd(source, last as Pair);
    const dash = dashOf(node, node.items.length - 1);
    return contentEnd(source, last, dash === undefined ? fallback : dash + 1);
  }
  let end = rangeOf(node)[1];
  // A block text's range goes on over its last line break and the blank lines after it.
  if (isScalar(node) && isBlockText(node)) while (end > fallback && /\s/.test(source.yaml.charAt(end - 1))) end--;
  return end;
}

function isBlockText(node: Scalar): boolean {
  return node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL';
}

function pairEnd(source: YamlSource, pair: Pair): number {
  return contentEnd(source, pair.value, afterColon(pair));
}

function lineStart(yaml: string, at: number): number {
  return yaml.lastIndexOf('\n', at - 1) + 1;
}

/** The offset after the line break of the line that holds `at`. */
function lineAfter(yaml: string, at: number): number {
  const lineFeed = yaml.indexOf('\n', at);
  return lineFeed === -1 ? yaml.length : lineFeed + 1;
}

/** The end of the line that holds `at`, its line break excluded. */
function lineEnd(yaml: string, at: number): number {
  const lineFeed = yaml.indexOf('\n', at);
  if (lineFeed === -1) return yaml.length;
  return yaml.charAt(lineFeed - 1) === '\r' ? lineFeed - 1 : lineFeed;
}

function startOf(pair: Pair): number {
  const mark = tokensOf(pair)?.start.find(
    (token) => token.type === 'explicit-key-ind' || token.type === 'anchor' || token.type === 'tag',
  );
  return mark?.offset ?? rangeOf(pair.key)[0];
}

function wholeLines(source: YamlSource, pair: Pair): Splice {
  const start = lineStart(source.yaml, startOf(pair));
  return { start, end: lineAfter(source.yaml, pairEnd(source, pair)), text: '' };
}

function indentOf({ yaml }: YamlSource, map: YAMLMap): string {
  const first = map.items[0];
  if (first === undefined) return '';
  const start = startOf(first);
  return ' '.repeat(start - lineStart(yaml, start));
}

/** How far lists are indented below their key elsewhere in this block; two columns when there is none. */
function listStep({ yaml, document }: YamlSource): string {
  const root = document.contents;
  if (!isMap(root)) return '  ';
  for (const pair of root.items) {
    const dash = isSeq(pair.value) && pair.value.flow !== true ? dashOf(pair.value, 0) : undefined;
    if (dash === undefined) continue;
    const key = startOf(pair);
    return ' '.repeat(Math.max(0, dash - lineStart(yaml, dash) - (key - lineStart(yaml, key))));
  }
  return '  ';
}

function valueText(source: YamlSource, value: JsonValue, indent: string): string {
  return printValue(value, indent, source.eol, Array.isArray(value) ? listStep(source) : '  ');
}

function replaceValue(source: YamlSource, pair: Pair, value: JsonValue): Splice[] {
  const { yaml } = source;
  const node: Node = pair.value;
  const colon = afterColon(pair);
  const inFlow = isInFlow(source, pair);
  const collection = isMap(node) || isSeq(node);
  const text = isScalar(node) && !isEmpty(node) ? likeScalar(node, value, inFlow ? 'flow' : 'block') : null;
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
  const key = startOf(pair);
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
function likeScalar(node: Scalar, value: JsonValue, setting: Setting): string | null {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return setting === 'flow' ? printInline(value, setting) : null;
  if (typeof value !== 'string') return printInline(value, setting);
  if (node.type === 'QUOTE_DOUBLE') return quoteDouble(value);
  if (node.type === 'QUOTE_SINGLE') return quoteSingle(value) ?? quoteDouble(value);
  return printInline(value, setting);
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

/** The offset of the dash of a block list's item. */
function dashOf(list: YAMLSeq, index: number): number | undefined {
  const token = list.srcToken;
  if (token?.type !== 'block-seq') return undefined;
  const items = token.items.filter((item) => item.start.some((part) => part.type === 'seq-item-ind'));
  return items[index]?.start.find((part) => part.type === 'seq-item-ind')?.offset;
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

/** Where each item of a flow collection is written. */
function flowRanges(source: YamlSource, node: YAMLMap | YAMLSeq): { start: number; end: number }[] {
  return (node.items as unknown[]).map((item) => {
    if (isMap(node))
      return {
        start: startOf(item as Pair),
        end: Math.max(rangeOf((item as Pair).key)[1], pairEnd(source, item as Pair)),
      };
    const [start, end] = rangeOf(item);
    return { start: isAlias(item) ? start : propertyStart(source, item, start), end };
  });
}

/** The start of a node's anchor or tag, which its range leaves out. */
function propertyStart({ yaml }: YamlSource, node: Node, start: number): number {
  const { anchor, tag } = node as { anchor?: string; tag?: string };
  if (anchor === undefined && tag === undefined) return start;
  const before = /(?:[&!][^\s,[\]{}]*\s+)+$/.exec(yaml.slice(Math.max(0, start - 200), start));
  return start - (before?.[0].length ?? 0);
}

function insertFlow(source: YamlSource, node: YAMLMap | YAMLSeq, index: number, text: string): Splice[] {
  const { yaml } = source;
  const [open, close] = rangeOf(node);
  const ranges = flowRanges(source, node);
  const next = ranges[index];
  const separator = flowSeparator(yaml, ranges);
  if (next !== undefined) return [{ start: next.start, end: next.start, text: text + separator }];
  const last = ranges[ranges.length - 1];
  if (last === undefined) return [{ start: open + 1, end: close - 1, text }];
  const comma = /^\s*,/.exec(yaml.slice(last.end, close - 1))?.[0];
  if (comma === undefined) return [{ start: last.end, end: last.end, text: separator + text }];
  const at = last.end + comma.length;
  return [{ start: at, end: at, text: `${separator.slice(1)}${text},` }];
}

/** What stands between the items of a flow collection, so that one on several lines stays so. */
function flowSeparator(yaml: string, ranges: readonly { start: number; end: number }[]): string {
  const [first, second] = ranges;
  if (first === undefined || second === undefined) return ', ';
  const between = yaml.slice(first.end, second.start);
  return /^,\s+$/.test(between) ? between : ', ';
}

function removeFlow(source: YamlSource, node: YAMLMap | YAMLSeq, index: number): Splice[] {
  const ranges = flowRanges(source, node);
  const range = ranges[index];
  if (range === undefined) return [];
  const next = ranges[index + 1];
  const previous = ranges[index - 1];
  if (next !== undefined) return [{ start: range.start, end: next.start, text: '' }];
  if (previous !== undefined) return [{ start: previous.end, end: range.end, text: '' }];
  const [open, close] = rangeOf(node);
  return [{ start: open + 1, end: close - 1, text: '' }];
}
