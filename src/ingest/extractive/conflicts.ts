import { compareDates, type Source } from '../../wiki';
import { type Authority, type ConflictResolution } from '../../workspace';
import { type StatedValue } from './stated-values';
import { findValuesInContext, type PageSentence } from './page-sentences';
import { type Sentence } from './parse-source';
import { compareValues } from './compare-values';

/** A statement that a page already makes. */
export interface Statement extends PageSentence {
  readonly value: StatedValue;
}

/** Two statements about one attribute of a subject that cannot both be true. */
export interface Conflict {
  readonly attribute: string;
  readonly existing: Statement;
  readonly sentence: Sentence;
  /** How the manifest's policy decides it; `null` when both statements stay. */
  readonly resolution: { readonly by: ConflictResolution | 'superseded_by'; readonly keeps: 'old' | 'new' } | null;
}

export interface Comparison {
  readonly conflicts: readonly Conflict[];
  /** Numbers for different years: noted, not flagged. */
  readonly changed: readonly { readonly attribute: string }[];
}

/** Finds the statements of a page about a subject. */
export function findStatements(page: readonly PageSentence[], names: readonly string[]): readonly Statement[] {
  return page.flatMap((sentence) =>
    findValuesInContext(sentence.text, sentence.before, names).map((value) => ({ ...sentence, value })),
  );
}

/** A sentence of the source about a subject, and the sentence before it if it continues that one. */
export interface SourceStatement {
  readonly sentence: Sentence;
  readonly before: string | null;
}

const AUTHORITY_RANKS: Readonly<Record<Authority, number>> = { primary: 2, secondary: 1, rumour: 0 };

export interface ConflictPolicy {
  readonly resolution: ConflictResolution;
  /** ISO date of a source, `null` when unknown. */
  dateOf(source: Source): string | null;
  readonly source: Source;
  readonly date: string | null;
  /** Whether another source replaces this one. */
  isSuperseded(source: Source): boolean;
}

/**
 * Compares what a source says about a subject with what its page says. Reports one conflict per attribute, the first in
 * page order. Source: AIP-10, ingest contract, 6.
 */
export function compareStatements(
  statements: readonly Statement[],
  sentences: readonly SourceStatement[],
  names: readonly string[],
  policy: ConflictPolicy,
): Comparison {
  const conflicts: Conflict[] = [];
  const changed: { attribute: string }[] = [];
  if (statements.length === 0) return { conflicts, changed };
  for (const { sentence, before } of sentences) {
    for (const claim of findValuesInContext(sentence.text, before, names)) {
      const attribute = claim.attribute.name;
      if (conflicts.some((known) => known.attribute === attribute)) continue;
      const year = yearOf(policy.source, policy.date);
      const related = statements.map((statement) => ({
        statement,
        relation: compareValues(statement.value, claim, [
          yearOf(statement.source, statement.source === null ? null : policy.dateOf(statement.source)),
          year,
        ]),
      }));
      const opponents = related.filter(({ relation }) => relation === 'conflict').map(({ statement }) => statement);
      const against = opponents.find((each) => isCurrent(each, policy)) ?? opponents[0];
      if (against !== undefined) {
        const allies = related.filter(({ relation }) => relation === 'agree').map(({ statement }) => statement);
        const agreeing = countSources(allies, policy, policy.source);
        const opposing = countSources(opponents, policy);
        conflicts.push({
          attribute,
          existing: against,
          sentence,
          resolution: resolveByPolicy(against, policy, agreeing, opposing),
        });
      } else if (
        related.some(({ relation }) => relation === 'changed') &&
        !changed.some((known) => known.attribute === attribute)
      ) {
        changed.push({ attribute });
      }
    }
  }
  return { conflicts, changed };
}

const isCurrent = ({ source }: Pick<Statement, 'source'>, policy: ConflictPolicy): boolean =>
  source === null || !policy.isSuperseded(source);

/** The number of sources that make statements, each once. A page's own sentences have none, and superseded sources do not count. */
function countSources(statements: readonly Statement[], policy: ConflictPolicy, ...more: readonly Source[]): number {
  const sources = [...statements.flatMap(({ source }) => source ?? []), ...more];
  return new Set(sources.filter((source) => isCurrent({ source }, policy)).map(({ path }) => path)).size;
}

/**
 * Decides by policy which of two statements to keep, from facts about their sources alone; `null` when both stay. Under every
 * policy, a superseded source loses against one that is not.
 *
 * @param agreeing the number of sources that say the same as the new one, itself included
 * @param opposing the number of sources that say the same as the old statement
 */
export function resolveByPolicy(
  old: Pick<Statement, 'source'>,
  policy: ConflictPolicy,
  agreeing: number,
  opposing: number,
): Conflict['resolution'] {
  const { resolution } = policy;
  const isOldGone = old.source !== null && policy.isSuperseded(old.source);
  const isNewGone = policy.isSuperseded(policy.source);
  if (isOldGone !== isNewGone) return { by: 'superseded_by', keeps: isOldGone ? 'new' : 'old' };
  const by = (difference: number): Conflict['resolution'] =>
    difference === 0 ? null : { by: resolution, keeps: difference > 0 ? 'new' : 'old' };
  // A sentence that names no source is a person's, and no rule decides against that.
  if (old.source === null && opposing === 0) return null;
  if (resolution === 'observation-count') return by(agreeing - opposing);
  if (old.source === null) return null;
  if (resolution === 'authority')
    return by(AUTHORITY_RANKS[policy.source.authority] - AUTHORITY_RANKS[old.source.authority]);
  if (resolution !== 'recency') return null;
  const before = policy.dateOf(old.source);
  if (before === null || policy.date === null) return null;
  return by(compareDates(policy.date, before));
}

/** The year of a source: from its date, or from its file name (`1862-annual-message`). */
function yearOf(source: Source | null, date: string | null): number | null {
  const text =
    date?.slice(0, 4) ?? /(?:^|[^\d])(1[5-9]\d\d|20\d\d)(?!\d)/.exec(source?.path.replace(/^.*\//, '') ?? '')?.[1];
  return text === undefined || !/^\d{4}$/.test(text) ? null : Number(text);
}
