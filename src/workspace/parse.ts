import { clip, isMapping, type JsonObject, type JsonValue, plural, WikiError } from '../base';
import { readFrontmatter, type Frontmatter } from '../markdown';
import { emptyObject, toPlainJson } from './plain-json';
import { suggest } from './suggest';
import { fieldPath, fieldLocator, type PathStep } from './field-places';
import { entityTypeSchema, lintSchema, manifestSchema } from './schema';
import { type EntityType, type LintSetting, type Manifest, type ManifestProblem, type ParsedManifest } from './types';

const DOCTYPE = 'knowledge.workspace/v1';

/**
 * Reads a `KNOWLEDGE.md`. Never throws.
 *
 * @param text the whole file
 * @param path relative to the vault, for problems and errors
 * @returns `other` for a file that does not claim to be a workspace manifest; `invalid` with
 *   `knowledge_workspace_invalid`, or with `schema_missing` where `schema` is empty
 */
export function parseManifest(text: string, path: string): ParsedManifest {
  const frontmatter = readFrontmatter(text);
  const claim = frontmatter.data.schema;
  if (frontmatter.problems.length > 0 && Object.keys(frontmatter.data).length === 0) {
    const block = text.slice(frontmatter.yamlStart, Math.max(frontmatter.yamlEnd, frontmatter.yamlStart + 4096));
    const problems = frontmatter.problems.map(asManifestProblem(path));
    if (!claimsSchema(block))
      return { kind: 'other', error: manifestError('knowledge_workspace_invalid', path, problems) };
    return invalid(path, problems, parentInText(block));
  }
  if (claim === null && 'schema' in frontmatter.data) return schemaMissing(text, path, frontmatter);
  if (typeof claim !== 'string' || !/^knowledge\.workspace(\/|$)/.test(claim)) return OTHER_FORMAT;

  const copy = toPlainJson(frontmatter.data);
  if (copy.excess !== undefined) {
    const excess = copy.excess === 'deep' ? 'is nested too deeply' : 'has too many values';
    const message = `The file ${excess}. Simplify it.`;
    return invalid(path, [{ path, field: '', line: 1, column: 1, message }]);
  }
  const data = copy.value as JsonObject;
  const checked = manifestSchema().safeParse(data);
  if (!checked.success) {
    const problems = problemsOf(checked.error.issues, data, text, path, frontmatter);
    return invalid(path, problems, parentInData(data));
  }
  // The schema accepts what `RawManifest` describes; zod's own type differs only in how it writes `undefined`.
  return withDefaults(checked.data as unknown as RawManifest, path, () => fieldLocator(text, frontmatter));
}

const OTHER_FORMAT: ParsedManifest = { kind: 'other' };

/** Whether a block that is not valid YAML claims to be a workspace manifest. */
function claimsSchema(block: string): boolean {
  return /^[ \t]*["']?schema["']?[ \t]*:[ \t]*["']?knowledge\.workspace\/v1\b/m.test(block);
}

/** What such a block extends: the wiki that must report it. */
function parentInText(block: string): string | undefined {
  const line = /^extends[ \t]*:(.*)$/m.exec(block) ?? /^[ \t]*["']?\w+["']?[ \t]*:(.*KNOWLEDGE\.md.*)$/m.exec(block);
  const written = line?.[1]?.split(' #', 1)[0]?.trim();
  return written?.replace(/^(["'])(.*)\1$/, '$2');
}

/** What an invalid manifest extends, also where it misspells the field. */
function parentInData(data: JsonObject): string | undefined {
  if (typeof data.extends === 'string') return data.extends;
  return Object.values(data).find((value) => typeof value === 'string' && value.endsWith('/KNOWLEDGE.md')) as
    string | undefined;
}

function asManifestProblem(path: string) {
  return (problem: Frontmatter['problems'][number]): ManifestProblem => ({
    path,
    field: '',
    message: problem.message,
    line: problem.line,
    column: problem.column,
  });
}

function schemaMissing(text: string, path: string, frontmatter: Frontmatter): ParsedManifest {
  const problem: ManifestProblem = {
    path,
    field: 'schema',
    ...fieldLocator(text, frontmatter)(['schema']),
    message: `This field is empty. Use ${DOCTYPE}.`,
  };
  return { kind: 'invalid', error: manifestError('schema_missing', path, [problem]), problems: [problem] };
}

function invalid(path: string, problems: readonly ManifestProblem[], parent?: string): ParsedManifest {
  const result = {
    kind: 'invalid',
    error: manifestError('knowledge_workspace_invalid', path, problems),
    problems,
  } as const;
  return parent === undefined ? result : { ...result, extends: parent };
}

function manifestError(
  code: 'knowledge_workspace_invalid' | 'schema_missing',
  path: string,
  problems: readonly ManifestProblem[],
): WikiError {
  const [first, ...others] = problems;
  const more = others.length > 0 ? ` (${plural(others.length, 'more problem')})` : '';
  return new WikiError(code, `${path} is not valid. ${first === undefined ? '' : withField(first)}${more}`, {
    path,
    ...(first === undefined ? {} : { line: first.line, column: first.column }),
    others: others.map((problem) => ({ line: problem.line, message: withField(problem) })),
    remedy: 'Correct the field in the frontmatter of this file.',
  });
}

function withField({ field, message }: ManifestProblem): string {
  return field === '' ? message : `${field}: ${message}`;
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** At most one problem for each field, in the order of the file. */
function problemsOf(
  issues: readonly Issue[],
  data: JsonValue,
  text: string,
  path: string,
  frontmatter: Frontmatter,
): readonly ManifestProblem[] {
  const placeOf = fieldLocator(text, frontmatter);
  const byField = new Map<string, ManifestProblem>();
  const add = (steps: readonly PathStep[], message: string): void => {
    const field = fieldPath(steps);
    if (!byField.has(field)) byField.set(field, { path, field, message, ...placeOf(steps) });
  };
  for (const issue of issues) {
    const steps = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys ?? []) add([...steps, key], unknownField(key, steps));
    } else {
      add(steps, `${describe(valueAt(data, steps))} Use ${issue.message}.`);
    }
  }
  return [...byField.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

function unknownField(key: string, steps: readonly PathStep[]): string {
  const known = fieldsAt(steps);
  const [meant] = suggest(key, known, 1);
  const advice = meant === undefined ? `The fields are ${known.join(', ')}.` : `Did you mean ${quote(meant)}?`;
  return `There is no field ${quote(key)}. ${advice}`;
}

function fieldsAt(steps: readonly PathStep[]): readonly string[] {
  switch (steps[0]) {
    case undefined:
      return Object.keys(manifestSchema().shape);
    case 'entityTypes':
      return Object.keys(entityTypeSchema().shape);
    case 'lints':
      return Object.keys(lintSchema().shape);
    case 'sources':
    case 'curation':
    case 'queryHints':
    case 'display':
      return Object.keys(manifestSchema().shape[steps[0]].def.innerType.shape);
    default:
      return [];
  }
}

function valueAt(data: JsonValue, steps: readonly PathStep[]): unknown {
  let at: unknown = data;
  for (const step of steps)
    at = isMapping(at) || Array.isArray(at) ? (at as Record<PathStep, unknown>)[step] : undefined;
  return at;
}

function describe(value: unknown): string {
  if (value === undefined) return 'This field is missing.';
  if (value === null || value === '') return 'This field is empty.';
  if (typeof value === 'string') return `${quote(value)} is not valid.`;
  if (typeof value === 'object')
    return Array.isArray(value) ? 'This list is not valid.' : 'A mapping is not valid here.';
  return `${JSON.stringify(value)} is not valid.`;
}

function quote(text: string): string {
  return `"${clip(text, 60)}"`;
}

/** A manifest as written: what the schema accepts, without defaults. */
type RawManifest = Omit<Partial<Manifest>, 'entityTypes' | 'lints'> &
  Pick<Manifest, 'schema' | 'name' | 'title' | 'description' | 'version'> & {
    readonly entityTypes?: readonly (Omit<EntityType, 'fields'> & Partial<Pick<EntityType, 'fields'>>)[];
    readonly lints?: readonly (Omit<LintSetting, 'params'> & Partial<Pick<LintSetting, 'params'>>)[];
  };

/** Adds the defaults, and keeps the last of entries with the same name. */
function withDefaults(
  written: RawManifest,
  path: string,
  places: () => ReturnType<typeof fieldLocator>,
): ParsedManifest {
  const problems: ManifestProblem[] = [];
  const unique = <Item>(items: readonly Item[], field: string, key: string, name: (item: Item) => string) => {
    const byName = new Map<string, Item>();
    items.forEach((item, at) => {
      if (byName.has(name(item))) {
        const steps = [field, at, key];
        const message = `${quote(name(item))} occurs twice, and the last one counts. Use each ${key} only once.`;
        problems.push({ path, field: fieldPath(steps), message, ...places()(steps) });
      }
      byName.set(name(item), item);
    });
    return [...byName.values()];
  };
  const manifest: Manifest = {
    ...written,
    entityTypes: unique(written.entityTypes ?? [], 'entityTypes', 'name', (type) => type.name).map((type) => ({
      ...type,
      fields: [...new Set(type.fields ?? [])],
    })),
    lints: unique(written.lints ?? [], 'lints', 'id', (lint) => lint.id).map((lint) => ({
      ...lint,
      params: lint.params ?? emptyObject(),
    })),
    sources: written.sources ?? {},
    curation: written.curation ?? {},
    queryHints: written.queryHints ?? {},
    display: written.display ?? {},
    metadata: written.metadata ?? emptyObject(),
  };
  return { kind: 'manifest', manifest, problems };
}
