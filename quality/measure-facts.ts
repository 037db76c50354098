import { type Claim } from '../src/wiki';
import { type ReadPage, type WikiReading } from './reading';
import { type Change, type Fact, type QualitySet } from './types';

/** Every pattern is tried on every statement after every source. */
const compiled = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  const known = compiled.get(source) ?? new RegExp(source, 'iu');
  compiled.set(source, known);
  return known;
}

/** Whether a statement of a page states a fact. */
export function states(fact: Fact, claim: Pick<Claim, 'text' | 'heading'>, title: string): boolean {
  const context = `${title}\n${claim.heading ?? ''}\n${claim.text}`;
  const last = fact.match.length - 1;
  return fact.match.every((pattern, at) => patternOf(pattern).test(at === last ? claim.text : context));
}

const statedOn = (fact: Fact, { claims, page }: ReadPage): boolean =>
  claims.some((claim) => states(fact, claim, page.title));

export interface FactScore {
  readonly total: number;
  /** On a page that is no summary of a source. */
  readonly onPages: readonly string[];
  readonly onlyOnSummaries: readonly string[];
  readonly missing: readonly string[];
}

/** @param files of the sources that were read: only their facts count */
export function measureFacts(set: QualitySet, { pages }: WikiReading, files: ReadonlySet<string>): FactScore {
  const expected = set.facts.filter(({ sources }) => sources.some((file) => files.has(file)));
  const onPages = new Set(
    expected.filter((fact) => pages.some((page) => !page.isSummary && statedOn(fact, page))).map(({ id }) => id),
  );
  const anywhere = new Set(expected.filter((fact) => pages.some((page) => statedOn(fact, page))).map(({ id }) => id));
  const ids = expected.map(({ id }) => id);
  return {
    total: ids.length,
    onPages: [...onPages],
    onlyOnSummaries: ids.filter((id) => anywhere.has(id) && !onPages.has(id)),
    missing: ids.filter((id) => !anywhere.has(id)),
  };
}

/** How a planted contradiction or supersession was treated. */
export type ChangeVerdict =
  /** Both sides in the same place, each with its source. */
  | 'told'
  /** Both sides on pages, but not in one place. */
  | 'apart'
  /** The newer side alone: right for a supersession. */
  | 'newer-only'
  | 'older-only'
  | 'missing';

export interface ChangeScore {
  readonly id: string;
  readonly kind: Change['kind'];
  readonly about: string;
  readonly verdict: ChangeVerdict;
}

/** Two statements of one page belong together if no more than this many others are between them. */
const MAX_GAP = 3;

export function measureChanges(set: QualitySet, wiki: WikiReading): readonly ChangeScore[] {
  const facts = new Map(set.facts.map((fact) => [fact.id, fact]));
  const pages = wiki.pages.filter(({ isSummary }) => !isSummary);
  return set.changes.map(({ id, kind, about, older, newer }) => {
    const [old, fresh] = [facts.get(older), facts.get(newer)];
    if (old === undefined || fresh === undefined) throw new Error(`${id} names an unknown fact.`);
    return { id, kind, about, verdict: verdictOf(old, fresh, pages, wiki) };
  });
}

function verdictOf(old: Fact, fresh: Fact, pages: readonly ReadPage[], wiki: WikiReading): ChangeVerdict {
  const hasOld = pages.some((page) => statedOn(old, page));
  const hasFresh = pages.some((page) => statedOn(fresh, page));
  if (!hasOld && !hasFresh) return 'missing';
  if (!hasFresh) return 'older-only';
  if (!hasOld) return 'newer-only';
  return pages.some((page) => toldTogether(old, fresh, page, wiki)) ? 'told' : 'apart';
}

function toldTogether(old: Fact, fresh: Fact, { claims, page }: ReadPage, wiki: WikiReading): boolean {
  const at = (fact: Fact): readonly number[] =>
    claims.flatMap((claim, index) => (states(fact, claim, page.title) && cites(claim, fact, wiki) ? [index] : []));
  const olds = at(old);
  return at(fresh).some((index) => olds.some((other) => Math.abs(index - other) <= MAX_GAP));
}

/** Whether a statement rests on one of the sources of a fact. */
function cites({ notes, citations }: Claim, { sources }: Fact, { snapshot }: WikiReading): boolean {
  const ids = new Set(sources.map((file) => snapshot.source(`sources/${file}`)?.id));
  return [...notes.map(({ sourceId }) => sourceId), ...citations].some((id) => ids.has(id));
}

/** A conflict that a page shows in a callout and that no planted change explains. */
export function findFalseConflicts(set: QualitySet, { pages }: WikiReading): readonly { page: string; text: string }[] {
  const facts = new Map(set.facts.map((fact) => [fact.id, fact]));
  const pairs = set.changes.map(({ older, newer }) => [facts.get(older), facts.get(newer)] as const);
  return pages.flatMap(({ text, page }) =>
    calloutsOf(text)
      .filter((callout) => /contradict|disagree|conflict/i.test(callout))
      .filter((callout) => {
        const said = { text: callout.replace(/^>[ \t]?/gm, ''), heading: null };
        return !pairs.some(
          ([old, fresh]) =>
            old !== undefined && fresh !== undefined && [old, fresh].every((fact) => states(fact, said, page.title)),
        );
      })
      .map((callout) => ({ page: page.path, text: callout })),
  );
}

/** The older side is often told earlier in the section. */
const PARAGRAPHS_ABOVE = 3;

/** Callouts, with what they are about. */
function calloutsOf(text: string): readonly string[] {
  return [...text.matchAll(/^> \[![^\n]*(?:\n>[^\n]*)*/gm)].map(({ index, 0: callout }) => {
    if (callout.includes('\n')) return callout;
    // One that is only a title flags what the paragraphs above it tell.
    return `${text
      .slice(0, index)
      .trimEnd()
      .split(/\n[ \t]*\n/)
      .slice(-PARAGRAPHS_ABOVE)
      .join('\n\n')}\n${callout}`;
  });
}
