import { compareText } from '../../base';
import { type Page, type Source } from '../../wiki';
import {
  compareStatements,
  resolveByPolicy,
  findStatements,
  type Conflict,
  type ConflictPolicy,
} from '../extractive/conflicts';
import { readPageSentences, type PageSentence } from '../extractive/page-sentences';
import { type Sentence } from '../extractive/parse-source';
import { findSummary } from '../extractive/file-edits';
import { locateAnchor } from './edit-anchors';
import { oneLine } from './claims';
import { type EditTarget, type LocatedConflict } from './validate-edits';
import { type CurateRequest } from '../types';
import { type SurveyClaim } from './types';

/** A contradiction between a page and a claim, and its resolution by the manifest's policy. */
export interface ResolvedConflict extends LocatedConflict {
  /** The source of the page's statement; `null` if unknown. */
  readonly old: Source | null;
  readonly resolution: Conflict['resolution'];
  /** The page that the new summary contradicts: the summary of that source; `null` for the page itself. */
  readonly contradicted: Page | null;
}

const FIGURE = /\p{N}+(?:[.,:-]\p{N}+)*/gu;

/**
 * Decides by facts about the sources, never by the model's opinion. For `observation-count` a source supports a side if the
 * page has a sentence from it with the figures of that side only. Source: AIP-10, ingest contract, 6.
 */
export function resolveConflict(
  conflict: LocatedConflict,
  target: EditTarget,
  request: CurateRequest,
  policy: ConflictPolicy,
): ResolvedConflict {
  const { snapshot, source } = request;
  const tail = target.text.slice(conflict.start, conflict.end + 120).split('\n')[0] ?? '';
  const cited = [...tail.matchAll(/\[([a-z0-9][a-z0-9-]{1,95})\]/g)].flatMap(
    ([, id = '']) => snapshot.source(id) ?? [],
  );
  const own = target.page.sources.flatMap((ref) => snapshot.source(ref) ?? []);
  const old = cited[0] ?? (own.length === 1 ? own[0] : undefined) ?? null;
  const sentences = readPageSentences(target.text, snapshot, source.path);
  const [now, then] = [numbersIn(conflict.claim.quote), numbersIn(conflict.statement)];
  const forNew = sourcesSupporting(sentences, now, then);
  const forOld = new Set([
    ...sourcesSupporting(sentences, then, now),
    ...cited.map(({ path }) => path),
    ...(old === null ? [] : [old.path]),
  ]);
  forNew.add(source.path);
  const line = target.text.slice(target.text.lastIndexOf('\n', conflict.start - 1) + 1, conflict.start);
  const resolution = resolveByPolicy({ source: old }, policy, forNew.size, forOld.size);
  // A quotation is never rewritten.
  const isQuotation = /^\s*>/.test(line);
  return {
    ...conflict,
    old,
    contradicted: old === null ? null : findSummary(old, snapshot),
    resolution: resolution?.keeps === 'new' && isQuotation ? null : resolution,
  };
}

/**
 * Contradictions that the model did not report: dates and figures of the page's own sentences that differ in the quotes, found
 * in the same way as by the built-in curator.
 */
export function findMissedConflicts(
  reported: readonly LocatedConflict[],
  target: EditTarget,
  { snapshot, source }: Pick<CurateRequest, 'snapshot' | 'source'>,
  policy: ConflictPolicy,
): readonly LocatedConflict[] {
  const names = [target.page.title, ...target.page.aliases];
  const own = readPageSentences(target.text, snapshot, source.path).filter(({ markdown }) => markdown === '');
  const statements = findStatements(own, names);
  if (statements.length === 0) return [];
  const found: LocatedConflict[] = [];
  for (const claim of target.claims) {
    if (claim.verdict !== 'found') continue;
    const { conflicts } = compareStatements(statements, [{ sentence: sentenceOf(claim), before: null }], names, policy);
    for (const { existing } of conflicts) {
      const at = locateAnchor(target.text, existing.text);
      if (at.kind !== 'found') continue;
      const isKnown = [...reported, ...found].some((other) => other.start < at.end && at.start < other.end);
      if (!isKnown) found.push({ claim, start: at.start, end: at.end, statement: target.text.slice(at.start, at.end) });
    }
  }
  return found;
}

const sentenceOf = ({ quote, anchor }: SurveyClaim): Sentence => ({
  index: 0,
  passage: 0,
  isFirst: true,
  kind: 'paragraph',
  text: quote.replace(/\s+/g, ' '),
  speaker: null,
  form: 'whole',
  words: [],
  anchor,
  isAllCaps: false,
});

function numbersIn(text: string): ReadonlySet<string> {
  return new Set(text.match(FIGURE) ?? []);
}

function sourcesSupporting(
  sentences: readonly PageSentence[],
  own: ReadonlySet<string>,
  other: ReadonlySet<string>,
): Set<string> {
  const distinct = [...own].filter((figure) => !other.has(figure));
  const found = new Set<string>();
  for (const { text, source } of sentences) {
    if (source === null) continue;
    const numbers = numbersIn(text);
    if (distinct.some((figure) => numbers.has(figure))) found.add(source.path);
  }
  return new Set([...found].sort(compareText));
}

const POLICY_DESCRIPTIONS: Readonly<Record<string, string>> = {
  recency: 'the newer source wins',
  authority: 'the source with more authority wins',
  'observation-count': 'the statement of more sources wins',
};

/** Why one side wins, or that both are kept. */
export function describeResolution({ resolution }: ResolvedConflict): string {
  return resolution === null ? 'both are kept' : describePolicy(resolution.by);
}

export function describePolicy(policy: string): string {
  return POLICY_DESCRIPTIONS[policy] ?? 'the manifest decides';
}

/** The statement as one line, without its citation. */
export function statementLine(statement: string): string {
  return oneLine(statement.replace(/\s*\[[a-z0-9][a-z0-9-]{1,95}\]/g, ''), 400);
}
