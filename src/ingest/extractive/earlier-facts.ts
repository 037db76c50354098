import { type YieldBudget } from '../../base';
import { isSuperseded, sourceDate, type Snapshot, type Source } from '../../wiki';
import { compareFacts, resolveByPolicy, yearOf, type ConflictPolicy } from '../contradictions';
import { type CurateRequest } from '../types';
import { type PageConflict } from './conflicts';
import { type EarlierSources } from './earlier-sources';
import { readSourceFacts, type SourceFacts } from './fact-conflicts';
import { FactStore, type KeptFacts } from './fact-store';
import { type Term } from './terms';

/** An earlier source, with what it says. */
interface KnownFacts {
  readonly source: Source;
  readonly kept: KeptFacts;
}

/** A statement of an earlier source that the source contradicts, and the stems of what both are about. */
export interface EarlierConflict {
  readonly conflict: PageConflict;
  readonly about: ReadonlySet<string>;
}

/** Sources that are compared, of those that the best pages rest on. */
const MAX_SOURCES = 8;
const MAX_PAGES = 24;
/** Names that tell what a source is about, beside its title. */
const MAX_NAMES = 6;
/** More differences than that are two tables or two different things. */
const MAX_CONFLICTS = 8;
/** Characters of the texts whose facts are kept for later sources. What they say takes about 25 bytes of memory for each. */
const MAX_KEPT = 200_000;

/** One for all wikis, so that it does not grow with those that are open. What a source says depends on its content alone. */
const store = new FactStore(MAX_KEPT);

/** Compares a source with what earlier sources say, whether a page says it or not. The cost does not grow with the wiki. */
export class EarlierFacts {
  readonly #request: CurateRequest;
  readonly #sources: EarlierSources;
  readonly #budget: YieldBudget;
  readonly #terms: readonly Term[];

  /** @param terms what the source names, heaviest first */
  constructor(request: CurateRequest, sources: EarlierSources, terms: readonly Term[], budget: YieldBudget) {
    [this.#request, this.#sources, this.#terms, this.#budget] = [request, sources, terms, budget];
  }

  /** @param facts of the source @param title of it */
  async compare(facts: SourceFacts, policy: ConflictPolicy, title: string): Promise<readonly EarlierConflict[]> {
    const { text } = this.#request;
    store.put(keep(text, facts));
    if (facts.length === 0) return [];
    const known: KnownFacts[] = [];
    for (const source of this.#candidates(title)) {
      const kept = await this.#read(source);
      if (kept !== null && kept.facts.length > 0) known.push({ source, kept });
    }
    return this.#conflicts(known, facts, policy);
  }

  #conflicts(known: readonly KnownFacts[], facts: SourceFacts, policy: ConflictPolicy): readonly EarlierConflict[] {
    const found: EarlierConflict[] = [];
    const dated = known.map(({ source, kept }) => ({
      facts: kept.facts.map((fact) => ({ ...fact, sentence: { ...fact.sentence, source, kept } })),
      year: yearOf(source, policy.dateOf(source)),
    }));
    const year = yearOf(policy.source, policy.date);
    for (const { known: old, fact, relation } of compareFacts(dated, { facts, year })) {
      const { attribute } = fact;
      const { source, kept } = old.sentence;
      const [before, sentence] = [old.sentence.original, fact.sentence.original];
      const isTold = found.some(({ conflict }) => conflict.attribute === attribute && conflict.sentence === sentence);
      if (relation !== 'conflict' || before.text === sentence.text || isTold) continue;
      const cited = this.#sources.cite(source, kept);
      const earlier = { sentence: before, cited, date: sourceDate(source, kept.date)?.slice(0, 10) ?? null };
      const existing = { text: before.text, source, before: null, end: null, earlier };
      const resolution = resolveByPolicy(existing, policy, 1, 1);
      const about = new Set([...old.subject.words, ...fact.subject.words]);
      found.push({ conflict: { attribute, existing, sentence, resolution }, about });
      if (found.length === MAX_CONFLICTS) break;
    }
    return found;
  }

  /** What the pages rest on that are most like the source. Each source has a summary, so the pages lead to it. */
  #candidates(title: string): readonly Source[] {
    const { snapshot, index, source } = this.#request;
    const query = [title, ...this.#terms.slice(0, MAX_NAMES).map(({ name }) => name)].join(' ');
    const found = new Set<Source>();
    for (const { path } of index.search(query, { loose: false, limit: MAX_PAGES })) {
      for (const ref of snapshot.pages.get(path)?.sources ?? []) {
        const other = snapshot.source(ref);
        if (other !== undefined && other.path !== source.path && !isReplaced(other, snapshot)) found.add(other);
        if (found.size === MAX_SOURCES) return [...found];
      }
    }
    return [...found];
  }

  async #read(source: Source): Promise<KeptFacts | null> {
    const kept = store.get(await this.#request.snapshot.sourceHash(source.path));
    if (kept !== undefined) return kept;
    const read = await this.#sources.read(source);
    if (read === null) return null;
    const fresh = keep(read.parsed.text, await readSourceFacts(read.parsed, this.#budget));
    store.put(fresh);
    return fresh;
  }
}

const isReplaced = (source: Source, snapshot: Snapshot): boolean => isSuperseded(source, (id) => snapshot.source(id));

function keep({ hash, format, date, passages }: CurateRequest['text'], facts: SourceFacts): KeptFacts {
  return { hash, format, date, facts, length: passages.reduce((sum, { text }) => sum + text.length, 0) };
}
