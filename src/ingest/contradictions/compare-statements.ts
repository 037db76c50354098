import { type Source } from '../../wiki';
import { tokenize } from '../extractive/tokenizer';
import { compareValues, type Relation } from './compare-values';
import { differencesBetween, haveOtherHeads, readWording, type ReadWording } from './differences';
import { resolveByPolicy, type ConflictPolicy, type Resolution } from './policy';
import { findValues, type StatedValue } from './stated-values';
import { keepLatest } from './keep-latest';
import { wordClass } from './word-classes';
import { rootOf } from './wording';

/** A sentence that a page, or another sentence of the wiki, already says. */
export interface KnownSentence {
  readonly text: string;
  /** `null` for a sentence that cites no source. */
  readonly source: Source | null;
  /** The sentence that it continues, if any. */
  readonly before: string | null;
}

/** A sentence of the source that is being read, and the sentence before it if it continues that one. */
export interface NewSentence<Sentence> {
  readonly sentence: Sentence;
  readonly before: string | null;
}

/** Two statements about one attribute of a subject that cannot both be true. */
export interface Conflict<Known, Sentence> {
  readonly attribute: string;
  readonly existing: Known;
  readonly sentence: Sentence;
  /** How the manifest's policy decides it; `null` when both statements stay. */
  readonly resolution: Resolution;
}

/** A value that changed with the years: noted, not flagged. */
export interface ChangedValue<Known, Sentence> {
  readonly attribute: string;
  readonly existing: Known;
  readonly sentence: Sentence;
}

export interface Comparison<Known, Sentence> {
  readonly conflicts: readonly Conflict<Known, Sentence>[];
  readonly changed: readonly ChangedValue<Known, Sentence>[];
}

interface Read {
  readonly values: readonly StatedValue[];
  readonly wording: ReadWording | null;
  readonly year: number | null;
}

interface Related<Known> {
  readonly attribute: string;
  readonly known: Known;
  readonly relation: Relation;
}

/**
 * Compares what a source says about a subject with what is said of it already: numbers, dates, holders of offices and states. Reports
 * one conflict an attribute, the first in the order of the known sentences. Source: AIP-10, ingest contract, 6.
 *
 * @param names all spellings of the subject
 */
export function compareStatements<Known extends KnownSentence, Sentence extends { readonly text: string }>(
  known: readonly Known[],
  sentences: readonly NewSentence<Sentence>[],
  names: readonly string[],
  policy: ConflictPolicy,
): Comparison<Known, Sentence> {
  const conflicts: Conflict<Known, Sentence>[] = [];
  const changed: ChangedValue<Known, Sentence>[] = [];
  if (known.length === 0) return { conflicts, changed };
  const subject = new Set(names.flatMap((name) => tokenize(name).map(({ key }) => rootOf(key))));
  const index = new Map<string, { readonly each: Known; readonly read: Read }[]>();
  for (const each of known) {
    const date = each.source === null ? null : policy.dateOf(each.source);
    const read = readSentence(each, each.before, names, yearOf(each.source, date));
    for (const key of keysOf(read)) index.set(key, [...(index.get(key) ?? []), { each, read }]);
  }
  const year = yearOf(policy.source, policy.date);
  for (const { sentence, before } of sentences) {
    const read = readSentence(sentence, before, names, year);
    const rivals = new Set(keysOf(read).flatMap((key) => index.get(key) ?? []));
    const related = [...rivals].flatMap(({ each, read: other }) =>
      each.text === sentence.text
        ? []
        : relationsOf(other, read, subject).map((relation) => ({ ...relation, known: each })),
    );
    for (const attribute of new Set(related.map((each) => each.attribute))) {
      if (conflicts.some((other) => other.attribute === attribute)) continue;
      const about = related.filter((each) => each.attribute === attribute);
      const conflict = toConflict(about, policy);
      const older = about.find(({ relation }) => relation === 'changed');
      if (conflict !== null) conflicts.push({ ...conflict, sentence });
      else if (older !== undefined && !changed.some((other) => other.attribute === attribute))
        changed.push({ attribute, existing: older.known, sentence });
    }
  }
  return { conflicts, changed };
}

/** What is estimated, meant or wished gives no value. */
const NO_VALUE =
  /\b(?:we estimate|estimates? (?:the|its|their)|would|should|planned|is expected|aims? to|hopes? to|proposed)\b/i;

/** What a sentence says depends on its text only. */
const wordingOf = keepLatest(readWording);
const valuesOf = keepLatest((key: string): readonly StatedValue[] => {
  const [text, before, names] = JSON.parse(key) as [string, string | null, readonly string[]];
  return NO_VALUE.test(text) ? [] : findValuesInContext(text, before, names);
});
function readSentence(
  sentence: { readonly text: string },
  before: string | null,
  names: readonly string[],
  year: number | null,
): Read {
  const wording = wordingOf(withSubject(sentence.text, before));
  return { values: valuesOf(JSON.stringify([sentence.text, before, names])), wording, year };
}

/** What a sentence is about, before its verb. */
const SUBJECT = /^((?:(?:The|An?)\s)?[^,;:.]{2,60}?)\s(?:is|was|are|were|has|had|have|stands|stood|lies)\s/u;

/** "It was designed by Braid" after "The viaduct has nine arches" tells who designed the viaduct. */
function withSubject(text: string, before: string | null): string {
  const subject = SUBJECT.exec(before ?? '')?.[1];
  return subject === undefined || LEADING_PRONOUN.test(`${subject} `)
    ? text
    : text.replace(/^(?:It|They)\s/, `${subject} `);
}

/** Only sentences that share one of these can disagree. */
function keysOf({ values, wording }: Read): readonly string[] {
  const found = values.map(({ attribute }) => `value ${attribute.name}`);
  if (wording === null) return found;
  return [
    ...found,
    ...wording.quantities.map(({ of }) => `of ${of}`),
    ...(wording.dates.length > 0 ? ['date'] : []),
    ...wording.holders.map(({ role }) => `role ${role}`),
    ...wording.words.map((word) => `class ${wordClass(word) ?? ''}`),
  ];
}

/** How two sentences stand to each other: by the attributes of the subject, else by their words. */
function relationsOf(
  known: Read,
  read: Read,
  subject: ReadonlySet<string>,
): readonly { readonly attribute: string; readonly relation: Relation }[] {
  const years = [known.year, read.year] as const;
  const isOfOthers =
    known.wording !== null && read.wording !== null && haveOtherHeads(known.wording, read.wording, subject);
  const found = (isOfOthers ? [] : known.values).flatMap((value) =>
    read.values.flatMap((other) => {
      const relation = compareValues(value, other, years);
      return relation === 'unrelated' ? [] : [{ attribute: value.attribute.name, relation }];
    }),
  );
  if (found.length > 0 || known.wording === null || read.wording === null) return found;
  return differencesBetween(known.wording, read.wording, subject, years);
}

function toConflict<Known extends KnownSentence>(
  related: readonly Related<Known>[],
  policy: ConflictPolicy,
): { readonly attribute: string; readonly existing: Known; readonly resolution: Resolution } | null {
  const opponents = related.filter(({ relation }) => relation === 'conflict').map(({ known }) => known);
  const against = opponents.find((each) => isCurrent(each, policy)) ?? opponents[0];
  const [first] = related;
  if (against === undefined || first === undefined) return null;
  const allies = related.filter(({ relation }) => relation === 'agree').map(({ known }) => known);
  const agreeing = countSources(allies, policy, policy.source);
  const opposing = countSources(opponents, policy);
  return {
    attribute: first.attribute,
    existing: against,
    resolution: resolveByPolicy(against, policy, agreeing, opposing),
  };
}

const isCurrent = ({ source }: Pick<KnownSentence, 'source'>, policy: ConflictPolicy): boolean =>
  source === null || !policy.isSuperseded(source);

/** The number of sources that make statements, each once. A page's own sentences have none, and superseded sources do not count. */
function countSources(
  statements: readonly KnownSentence[],
  policy: ConflictPolicy,
  ...more: readonly Source[]
): number {
  const sources = [...statements.flatMap(({ source }) => source ?? []), ...more];
  return new Set(sources.filter((source) => isCurrent({ source }, policy)).map(({ path }) => path)).size;
}

/** The year of a source: from its date, or from its file name (`1862-annual-message`). */
export function yearOf(source: Source | null, date: string | null): number | null {
  const text =
    date?.slice(0, 4) ?? /(?:^|[^\d])(1[5-9]\d\d|20\d\d)(?!\d)/.exec(source?.path.replace(/^.*\//, '') ?? '')?.[1];
  return text === undefined || !/^\d{4}$/.test(text) ? null : Number(text);
}

const LEADING_PRONOUN = /^(it|its|he|she|they)\s/i;

/**
 * Finds the values that a sentence states for a subject. `It was taken out in 1983` counts when the sentence before starts
 * with the subject.
 *
 * @param before the sentence that it continues
 */
function findValuesInContext(
  sentence: string,
  before: string | null,
  names: readonly string[],
): readonly StatedValue[] {
  const leading = LEADING_PRONOUN.exec(sentence)?.[1];
  if (leading === undefined || before === null || !startsWithName(before, names)) return findValues(sentence, names);
  return findValues(sentence, [...names, leading]);
}

function startsWithName(sentence: string, names: readonly string[]): boolean {
  const text = sentence.toLowerCase().replace(/^(?:the|an?)\s/, '');
  return names.some((name) => {
    const key = name.toLowerCase().replace(/^(?:the|an?)\s/, '');
    return text.startsWith(key) && !/^[\p{L}\p{N}-]/u.test(text.slice(key.length));
  });
}
