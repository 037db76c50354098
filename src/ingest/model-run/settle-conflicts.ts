import { compareText } from '../../base';
import type { Page, Source } from '../../wiki';
import { compare, settle, statementsOn, type Conflict, type Policy } from '../extractive/conflicts';
import { pageSentences, type PageSentence } from '../extractive/page-sentences';
import type { Sentence } from '../extractive/read';
import { summaryOf } from '../extractive/write';
import { locate } from './anchors';
import { oneLine } from './claims';
import type { PageJob, ReadyConflict } from './judge-edits';
import type { CurateRequest } from '../types';
import type { Claim } from './types';

/** A contradiction between a page and a claim, and what the manifest's policy makes of it. */
export interface SettledConflict extends ReadyConflict {
  /** The source of the page's statement; `null` where the page does not tell. */
  readonly old: Source | null;
  readonly settled: Conflict['settled'];
  /** The summary of that source, which `contradicts` joins with the new one; `null` for the page itself. */
  readonly partner: Page | null;
}

const figures = /\p{N}+(?:[.,:-]\p{N}+)*/gu;

/**
 * Decides by the facts of the sources alone, never by what the model thinks. For `observation-count` a source speaks for a
 * side when the page has a sentence from it with the figures of that side only. Source: AIP-10, ingest contract, 6.
 */
export function settleConflict(
  conflict: ReadyConflict,
  job: PageJob,
  request: CurateRequest,
  policy: Policy,
): SettledConflict {
  const { snapshot, source } = request;
  const tail = job.text.slice(conflict.start, conflict.end + 120).split('\n')[0] ?? '';
  const cited = [...tail.matchAll(/\[([a-z0-9][a-z0-9-]{1,95})\]/g)].flatMap(
    ([, id = '']) => snapshot.source(id) ?? [],
  );
  const own = job.page.sources.flatMap((ref) => snapshot.source(ref) ?? []);
  const old = cited[0] ?? (own.length === 1 ? own[0] : undefined) ?? null;
  const sentences = pageSentences(job.text, snapshot, source.path);
  const [now, then] = [numbersIn(conflict.claim.quote), numbersIn(conflict.statement)];
  const forNew = speakers(sentences, now, then);
  const forOld = new Set([
    ...speakers(sentences, then, now),
    ...cited.map(({ path }) => path),
    ...(old === null ? [] : [old.path]),
  ]);
  forNew.add(source.path);
  const line = job.text.slice(job.text.lastIndexOf('\n', conflict.start - 1) + 1, conflict.start);
  const partner = old === null ? null : summaryOf(old, snapshot);
  const verdict = settle({ source: old }, policy, forNew.size, forOld.size);
  // The words of a source that stand as a quotation are not rewritten, whatever becomes of them.
  const isQuotation = /^\s*>/.test(line);
  return { ...conflict, old, partner, settled: verdict?.stands === 'new' && isQuotation ? null : verdict };
}

/**
 * Contradictions that the model did not tell of: dates and figures of the page's own sentences which the quotes give otherwise,
 * found as the built-in curator finds them.
 */
export function overlooked(
  told: readonly ReadyConflict[],
  job: PageJob,
  { snapshot, source }: Pick<CurateRequest, 'snapshot' | 'source'>,
  policy: Policy,
): readonly ReadyConflict[] {
  const names = [job.page.title, ...job.page.aliases];
  const own = pageSentences(job.text, snapshot, source.path).filter(({ markdown }) => markdown === '');
  const statements = statementsOn(own, names);
  if (statements.length === 0) return [];
  const found: ReadyConflict[] = [];
  for (const claim of job.claims) {
    if (claim.verdict !== 'found') continue;
    const { conflicts } = compare(statements, [{ sentence: sentenceOf(claim), before: null }], names, policy);
    for (const { old } of conflicts) {
      const at = locate(job.text, old.shown);
      if (at.kind !== 'found') continue;
      const isKnown = [...told, ...found].some((other) => other.start < at.end && at.start < other.end);
      if (!isKnown) found.push({ claim, start: at.start, end: at.end, statement: job.text.slice(at.start, at.end) });
    }
  }
  return found;
}

const sentenceOf = ({ quote, anchor }: Claim): Sentence => ({
  index: 0,
  passage: 0,
  first: true,
  kind: 'paragraph',
  text: quote.replace(/\s+/g, ' '),
  speaker: null,
  form: 'whole',
  words: [],
  anchor,
  shouting: false,
});

function numbersIn(text: string): ReadonlySet<string> {
  return new Set(text.match(figures) ?? []);
}

function speakers(
  sentences: readonly PageSentence[],
  mine: ReadonlySet<string>,
  theirs: ReadonlySet<string>,
): Set<string> {
  const telling = [...mine].filter((figure) => !theirs.has(figure));
  const found = new Set<string>();
  for (const { shown, source } of sentences) {
    if (source === null) continue;
    const numbers = numbersIn(shown);
    if (telling.some((figure) => numbers.has(figure))) found.add(source.path);
  }
  return new Set([...found].sort(compareText));
}

const policies: Readonly<Record<string, string>> = {
  recency: 'the newer source stands',
  authority: 'the source of more authority stands',
  'observation-count': 'what more sources say stands',
};

/** Why one side stands, for people; `both are kept` where none does. */
export function policyWords({ settled }: SettledConflict): string {
  return settled === null ? 'both are kept' : policyNamed(settled.by);
}

export function policyNamed(policy: string): string {
  return policies[policy] ?? 'settled by the manifest';
}

/** The statement as one line, without the citation behind it. */
export function statementLine(statement: string): string {
  return oneLine(statement.replace(/\s*\[[a-z0-9][a-z0-9-]{1,95}\]/g, ''), 400);
}
