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
  severity: 'warn',
  fixedBy: 'nothing',
  checkParams(params) {
    const { mode = 'must-not', message = '' } = params;
    if (mode !== 'must' && mode !== 'must-not') return '`params.mode` must be "must" or "must-not".';
    if (placeOf(params) === null) return '`params.in` must be "body", "frontmatter" or "title".';
    if (typeof message !== 'string') return '`params.message` must be text.';
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

/** The maximum number of reports for one pattern on one page. */
const MAX_REPORTED = 20;

const compiledPatterns = new WeakMap<JsonObject, ReturnType<typeof compilePattern>>();

function patternOf(params: JsonObject): ReturnType<typeof compilePattern> {
  let compiled = compiledPatterns.get(params);
  if (compiled === undefined) {
    const { pattern, flags = '' } = params;
    compiled =
      typeof pattern === 'string' && typeof flags === 'string'
        ? compilePattern(pattern, flags)
        : { problem: '`params.pattern` must be a regular expression.' };
    compiledPatterns.set(params, compiled);
  }
  return compiled;
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
    `The lint ${quote(id)} requires a match of ${quote(textOf(params.pattern))}, and there is none. Add one.`,
  );
  return [{ at: FILE_START, message, key: `${id}: missing` }];
}

function reportOccurrences({ id, params }: RuleSetting, occurrences: readonly Occurrence[]): readonly Report[] {
  return occurrences.map(({ line, column, text }) => ({
    at: { line, column },
    message: messageOr(
      params,
      `The lint ${quote(id)} forbids ${quote(text)}, which matches ${quote(textOf(params.pattern))}. Reword it.`,
    ),
    key: `${id}: ${text}`,
  }));
}

function messageOr({ message }: JsonObject, otherwise: string): string {
  return typeof message === 'string' && message !== '' ? message : otherwise;
}
