import {
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

/** Positions of the parts of a YAML document. All offsets are into its source. */

/** A document parsed with its source tokens kept, and the source. */
export interface YamlSource {
  readonly yaml: string;
  readonly document: Document.Parsed;
  readonly eol: string;
}

export type Node = unknown;

export function pairAt(root: Node, path: readonly string[]): Pair | undefined {
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
export function afterColon(pair: Pair): number {
  const colon = tokensOf(pair)?.sep?.find((token) => token.type === 'map-value-ind');
  return colon === undefined ? rangeOf(pair.key)[1] : colon.offset + 1;
}

export function rangeOf(node: Node): readonly [number, number] {
  const range = (node as { range?: readonly [number, number, number] | null } | null)?.range;
  return range === null || range === undefined ? [0, 0] : [range[0], range[1]];
}

export function isEmpty(node: Node): boolean {
  const [start, end] = rangeOf(node);
  return node === null || node === undefined || (isScalar(node) && start === end);
}

/** Where the value of a node ends, without comments and line breaks after it. */
export function contentEnd(source: YamlSource, node: Node, fallback: number): number {
  if (isEmpty(node)) return fallback;
  if ((isMap(node) || isSeq(node)) && node.flow !== true) {
    const last: unknown = node.items[node.items.length - 1];
    if (isMap(node)) return last === undefined ? fallback : pairEnd(source, last as Pair);
    const dash = dashOf(node, node.items.length - 1);
    return contentEnd(source, last, dash === undefined ? fallback : dash + 1);
  }
  let end = rangeOf(node)[1];
  // The range of a block text includes its last line break and the blank lines after it.
  if (isScalar(node) && isBlockText(node)) while (end > fallback && /\s/.test(source.yaml.charAt(end - 1))) end--;
  return end;
}

export function isBlockText(node: Scalar): boolean {
  return node.type === 'BLOCK_FOLDED' || node.type === 'BLOCK_LITERAL';
}

export function pairEnd(source: YamlSource, pair: Pair): number {
  return contentEnd(source, pair.value, afterColon(pair));
}

export function lineStart(yaml: string, at: number): number {
  return yaml.lastIndexOf('\n', at - 1) + 1;
}

/** The offset after the line break of the line that holds `at`. */
export function lineAfter(yaml: string, at: number): number {
  const lineFeed = yaml.indexOf('\n', at);
  return lineFeed === -1 ? yaml.length : lineFeed + 1;
}

/** The end of the line that holds `at`, its line break excluded. */
export function lineEnd(yaml: string, at: number): number {
  const lineFeed = yaml.indexOf('\n', at);
  if (lineFeed === -1) return yaml.length;
  return yaml.charAt(lineFeed - 1) === '\r' ? lineFeed - 1 : lineFeed;
}

export function pairStart(pair: Pair): number {
  const mark = tokensOf(pair)?.start.find(
    (token) => token.type === 'explicit-key-ind' || token.type === 'anchor' || token.type === 'tag',
  );
  return mark?.offset ?? rangeOf(pair.key)[0];
}

export function indentOf({ yaml }: YamlSource, map: YAMLMap): string {
  const first = map.items[0];
  if (first === undefined) return '';
  const start = pairStart(first);
  return ' '.repeat(start - lineStart(yaml, start));
}

/** The offset of the dash of a block list's item. */
export function dashOf(list: YAMLSeq, index: number): number | undefined {
  const token = list.srcToken;
  if (token?.type !== 'block-seq') return undefined;
  const items = token.items.filter((item) => item.start.some((part) => part.type === 'seq-item-ind'));
  return items[index]?.start.find((part) => part.type === 'seq-item-ind')?.offset;
}
