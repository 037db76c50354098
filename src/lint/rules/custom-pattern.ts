import { type JsonObject, type JsonValue } from '../../base';
import { createLineIndex } from '../../markdown';
import { compilePattern, type Pattern } from '../pattern/pattern';
import { FILE_START, type Report, type PageFacts, type PageRule, type RuleSetting } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10 JSON Schema, `lints[].kind` (`custom`). */
export const customPattern: PageRule = {
  id: 'custom-pattern',
  kind: 'custom',
  scope: 'page',
  curatedOnly: true,
  optIn: true,
  code: 'living-wiki:custom_lint',
  title: 'Custom pattern',
  what: 'A lint of kind `custom` with `params.pattern`: a regular expression that must, or must not, occur in the pages it applies to. It is matched line by line, in time that grows with the length of the text and nothing else; look-around and back references are therefore not understood.',
  why: 'It is the house style as a check: words to avoid, a section that every page of a kind has, a form of dates.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  params: {
    pattern: 'A regular expression of at most 500 characters.',
    flags: '`i` to ignore case. `u` is always on.',
    mode: '`must-not` (default) or `must`.',
    in: '`body` (default), `frontmatter` or `title`.',
    message: 'What to say instead of the default message.',
  },
  examples: [
    {
      name: 'A word to avoid, and a section that concepts must have',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: no-todo\n    kind: custom\n    appliesTo: "*"\n    severity: warn\n    params:\n      pattern: "\\\\bTODO\\\\b"\n  - id: has-limits\n    kind: custom\n    appliesTo: Concept\n    severity: info\n    params:\n      pattern: "^## Limits$"\n      mode: must\n---\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1. TODO: check.\n',
      },
      finds: ['concepts/a.md:1', 'concepts/a.md:10'],
    },
  ],
  checkParams(params) {
    const { mode = 'must-not', message = '' } = params;
    if (mode !== 'must' && mode !== 'must-not') return 'Unexpected params.mode, expected "must" or "must-not"';
    if (placeOf(params) === null) {
      return 'Unexpected params.in, expected "body", "frontmatter" or "title"';
    }
    if (typeof message !== 'string') return 'Unexpected params.message, expected a text';
    const pattern = patternOf(params);
    return 'problem' in pattern ? pattern.problem : null;
  },
  async check(facts, setting) {
    const pattern = patternOf(setting.params);
    if ('problem' in pattern) return [];
    const occurrences = await findIn(facts, placeOf(setting.params) ?? 'body', pattern);
    return setting.params.mode === 'must'
      ? reportMissing(setting, occurrences)
      : reportOccurrences(setting, occurrences);
  },
};

const SEARCHED_PLACES = ['body', 'frontmatter', 'title'] as const;
type SearchedPlace = (typeof SEARCHED_PLACES)[number];

function placeOf({ in: where = 'body' }: JsonObject): SearchedPlace | null {
  return SEARCHED_PLACES.find((place) => place === where) ?? null;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

interface Occurrence {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** At most this many occurrences of one pattern are reported for one page. */
const MAX_REPORTED = 20;

const compiledPatterns = new WeakMap<JsonObject, ReturnType<typeof compilePattern>>();

function patternOf(params: JsonObject): ReturnType<typeof compilePattern> {
  let known = compiledPatterns.get(params);
  if (known === undefined) {
    const { pattern, flags = '' } = params;
    known =
      typeof pattern === 'string' && typeof flags === 'string'
        ? compilePattern(pattern, flags)
        : { problem: 'Unexpected params.pattern, expected a regular expression' };
    compiledPatterns.set(params, known);
  }
  return known;
}

async function findIn(facts: PageFacts, where: SearchedPlace, pattern: Pattern): Promise<readonly Occurrence[]> {
  const { page } = facts;
  if (where === 'title') {
    return pattern.find(page.title, 1).map(({ text }) => ({ line: 1, column: 1, text }));
  }
  const whole = await facts.text();
  const [from, to] = where === 'body' ? [page.bodyStart, whole.length] : [0, page.bodyStart];
  const places = createLineIndex(whole);
  return pattern
    .find(whole.slice(from, to), MAX_REPORTED)
    .map(({ start: at, text }) => ({ ...places.placeAt(from + at), text }));
}

function reportMissing({ id, params }: RuleSetting, occurrences: readonly Occurrence[]): readonly Report[] {
  if (occurrences.length > 0) return [];
  const message = messageOr(
    params,
    `Unexpected page without a match of ${quote(textOf(params.pattern))}, expected one`,
  );
  return [{ at: FILE_START, message, key: `${id}: missing` }];
}

function reportOccurrences({ id, params }: RuleSetting, occurrences: readonly Occurrence[]): readonly Report[] {
  return occurrences.map(({ line, column, text }) => ({
    at: { line, column },
    message: messageOr(
      params,
      `Unexpected ${quote(text)}, expected nothing that matches ${quote(textOf(params.pattern))}`,
    ),
    key: `${id}: ${text}`,
  }));
}

function messageOr({ message }: JsonObject, otherwise: string): string {
  return typeof message === 'string' && message !== '' ? message : otherwise;
}
