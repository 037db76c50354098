import { codeSpans, containsWord, isNegated, leadingTermOf, type LeadingTerm, type ProseLine } from './prose';
import { type DriftNote, type LintSetting, type Manifest, type Severity } from './types';

const LINT_KINDS = new Set(['require-source', 'max-age', 'min-confidence', 'broken-ref', 'orphan', 'custom']);
const LINT_SECTION = /\blint/;

/** Where `AGENTS.md` and the manifest disagree about lints. */
export function lintDrift(manifest: Manifest, lines: readonly ProseLine[]): readonly DriftNote[] {
  const prose = lines.filter((line) => !line.code);
  return [
    ...prose.flatMap((line) => statedDrift(line, manifest.lints)),
    ...prose.flatMap((line) => unnamedAgeDrift(line, manifest.lints)),
    ...listDrift(manifest.lints, prose),
  ];
}

/** A line that names one lint and gives a severity or a threshold. */
function statedDrift(line: ProseLine, lints: readonly LintSetting[]): readonly DriftNote[] {
  const [lint, ...others] = lints.filter(({ id }) => namesLint(line, id));
  if (lint === undefined || others.length > 0 || isNegated(line.text)) return [];
  const notes: DriftNote[] = [];
  const add = (property: string, found: string, expected: string): void => {
    const message = disagreement(lint.id, found, expected);
    notes.push({ line: line.number, field: `lints.${lint.id}.${property}`, expected, found, message });
  };
  // The id may contain the number (max-age-90) or the name of a severity.
  const rest = line.text.split(lint.id).join(' ');
  const severity = singleValue(severitiesIn(rest));
  if (severity !== undefined && severity !== lint.severity) add('severity', severity, lint.severity);
  const { days, min } = lint.params;
  if (lint.kind === 'max-age' && typeof days === 'number') {
    const found = singleValue(daysIn(rest));
    if (found !== undefined && found !== days) add('params.days', `${found} days`, `${days} days`);
  }
  if (lint.kind === 'min-confidence' && typeof min === 'number') {
    const found = singleValue(
      [...rest.matchAll(/(?:^|[^\w.])((?:0?\.\d+)|1\.0+)(?![\w.]*\d)/g)].map((match) => Number(match[1])),
    );
    if (found !== undefined && found !== min) add('params.min', String(found), String(min));
  }
  return notes;
}

/** An id that is an ordinary word (`orphan`) counts only where it is marked as a name. */
function namesLint(line: ProseLine, id: string): boolean {
  if (!containsWord(line.text, id)) return false;
  return /[-\d]/.test(id) || codeSpans(line.text).includes(id) || leadingTermOf(line)?.word === id;
}

/** "Older than 60 days", when the manifest has exactly one lint that this can mean. */
function unnamedAgeDrift(line: ProseLine, lints: readonly LintSetting[]): readonly DriftNote[] {
  const [lint, ...others] = lints.filter(({ kind }) => kind === 'max-age');
  if (lint === undefined || others.length > 0 || !LINT_SECTION.test(line.headingPath)) return [];
  if (lints.some(({ id }) => namesLint(line, id)) || isNegated(line.text)) return [];
  if (!/\b(?:stale|older|age|re-?confirm)/i.test(line.text)) return [];
  const { days } = lint.params;
  const found = singleValue(daysIn(line.text));
  if (found === undefined || typeof days !== 'number' || found === days) return [];
  const message = disagreement(lint.id, `${found} days`, `${days} days`);
  const field = `lints.${lint.id}.params.days`;
  return [{ line: line.number, field, expected: `${days} days`, found: `${found} days`, message }];
}

/** A list of lint ids that names one that does not exist, or leaves one out. */
function listDrift(lints: readonly LintSetting[], lines: readonly ProseLine[]): readonly DriftNote[] {
  const ids = lints.map(({ id }) => id);
  const leads = lines
    .filter((line) => LINT_SECTION.test(line.headingPath))
    .map(leadingTermOf)
    .filter((lead): lead is LeadingTerm => lead !== null && /^[a-z][a-z0-9-]*$/.test(lead.word));
  const listed = leads.filter(({ word }) => ids.includes(word));
  const [first] = listed;
  if (first === undefined) return [];
  const unknown = leads
    .filter(({ word, line }) => word.includes('-') && codeSpans(line.text)[0] === word)
    .filter(({ word, line }) => !ids.includes(word) && !LINT_KINDS.has(word) && !isNegated(line.text))
    .map(({ word, line }): DriftNote => {
      const expected = ids.join(', ');
      const message = `KNOWLEDGE.md has no lint ${word}. Its lints are ${expected}.`;
      return { line: line.number, field: 'lints', expected, found: word, message };
    });
  if (listed.length < 2 && ids.length > 2) return unknown;
  const whole = lines.map((line) => line.text).join('\n');
  const omitted = lints
    .filter(({ id, kind }) => !containsWord(whole, id) && !containsWord(whole, kind))
    .map(({ id }): DriftNote => {
      const message = `This list of lints leaves out ${id}, which KNOWLEDGE.md sets. Add it.`;
      return { line: first.line.number, field: `lints.${id}`, expected: id, message };
    });
  return [...unknown, ...omitted];
}

function disagreement(id: string, found: string, expected: string): string {
  return `KNOWLEDGE.md sets ${expected} for the lint ${id}; this line says ${found}. Make them agree.`;
}

const SEVERITY_WORDS: readonly (readonly [RegExp, Severity])[] = [
  [/\berrors?\b/i, 'error'],
  [/\bwarn(?:s|ings?)?\b/i, 'warn'],
  [/\binfo(?:rmational)?\b/i, 'info'],
];

function severitiesIn(text: string): readonly Severity[] {
  return SEVERITY_WORDS.filter(([word]) => word.test(text)).map(([, severity]) => severity);
}

function daysIn(text: string): readonly number[] {
  return [...text.matchAll(/\b(\d{1,6})[ -]days?\b/gi)].map((match) => Number(match[1]));
}

/** The only distinct item; `undefined` for none or several. */
function singleValue<Item>(items: readonly Item[]): Item | undefined {
  const distinct = new Set(items);
  return distinct.size === 1 ? items[0] : undefined;
}
