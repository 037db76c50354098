import { type Alias, type Document, isMap, parseDocument, visit, type YAMLError } from 'yaml';
import { readSimpleMapping } from './yaml-subset';

/** What is wrong with a piece of YAML, at an offset into it. */
export interface YamlProblem {
  readonly message: string;
  readonly offset: number;
}

export interface YamlMapping {
  readonly data: Record<string, unknown>;
  readonly problems: readonly YamlProblem[];
}

/** Of keys that stand twice; each of them is a mistake of its own. */
const MAX_PROBLEMS = 5;

/** How often an alias may repeat what it stands for; more is a bomb, not a note. */
const MAX_ALIASES = 100;

/**
 * YAML 1.2 core: `yes` is a word, a timestamp is a string, `<<` is a key. Duplicate keys are errors; keys are strings.
 * Tags of other schemas are not interpreted, so that the result is plain data.
 */
export const YAML_OPTIONS = {
  version: '1.2',
  schema: 'core',
  prettyErrors: false,
  uniqueKeys: true,
  stringKeys: true,
  merge: false,
  resolveKnownTags: false,
  logLevel: 'error',
} as const;

/** Parses YAML that has to be a mapping. Never throws. Nothing but blanks and comments is an empty mapping. */
export function parseMapping(yaml: string): YamlMapping {
  const simple = readSimpleMapping(yaml);
  return simple === null ? parseFully(yaml) : { data: simple, problems: [] };
}

/** The same, always by the full parser. */
export function parseFully(yaml: string): YamlMapping {
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
  if (document.errors.length > 0) return { data: {}, problems: relevantErrors(document.errors).map(toProblem) };
  const { contents } = document;
  if (contents === null) return { data: {}, problems: [] };
  if (!isMap(contents)) {
    if (contents.range[0] === contents.range[1]) return { data: {}, problems: [] };
    return failed('Unexpected list or text, expected "key: value" lines', contents.range[0]);
  }
  try {
    if (hasCircularAlias(document))
      return failed('Unexpected alias to what holds it, expected an alias to something earlier', 0);
    return { data: document.toJS({ maxAliasCount: MAX_ALIASES }) as Record<string, unknown>, problems: [] };
  } catch {
    return failed(`Unexpected number of aliases, expected at most ${MAX_ALIASES}`, 0);
  }
}

/** What is worth telling: after the first error of syntax the parser is lost, and what it reports is an echo. */
function relevantErrors(errors: readonly YAMLError[]): readonly YAMLError[] {
  const first = errors.findIndex(({ code }) => code !== 'DUPLICATE_KEY');
  return errors.slice(0, Math.min(first === -1 ? Infinity : first + 1, MAX_PROBLEMS));
}

function failed(message: string, offset: number): YamlMapping {
  return { data: {}, problems: [{ message, offset }] };
}

/** Whether an alias stands inside the node that it names: the data would hold itself. */
function hasCircularAlias(document: Document.Parsed): boolean {
  let found = false;
  visit(document, {
    Alias(_key: unknown, alias: Alias, path: readonly unknown[]) {
      const target = alias.resolve(document);
      if (target !== undefined && path.includes(target)) {
        found = true;
        return visit.BREAK;
      }
      return undefined;
    },
  });
  return found;
}

const TOO_DEEP = 'Unexpected depth, expected a few levels of nesting';

const MESSAGES: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'Unexpected second value for the same key, expected every key once',
  TAB_AS_INDENT: 'Unexpected tab, expected spaces as indentation',
  BAD_INDENT: 'Unexpected indentation, expected the same as the lines around it',
  MULTIPLE_DOCS: 'Unexpected second document, expected one block',
  MISSING_CHAR: 'Unexpected text, expected a ":" or a closing quote or bracket',
  BAD_SCALAR_START: 'Unexpected character at the start of a value, expected it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'Unexpected second ":" in one line, expected the value in quotes',
  MULTILINE_IMPLICIT_KEY: 'Unexpected line without a ":", expected "key: value"',
  UNEXPECTED_TOKEN: 'Unexpected text after a value, expected the whole value in quotes',
  BAD_ALIAS: 'Unexpected "*", expected the value in quotes',
  NON_STRING_KEY: 'Unexpected list or mapping as a key, expected a word',
};

function toProblem(error: YAMLError): YamlProblem {
  // The parser is recursive, and reports an exhausted stack as an error of the text.
  const known = error.message.includes('call stack') ? TOO_DEEP : MESSAGES[error.code];
  return { message: known ?? `Unexpected YAML, expected none of this: ${error.message}`, offset: error.pos[0] };
}
