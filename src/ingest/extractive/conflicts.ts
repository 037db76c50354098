import { plainText, splitSentences } from '../../markdown';
import type { Snapshot, Source } from '../../wiki';
import type { Authority, ConflictResolution } from '../../workspace';
import { claimsAbout, type Claim } from './claims';
import { quotesIn } from './quote';
import type { Sentence } from './read';
import { relate } from './relate';

/** A statement that stands on a page already. */
export interface Statement {
  readonly claim: Claim;
  /** What the page shows, for a callout: a quotation with its source, or the page's own sentence. */
  readonly markdown: string;
  readonly shown: string;
  /** `null` for a sentence of the page itself that cites no source. */
  readonly source: Source | null;
}

/** Two statements about one attribute of one subject that cannot both hold. */
export interface Conflict {
  readonly attribute: string;
  readonly old: Statement;
  readonly sentence: Sentence;
  /** How the manifest's policy settles it, in words; `null` when both stay. */
  readonly settled: { readonly by: ConflictResolution; readonly stands: 'old' | 'new' } | null;
}

export interface Comparison {
  readonly conflicts: readonly Conflict[];
  /** Figures of different years: noted, not flagged. */
  readonly changed: readonly { readonly attribute: string }[];
}

/** What a page's text states about its subject: its quotations, and the sentences of its own prose. */
export function statementsOn(
  text: string,
  names: readonly string[],
  snapshot: Snapshot,
  current: string,
): readonly Statement[] {
  const found: Statement[] = [];
  const seen = new Set<string>();
  const add = (shown: string, markdown: string, source: Source | null): void => {
    if (seen.has(shown) || source?.path === current) return;
    seen.add(shown);
    for (const claim of claimsAbout(shown, names)) found.push({ claim, markdown, shown, source });
  };
  for (const quote of quotesIn(text)) add(quote.shown, quote.markdown, snapshot.source(quote.sourceId) ?? null);
  const own = text
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n');
  for (const line of plainText(own).split('\n')) {
    for (const { start, end } of splitSentences(line)) {
      const sentence = line.slice(start, end);
      add(sentence, '', citedIn(own, sentence, snapshot));
    }
  }
  return found;
}

/** The source that a sentence of a page's prose cites at its end, when its line cites just one. */
function citedIn(text: string, sentence: string, snapshot: Snapshot): Source | null {
  const line = text.split('\n').find((candidate) => candidate.includes(sentence.slice(0, 40)));
  const ids = [...(line ?? '').matchAll(/\[([a-z0-9][a-z0-9-]{1,95})\]/g)].map((match) => match[1] ?? '');
  return ids.length === 1 ? (snapshot.source(ids[0] ?? '') ?? null) : null;
}

const ranks: Readonly<Record<Authority, number>> = { primary: 2, secondary: 1, rumour: 0 };

export interface Policy {
  readonly resolution: ConflictResolution;
  /** ISO date of a source, `null` when unknown. */
  dateOf(source: Source): string | null;
  readonly source: Source;
  readonly date: string | null;
}

/**
 * Compares what a source says of a subject with what its page says already. One finding an attribute, the first in the
 * order of the page. Source: AIP-10, ingest contract, 6; design, "Ingest, step by step", 3.
 */
export function compare(
  statements: readonly Statement[],
  sentences: readonly Sentence[],
  names: readonly string[],
  policy: Policy,
): Comparison {
  const conflicts: Conflict[] = [];
  const changed: { attribute: string }[] = [];
  if (statements.length === 0) return { conflicts, changed };
  for (const sentence of sentences) {
    for (const claim of claimsAbout(sentence.text, names)) {
      const attribute = claim.attribute.name;
      if (conflicts.some((known) => known.attribute === attribute)) continue;
      const year = yearOf(policy.source, policy.date);
      const related = statements.map((statement) => ({
        statement,
        relation: relate(statement.claim, claim, [
          yearOf(statement.source, statement.source === null ? null : policy.dateOf(statement.source)),
          year,
        ]),
      }));
      const against = related.find(({ relation }) => relation === 'conflict')?.statement;
      if (against !== undefined) {
        const agreeing = new Set(
          related.filter(({ relation }) => relation === 'agree').map(({ statement }) => statement.source?.id),
        );
        const opposing = new Set(
          related.filter(({ relation }) => relation === 'conflict').map(({ statement }) => statement.source?.id),
        );
        conflicts.push({
          attribute,
          old: against,
          sentence,
          settled: settle(against, policy, agreeing.size + 1, opposing.size),
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

function settle(old: Statement, policy: Policy, agreeing: number, opposing: number): Conflict['settled'] {
  const { resolution } = policy;
  const by = (difference: number): Conflict['settled'] =>
    difference === 0 ? null : { by: resolution, stands: difference > 0 ? 'new' : 'old' };
  if (resolution === 'observation-count') return by(agreeing - opposing);
  if (old.source === null) return null;
  if (resolution === 'authority') return by(ranks[policy.source.authority] - ranks[old.source.authority]);
  if (resolution !== 'recency') return null;
  const before = policy.dateOf(old.source);
  if (before === null || policy.date === null) return null;
  return by(policy.date > before ? 1 : policy.date < before ? -1 : 0);
}

/** The year of a source: of its date, else one that its file name begins or ends with (`1862-annual-message`). */
function yearOf(source: Source | null, date: string | null): number | null {
  const text =
    date?.slice(0, 4) ?? /(?:^|[^\d])(1[5-9]\d\d|20\d\d)(?!\d)/.exec(source?.path.replace(/^.*\//, '') ?? '')?.[1];
  return text === undefined || !/^\d{4}$/.test(text) ? null : Number(text);
}
