import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { isNestedTooDeeply } from './yaml-depth';
import { readSimpleMapping } from './yaml-subset';

/** A problem in a piece of YAML, at an offset into it. */
export interface YamlProblem {
  readonly message: string;
  readonly offset: number;
}

export interface YamlMapping {
  readonly data: Record<string, unknown>;
  readonly problems: readonly YamlProblem[];
}

/** Each duplicate key is a problem of its own; more are not worth listing. */
const MAX_PROBLEMS = 5;

/** More aliases are an attack, not a note. */
const MAX_ALIASES = 100;

/**
 * YAML 1.2 core: `yes` is a word, a timestamp is a string, `<<` is a key. Duplicate keys are errors; keys are strings.
 * Tags of other schemas are not interpreted, so that the result is plain data.
 */
export const YAML_OPTIONS = {
  version: '1.2',
  schema: 'core',
  prettyErrors: false,
  // Checked by `duplicateKeys`: the library compares each key with all before it.
  uniqueKeys: false,
  stringKeys: true,
  merge: false,
  resolveKnownTags: false,
  logLevel: 'error',
} as const;

/** Parses YAML that must be a mapping. Never throws. Blanks and comments alone are an empty mapping. */
export function parseMapping(yaml: string): YamlMapping {
  const simple = readSimpleMapping(yaml);
  return simple === null ? parseFully(yaml) : { data: simple, problems: [] };
}

/** {@link parseMapping}, always by the full parser. */
export function parseFully(yaml: string): YamlMapping {
  if (isNestedTooDeeply(yaml)) return failed(TOO_DEEP, 0);
  let document: Document.Parsed;
  try {
    document = parseDocument(yaml, YAML_OPTIONS);
  } catch {
    return failed(TOO_DEEP, 0);
  }
  return mappingOf(document);
}

/** The data of a parsed document, or why it has none. */
export function mappingOf(document: Document.Parsed): YamlMapping {
  const duplicates = duplicateKeys(document);
  const [error] = document.errors;
  if (error !== undefined || duplicates.length > 0) {
    // Errors after the first syntax error only follow from it.
    const earlier = duplicates.filter(({ offset }) => error === undefined || offset < error.pos[0]);
    const problems = [...earlier, ...(error === undefined ? [] : [toProblem(error)])];
    return { data: {}, problems: problems.slice(0, MAX_PROBLEMS) };
  }
  const { contents } = document;
  const aliases = readAliases(document);
  if (aliases.count > MAX_ALIASES) return failed(TOO_MANY_ALIASES, 0);
  if (contents === null) return { data: {}, problems: [] };
  if (!isMap(contents)) {
    if (contents.range[0] === contents.range[1]) return { data: {}, problems: [] };
    return failed('The frontmatter is a list or a text. Write it as "key: value" lines.', contents.range[0]);
  }
  try {
    if (aliases.isCircular)
      return failed('An alias refers to the value that contains it. Refer to an earlier value.', 0);
    return { data: document.toJS({ maxAliasCount: MAX_ALIASES }) as Record<string, unknown>, problems: [] };
  } catch {
    return failed(TOO_MANY_ALIASES, 0);
  }
}

/** Keys that occur more than once in their mapping, in time linear in the number of keys. */
function duplicateKeys(document: Document.Parsed): readonly YamlProblem[] {
  const problems: YamlProblem[] = [];
  visit(document, {
    Map(_key: unknown, map: YAMLMap) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) problems.push({ message: DUPLICATE_KEY, offset: key.range?.[0] ?? 0 });
        seen.add(key.value);
      }
    },
  });
  return problems;
}

function failed(message: string, offset: number): YamlMapping {
  return { data: {}, problems: [{ message, offset }] };
}

/**
 * How many aliases a document has, and whether one is inside the node that it names: the data would contain itself. Anchors
 * are collected on the way, because the library reads the whole document again for each alias.
 */
function readAliases(document: Document.Parsed): { readonly count: number; readonly isCircular: boolean } {
  const anchors = new Map<string, Node>();
  let count = 0;
  let isCircular = false;
  visit(document, {
    Node(_key: unknown, node: Node, path: readonly unknown[]) {
      if (isAlias(node)) {
        count++;
        const target = anchors.get(node.source);
        if (target !== undefined && path.includes(target)) isCircular = true;
        return count > MAX_ALIASES ? visit.BREAK : undefined;
      }
      if ('anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
      return undefined;
    },
  });
  return { count, isCircular };
}

const DUPLICATE_KEY = 'This key occurs twice. Keep one of them.';
const TOO_MANY_ALIASES = `The frontmatter has more than ${MAX_ALIASES} aliases. Write the values out.`;
const TOO_DEEP = 'The frontmatter is nested too deeply. Use fewer levels.';

const MESSAGES: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'A tab cannot indent YAML. Use spaces.',
  BAD_INDENT: 'This line is indented differently from the lines around it. Align it.',
  MULTIPLE_DOCS: 'The frontmatter contains a second document. Keep one.',
  MISSING_CHAR: 'A ":", a closing quote or a closing bracket is missing. Add it.',
  BAD_SCALAR_START: 'A value cannot start with this character. Put the value in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'This line has a second ":". Put the value in quotes.',
  MULTILINE_IMPLICIT_KEY: 'This line has no ":". Write "key: value".',
  UNEXPECTED_TOKEN: 'There is text after the value. Put the whole value in quotes.',
  BAD_ALIAS: 'This "*" refers to nothing. Put the value in quotes.',
  NON_STRING_KEY: 'A key is a list or a mapping. Use a word.',
};

function toProblem(error: YAMLError): YamlProblem {
  // The parser is recursive and reports an exhausted stack as an error in the text.
  const known = error.message.includes('call stack') ? TOO_DEEP : MESSAGES[error.code];
  return { message: known ?? `This is not valid YAML: ${error.message}`, offset: error.pos[0] };
}
