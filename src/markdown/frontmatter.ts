import matter from 'gray-matter';
import { lineOf, lineStarts } from './lines';
import { type Frontmatter, type MarkdownProblem } from './types';
import { parseMapping, type YamlMapping, type YamlProblem } from './yaml-parse';

/** The range of a frontmatter block. Offsets count from the start of the whole text. */
interface FrontmatterRange {
  readonly yamlStart: number;
  readonly yamlEnd: number;
  readonly bodyStart: number;
  /** The word after the opening `---`; `''` for plain YAML. */
  readonly language: string;
}

const BOM = 0xfeff;
const DASH = 45;
const LF = 10;
const CR = 13;

/** Frontmatter that is longer was not written by hand. */
const MAX_YAML_LENGTH = 1 << 20;

/**
 * Finds the frontmatter block of a text; `null` where there is none. The block opens with `---` alone on the first
 * line (after a byte-order mark) and closes with the next line that begins with `---`; the rest of that line is body.
 * `...` does not close it, and a block that is never closed is body text. A word after the opening `---` names another
 * language.
 *
 * Source: Obsidian 1.13.7, as observed by third parties.
 */
export function locateFrontmatter(text: string): FrontmatterRange | null {
  const first = text.charCodeAt(0) === BOM ? 1 : 0;
  if (text.charCodeAt(first) !== DASH || !text.startsWith('---', first)) return null;
  const lineBreak = text.indexOf('\n', first);
  if (lineBreak === -1) return null;
  const language = text.slice(first + 3, lineBreak).trim();
  if (language !== '' && !/^[A-Za-z][\w+-]*$/.test(language)) return null;
  const yamlStart = lineBreak + 1;
  const yamlEnd = text.indexOf('\n---', lineBreak) + 1;
  if (yamlEnd === 0) return null;
  return { yamlStart, yamlEnd, bodyStart: afterFence(text, yamlEnd + 3), language };
}

/** The offset after the line break of a fence whose dashes end at `at`, or `at` if more than blanks follow. */
function afterFence(text: string, at: number): number {
  for (let offset = at; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === LF) return offset + 1;
    if (code !== 32 && code !== 9 && code !== CR) return at;
  }
  return text.length;
}

/** Where the body of a text begins, without reading its frontmatter. */
export function bodyStartOf(text: string): number {
  return locateFrontmatter(text)?.bodyStart ?? (text.charCodeAt(0) === BOM ? 1 : 0);
}

function refuse(): never {
  throw new Error('Only YAML can be read.');
}

/**
 * YAML is the only engine. gray-matter ships engines that run JavaScript: each is replaced here, and the build leaves them
 * out as well. Without options, gray-matter would cache every text it reads.
 */
const options = {
  language: 'yaml',
  engines: {
    // Wrapped, since gray-matter looks for keys of its own in the result. It passes the line break before the block, which
    // would shift the position of a mistake, and not the one after it.
    yaml: (block: string) => ({ mapping: parseMapping(`${block.replace(/^\r?\n/, '')}\n`) }),
    json: { parse: refuse },
    javascript: { parse: refuse },
    js: { parse: refuse },
    coffee: { parse: refuse },
    coffeescript: { parse: refuse },
    cson: { parse: refuse },
  },
};

/**
 * Reads the frontmatter of a text. Never throws: `problems` say what is wrong, and then `data` is empty. Uses the core
 * schema of YAML 1.2, in which a timestamp is a string.
 *
 * @param text a whole file; a byte-order mark and both line endings are fine
 */
export function readFrontmatter(text: string): Frontmatter {
  const place = locateFrontmatter(text);
  if (place === null) {
    const start = text.charCodeAt(0) === BOM ? 1 : 0;
    return { data: {}, present: false, yamlStart: start, yamlEnd: start, bodyStart: start, problems: [] };
  }
  const { yamlStart, yamlEnd, bodyStart, language } = place;
  const block = { present: true, yamlStart, yamlEnd, bodyStart };
  if (language !== '') {
    const message = `Only YAML can be read. Remove "${language}" after the opening ---.`;
    return { ...block, data: {}, problems: [{ message, line: 1, column: 1 }] };
  }
  if (yamlEnd - yamlStart > MAX_YAML_LENGTH) {
    return {
      ...block,
      data: {},
      problems: [{ message: 'The frontmatter is larger than 1 MB. Shorten it.', line: 1, column: 1 }],
    };
  }
  if (hasLongGap(text, yamlStart, yamlEnd)) {
    const message = `The frontmatter has ${MAX_BLANK_LINES} blank lines in a row. Remove them.`;
    return { ...block, data: {}, problems: [{ message, line: 1, column: 1 }] };
  }
  const { data: result } = matter(text, options) as { data: { mapping?: YamlMapping } };
  // gray-matter does not call the engine for a block of blank lines and comments.
  const { data, problems } = result.mapping ?? EMPTY_MAPPING;
  return { ...block, data, problems: problems.length === 0 ? NONE : withPositions(text, yamlStart, problems) };
}

const NONE: readonly MarkdownProblem[] = [];

const EMPTY_MAPPING: YamlMapping = { data: {}, problems: [] };

/** gray-matter takes time quadratic in the number of blank lines in a row: 24 seconds for 80,000. */
const MAX_BLANK_LINES = 1_000;

function hasLongGap(text: string, start: number, end: number): boolean {
  let blanks = 0;
  for (let at = start; at < end && blanks < MAX_BLANK_LINES; at++) {
    const code = text.charCodeAt(at);
    if (code === LF) blanks++;
    else if (code !== CR && code !== 32 && code !== 9) blanks = 0;
  }
  return blanks >= MAX_BLANK_LINES;
}

function withPositions(text: string, yamlStart: number, problems: readonly YamlProblem[]): readonly MarkdownProblem[] {
  const starts = lineStarts(text);
  return problems.map(({ message, offset }) => {
    const at = Math.min(yamlStart + offset, text.length);
    const line = lineOf(starts, at);
    return { message, line: line + 1, column: at - (starts[line] ?? 0) + 1 };
  });
}
