import { parseDocument } from 'yaml';
import { finish, type JsonObject, type JsonValue, type Steps, WikiError } from '../base';
import { locateFrontmatter, readFrontmatter } from './frontmatter';
import { applySplices, eolOf } from './lines';
import { type FrontmatterEdit, type Splice } from './types';
import { mappingOf, YAML_OPTIONS } from './yaml-parse';
import { printFrontmatter } from './yaml-print';
import { type YamlSource } from './yaml-places';
import { rewriteKey, splicesFor, type YamlStep } from './yaml-splice';
import { editData, sameValue, stepsOf } from './yaml-steps';

/** What it takes to edit a block, for each UTF-16 unit: it is parsed several times. In characters of text that take as long to read. */
const WORK_PER_UNIT = 20;

/**
 * Applies edits to the frontmatter of a text, in order. Only the edited characters change: comments, order, quoting,
 * indentation, line endings, a byte-order mark and unknown keys stay as they are. Each edit is checked by reading the
 * result; if no small edit gives the intended data, the lines of that one top-level key are rewritten. A text without
 * frontmatter gets a block when an edit sets something. An edit that changes nothing changes no byte.
 *
 * @param text a whole file
 * @throws WikiError `living-wiki:frontmatter_unreadable` when the block cannot be read, or an edit does not fit its data (a
 * key within a text, an item of a mapping, a value that an alias elsewhere needs)
 */
export function editFrontmatter(text: string, edits: readonly FrontmatterEdit[]): string {
  return finish(editFrontmatterInSteps(text, edits));
}

/** {@link editFrontmatter} for many edits, in steps between which others can run. */
export function* editFrontmatterInSteps(text: string, edits: readonly FrontmatterEdit[]): Steps<string> {
  const { present, problems, yamlStart, yamlEnd, data } = readFrontmatter(text);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new WikiError('living-wiki:frontmatter_unreadable', `The frontmatter cannot be read. ${problem.message}`, {
      line: problem.line,
      column: problem.column,
      remedy: 'Correct the frontmatter by hand first.',
    });
  }
  if (!present) return createBlock(text, yamlStart, data as JsonObject, edits);
  const eol = eolOf(text.slice(0, yamlEnd));
  let yaml = text.slice(yamlStart, yamlEnd);
  for (const edit of edits) {
    yaml = applyEdit(yaml, eol, edit);
    yield WORK_PER_UNIT * yaml.length;
  }
  const result = text.slice(0, yamlStart) + yaml + text.slice(yamlEnd);
  // A value must not hold a line that would end the block.
  if (locateFrontmatter(result)?.yamlEnd !== yamlStart + yaml.length) throw cannotEdit(edits[0]?.path ?? []);
  return result;
}

function createBlock(text: string, at: number, data: JsonObject, edits: readonly FrontmatterEdit[]): string {
  let next = data;
  for (const edit of edits) next = editData(next, edit) ?? refuse(edit);
  if (Object.keys(next).length === 0) return text;
  return text.slice(0, at) + printFrontmatter(next, eolOf(text)) + text.slice(at);
}

function applyEdit(yaml: string, eol: string, edit: FrontmatterEdit): string {
  const source = parse(yaml, eol);
  const data = mappingOf(source.document).data as JsonObject;
  const goal = editData(data, edit) ?? refuse(edit);
  if (sameValue(data, goal)) return yaml;
  const result = applySteps(yaml, eol, stepsOf(data, goal, edit.path));
  if (result !== null && readsAs(result, eol, goal)) return result;
  const key = edit.path[0] ?? '';
  const splices = rewriteKey(source, key, Object.hasOwn(goal, key) ? goal[key] : undefined);
  const rewritten = splices === null ? null : tryApply(yaml, splices);
  if (rewritten !== null && readsAs(rewritten, eol, goal)) return rewritten;
  throw cannotEdit(edit.path);
}

/** Applies the steps in turn, each to the result of the one before; `null` when one cannot be applied. */
function applySteps(yaml: string, eol: string, steps: readonly YamlStep[]): string | null {
  let current = yaml;
  for (const step of steps) {
    const source = parse(current, eol);
    const before = mappingOf(source.document);
    if (before.problems.length > 0) return null;
    const done = splicesFor(source, step)
      .map((splices) => (splices.length === 0 ? null : tryApply(current, splices)))
      .find((candidate) => candidate !== null && mappingOf(parse(candidate, eol).document).problems.length === 0);
    if (done === undefined || done === null) return null;
    current = done;
  }
  return current;
}

function tryApply(yaml: string, splices: readonly Splice[]): string | null {
  try {
    return applySplices(yaml, splices);
  } catch {
    return null;
  }
}

function parse(yaml: string, eol: string): YamlSource {
  return { yaml, eol, document: parseDocument(yaml, { ...YAML_OPTIONS, keepSourceTokens: true }) };
}

function readsAs(yaml: string, eol: string, goal: JsonObject): boolean {
  const { data, problems } = mappingOf(parse(yaml, eol).document);
  return problems.length === 0 && sameValue(data as JsonValue, goal);
}

function refuse(edit: FrontmatterEdit): never {
  throw cannotEdit(edit.path);
}

function cannotEdit(path: readonly string[]): WikiError {
  const name = path.join('.') || 'frontmatter';
  return new WikiError(
    'living-wiki:frontmatter_unreadable',
    `The frontmatter key "${name}" cannot be edited in its present form.`,
    {
      remedy: 'Write the value of this key in a simple form first.',
    },
  );
}
