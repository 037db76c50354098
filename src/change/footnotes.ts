import { eolOf, readStatements } from '../markdown';
import { parseNote } from '../wiki';
import { type FootnoteText, type Hunk } from './types';

const REFERENCE = /\[\^([^\s[\]]+)\](?!:)/g;

/**
 * Completes the footnotes of a page after hunks: adds the definitions that the accepted hunks need at the end of the page, and
 * removes those that name a source and have lost their last reference. A person's footnotes stay.
 *
 * @param base the page before the hunks
 * @param text the page after them
 */
export function settleFootnotes(base: string, text: string, hunks: readonly Pick<Hunk, 'footnotes'>[]): string {
  const offered = hunks.flatMap(({ footnotes }) => footnotes ?? []);
  if (!hunks.some(({ footnotes }) => footnotes !== undefined)) return text;
  const used = referencesIn(text);
  const before = referencesIn(base);
  const { definitions } = readStatements(text);
  const unused = definitions.filter(
    (definition) => !used.has(definition.label) && before.has(definition.label) && parseNote(definition) !== null,
  );
  let result = text;
  for (const { start, end } of [...unused].reverse()) result = removeLine(result, start, end);
  const defined = new Set(definitions.map(({ label }) => label));
  const missing = new Map<string, FootnoteText>();
  for (const each of offered) {
    if (used.has(each.label) && !defined.has(each.label) && !missing.has(each.label)) missing.set(each.label, each);
  }
  return appendDefinitions(result, [...missing.values()], definitions.length > unused.length);
}

function referencesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(REFERENCE)].map(([, label]) => label ?? ''));
}

function removeLine(text: string, start: number, end: number): string {
  const next = text.indexOf('\n', end);
  return next === -1 ? text.slice(0, start).replace(/\r?\n$/, '') : text.slice(0, start) + text.slice(next + 1);
}

/** @param continues whether the page already ends with definitions, so that no blank line is needed */
function appendDefinitions(text: string, notes: readonly FootnoteText[], continues: boolean): string {
  if (notes.length === 0) return text;
  const eol = eolOf(text);
  const lines = notes.map(({ label, content }) => `[^${label}]: ${content}`).join(eol);
  const body = text.trimEnd();
  const endsWithDefinition = continues && /(?:^|\n)\[\^[^\s[\]]+\]:[^\n]*$/.test(body);
  return `${body}${eol}${endsWithDefinition ? '' : eol}${lines}${eol}`;
}
