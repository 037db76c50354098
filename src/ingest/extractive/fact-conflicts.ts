import { type YieldBudget } from '../../base';
import {
  yearOf,
  compareFacts,
  readFacts,
  resolveByPolicy,
  type ConflictPolicy,
  type DatedFacts,
  type FactSentence,
} from '../contradictions';
import { type PageConflict } from './conflicts';
import { type PageSentence } from './page-sentences';
import { type ParsedSource, type Sentence } from './parse-source';

/** A sentence of a source, or of a page, as facts are read from it. */
interface Wrapped<Original> extends FactSentence {
  readonly original: Original;
}

/** What a source says, read once for all pages that it is compared with. */
export type SourceFacts = DatedFacts<Wrapped<Sentence>>['facts'];

export function readSourceFacts(parsed: ParsedSource, budget: YieldBudget): Promise<SourceFacts> {
  const sentences = parsed.sentences
    .filter(({ isNarration, form }) => !isNarration && form !== 'greeting' && form !== 'closing')
    .map((original) => {
      const { text, anchor, passage } = original;
      return { text, heading: anchor.heading ?? null, passage, original };
    });
  return readFacts(parsed.text.title ?? '', sentences, budget);
}

/** Statements of a page that a source contradicts, in whatever words. @param title of the page, which its sentences need not name */
export async function findFactConflicts(
  title: string,
  page: readonly PageSentence[],
  facts: SourceFacts,
  policy: ConflictPolicy,
  budget: YieldBudget,
): Promise<readonly PageConflict[]> {
  if (facts.length === 0) return [];
  const said = page.map((original, passage) => {
    const isContinued = original.before !== null;
    return { text: original.text, heading: null, passage, isContinued, original };
  });
  const bySource = new Map<PageSentence['source'], DatedFacts<Wrapped<PageSentence>>['facts'][number][]>();
  for (const fact of await readFacts(title, said, budget)) {
    const { source } = fact.sentence.original;
    const ofSource = bySource.get(source);
    if (ofSource === undefined) bySource.set(source, [fact]);
    else ofSource.push(fact);
  }
  const known = [...bySource].map(([source, facts]) => ({
    facts,
    year: yearOf(source, source === null ? null : policy.dateOf(source)),
  }));
  const found: PageConflict[] = [];
  const ownYear = yearOf(policy.source, policy.date);
  for (const { known: old, fact, relation } of compareFacts(known, { facts, year: ownYear })) {
    const { attribute, sentence } = fact;
    const existing = old.sentence.original;
    if (relation !== 'conflict' || existing.text === sentence.text) continue;
    const isTold = found.some((each) => each.attribute === attribute && each.existing.end === existing.end);
    if (isTold) continue;
    const resolution = resolveByPolicy(existing, policy, 1, 1);
    found.push({ attribute, existing, sentence: sentence.original, resolution });
  }
  return found;
}
