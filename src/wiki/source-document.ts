import { clip, isMapping } from '../base';
import { type Frontmatter } from '../markdown';
import { describeValue, fieldPosition, isText } from './field-values';
import { readTimestamp } from './time';
import { type SourceDocument, type SourceProblem } from './types';

/** Source: AIP-10 JSON Schema, `source.id`. */
export const SOURCE_ID_PATTERN = /^[a-z0-9][a-z0-9-]{1,95}$/;
const HASH_PATTERN = /^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128}|blake3:[0-9a-f]{64})$/i;

/** What is wrong with the value of a field, as the rest of a sentence that begins "Use"; `null` if nothing is. */
type FieldCheck = (value: unknown, path: string) => string | null;

const matches =
  (pattern: RegExp, expected: string): FieldCheck =>
  (value) =>
    isText(value) && pattern.test(value) ? null : expected;
const isTextUpTo =
  (length: number): FieldCheck =>
  (value) =>
    isText(value) && value.trim() !== '' && Array.from(value).length <= length
      ? null
      : `text of at most ${length} characters`;

const CHECKS: ReadonlyMap<string, FieldCheck> = new Map([
  ['schema', () => null],
  ['id', matches(SOURCE_ID_PATTERN, 'an id in kebab-case such as "2026-04-27-investor-call"')],
  ['path', (value, path) => (value === path ? null : `"${path}", the path of this file`)],
  ['title', isTextUpTo(200)],
  [
    'captured_at',
    (value) => (readTimestamp(value) === null ? 'an ISO 8601 time such as "2026-04-27T15:00:00Z"' : null),
  ],
  ['content_hash', matches(HASH_PATTERN, '"sha256:", "sha512:" or "blake3:" and the hash in hex')],
  ['captured_by', isTextUpTo(200)],
  ['authority', (value) => (isAuthority(value) ? null : '"primary", "secondary" or "rumour"')],
  ['language', matches(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'a language such as "en" or "en-GB"')],
  ['superseded_by', matches(SOURCE_ID_PATTERN, 'the id of the source that replaces it')],
  [
    'tags',
    (value) =>
      Array.isArray(value) && value.every((tag) => isText(tag) && /^[a-z][a-z0-9-]*$/.test(tag))
        ? null
        : 'a list of tags in kebab-case',
  ],
  ['metadata', (value) => (isMapping(value) ? null : 'a mapping with one key per vendor')],
]);
const REQUIRED = ['id', 'path', 'title', 'captured_at', 'content_hash'] as const;

/**
 * Checks the frontmatter of a `knowledge.source/v1` document. Whether the hash and `superseded_by` are true takes the whole
 * wiki; lint checks that. Source: AIP-10 JSON Schema, `source`.
 */
export function readSourceDocument(path: string, text: string, frontmatter: Frontmatter): SourceDocument {
  const { data } = frontmatter;
  const problems: SourceProblem[] = [];
  const report = (field: string, message: string): void =>
    void problems.push({ field, message, ...fieldPosition(text, frontmatter, field) });
  for (const field of REQUIRED) {
    if (!Object.hasOwn(data, field)) report(field, `The source has no \`${field}\`. Add it.`);
  }
  for (const [field, value] of Object.entries(data)) {
    const check = CHECKS.get(field);
    if (check === undefined) {
      report(field, `A source has no field "${clip(field, 60)}". Move it under \`metadata\`.`);
      continue;
    }
    const expected = check(value, path);
    if (expected !== null) report(field, `\`${field}\` is ${describeValue(value)}. Use ${expected}.`);
  }
  const { id, content_hash: hash } = data;
  return {
    path,
    id: isText(id) && SOURCE_ID_PATTERN.test(id) ? id : null,
    contentHash: isText(hash) && HASH_PATTERN.test(hash) ? hash.toLowerCase() : null,
    problems,
  };
}

export function isAuthority(value: unknown): value is 'primary' | 'secondary' | 'rumour' {
  return value === 'primary' || value === 'secondary' || value === 'rumour';
}
