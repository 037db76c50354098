import { isAlias, isMap, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { type Splice } from './types';
import { type Node, pairEnd, rangeOf, pairStart, type YamlSource } from './yaml-places';

/** Edits of lists and mappings in brackets. */

/** Where each item of a flow collection is written. */
function flowRanges(source: YamlSource, node: YAMLMap | YAMLSeq): { start: number; end: number }[] {
  return (node.items as unknown[]).map((item) => {
    if (isMap(node))
      return {
        start: pairStart(item as Pair),
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

export function insertFlow(source: YamlSource, node: YAMLMap | YAMLSeq, index: number, text: string): Splice[] {
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

/** The separator between the items of a flow collection, so that one on several lines stays so. */
function flowSeparator(yaml: string, ranges: readonly { start: number; end: number }[]): string {
  const [first, second] = ranges;
  if (first === undefined || second === undefined) return ', ';
  const between = yaml.slice(first.end, second.start);
  return /^,\s+$/.test(between) ? between : ', ';
}

export function removeFlow(source: YamlSource, node: YAMLMap | YAMLSeq, index: number): Splice[] {
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
