import { type YieldBudget } from '../../base';
import { isSuperseded } from '../../wiki';
import { compareStatements, type ConflictPolicy, type NewSentence } from '../contradictions';
import { type ChangedStatement, type PageComparison, type PageConflict } from './conflicts';
import { type CurationContext } from './context';
import { findFactConflicts, readSourceFacts, type SourceFacts } from './fact-conflicts';
import { type Mention } from './names';
import { type PageSentence } from './page-sentences';
import { type Sentence } from './parse-source';

/** Compares the source that is being read with what pages say. */
export class SourceComparer {
  readonly context: CurationContext;
  readonly #budget: YieldBudget;
  /** What the source says, read when it is first compared with something. */
  #facts: Promise<SourceFacts> | null = null;

  constructor(context: CurationContext, budget: YieldBudget) {
    [this.context, this.#budget] = [context, budget];
  }

  /** @param names of the page @param mentions of it in the source */
  async compare(
    page: readonly PageSentence[],
    names: readonly string[],
    mentions: readonly Mention[],
  ): Promise<PageComparison> {
    if (page.length === 0) return { conflicts: [], changed: [] };
    const { sentences } = this.context.parsed;
    const statements: NewSentence<Sentence>[] = [];
    const named = new Set(mentions.map(({ sentence }) => sentences[sentence]?.passage));
    const places = sentences.flatMap(({ index, passage }) => (named.has(passage) ? [index] : []));
    for (const index of places) {
      const [sentence, next] = [sentences[index], sentences[index + 1]];
      if (sentence === undefined) continue;
      statements.push({ sentence, before: null });
      if (next?.passage === sentence.passage) statements.push({ sentence: next, before: sentence.text });
    }
    // "The observatory was founded in 1934" among what is said of Wendle Observatory.
    const nouns = names.flatMap((name) => (name.includes(' ') ? (/\s(\p{L}{4,})$/u.exec(name)?.[1] ?? []) : []));
    const policy = conflictPolicy(this.context);
    const { conflicts, changed } = compareStatements(page, statements, [...names, ...nouns], policy);
    const others = await findFactConflicts(names[0] ?? '', page, await this.facts(), policy, this.#budget);
    const isNew = (each: PageConflict): boolean =>
      !conflicts.some((known) => known.attribute === each.attribute) &&
      ![...conflicts, ...changed].some((known) => isSamePair(known, each));
    return { conflicts: [...conflicts, ...others.filter(isNew)], changed };
  }

  facts(): Promise<SourceFacts> {
    return (this.#facts ??= readSourceFacts(this.context.parsed, this.#budget));
  }
}

export const isSamePair = (a: ChangedStatement, b: ChangedStatement): boolean =>
  a.existing.text === b.existing.text && a.sentence.text === b.sentence.text;

export function conflictPolicy(context: CurationContext): ConflictPolicy {
  return {
    resolution: context.manifest.curation.conflictResolution ?? 'defer',
    dateOf: (source) => source.date?.slice(0, 10) ?? null,
    source: context.source,
    date: context.date,
    isSuperseded: (source) => isSuperseded(source, (id) => context.snapshot.source(id)),
  };
}
