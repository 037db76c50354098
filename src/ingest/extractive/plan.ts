import { compareText, throwIfCancelled, type Run } from '../../base';
import type { PageIndex } from '../../search';
import { freeSlug, sourceDate, type Page, type Source } from '../../wiki';
import type { RecalledPage } from '../recall';
import { compare, statementsOn, type Comparison, type Policy, type SaidOf } from './conflicts';
import { times, type Context } from './context';
import { Ledger, type Sighting } from './ledger';
import type { Mention } from './names';
import { pageSentences, partOf, type PageSentence } from './page-sentences';
import type { Part } from './heads';
import type { Subject } from './subjects';
import type { Term } from './terms';
import { readThreshold, type Threshold } from './threshold';

/** Existing pages that one source may edit; the others are named in the notes. */
export const mostUpdates = 12;
/** Names that are looked up among what earlier sources said. */
const mostLookedUp = 60;

/** An existing page that will receive a quotation. */
export interface PlannedUpdate {
  readonly subject: Subject;
  readonly text: string;
  /** Sentences about a part of it that the page speaks of too. */
  readonly parts: readonly Mention[];
  readonly comparison: Comparison;
  readonly why: readonly string[];
}

/** A name that will get a page. */
export interface PlannedEntry {
  readonly term: Term;
  readonly slug: string;
  readonly sightings: readonly Sighting[];
  readonly comparison: Comparison;
  /** Why the threshold admits it, one plain sentence. */
  readonly reason: string;
}

export interface UpdatePlan {
  readonly updates: readonly PlannedUpdate[];
  /** Named by the source, but left alone because there are too many. */
  readonly left: readonly Page[];
  /** Left alone because their frontmatter cannot be read. */
  readonly unreadable: readonly Page[];
}

/** Whether the page rests on the source already: it names it in its frontmatter or cites it. */
function restsOn(page: Page, source: Source): boolean {
  return (
    page.sources.some((ref) => ref === source.path || ref === source.id) ||
    page.citations.some((citation) => citation.id === source.id)
  );
}

function policyOf(context: Context): Policy {
  return {
    resolution: context.manifest.curation.conflictResolution ?? 'defer',
    dateOf: (source) => sourceDate(source)?.slice(0, 10) ?? null,
    source: context.source,
    date: context.date,
  };
}

function compareWith(
  page: readonly PageSentence[],
  about: Pick<Subject, 'names' | 'mentions'>,
  context: Context,
): Comparison {
  const { sentences } = context.reading;
  const said: SaidOf[] = [];
  for (const index of new Set(about.mentions.map(({ sentence }) => sentence))) {
    const [sentence, next] = [sentences[index], sentences[index + 1]];
    if (sentence === undefined) continue;
    said.push({ sentence, before: null });
    if (next?.passage === sentence.passage) said.push({ sentence: next, before: sentence.text });
  }
  return compare(statementsOn(page, about.names), said, about.names, policyOf(context));
}

/** The sentences about those things that the page itself speaks of as well. */
function partsOn(page: readonly PageSentence[], parts: readonly Part[]): readonly Part[] {
  if (parts.length === 0) return [];
  const known = new Set(page.map(({ shown }) => partOf(shown)));
  return parts.filter(({ part }) => known.has(part));
}

/** What page and source say of the subject itself, then of each of its parts. */
function compareAll(
  page: readonly PageSentence[],
  subject: Subject,
  parts: readonly Part[],
  context: Context,
): Comparison {
  const whole = compareWith(page, subject, context);
  const [conflicts, changed] = [[...whole.conflicts], [...whole.changed]];
  for (const part of new Set(parts.map((each) => each.part))) {
    const own = page.filter(({ shown }) => partOf(shown) === part);
    const mentions = parts.flatMap((each) => (each.part === part ? [mentionOf(each)] : []));
    const found = compareWith(own, { names: [part], mentions }, context);
    const named = (attribute: string): string => `${attribute} of the ${part}`;
    conflicts.push(...found.conflicts.map((conflict) => ({ ...conflict, attribute: named(conflict.attribute) })));
    changed.push(...found.changed.map(({ attribute }) => ({ attribute: named(attribute) })));
  }
  return { conflicts, changed };
}

const mentionOf = ({ part, sentence }: Part): Mention => ({ sentence, start: 4, end: 4 + part.length });

/** How a source names a page, as readers are told. */
export function namedIn({ mentions, headed }: Pick<Subject, 'mentions' | 'headed'>): string {
  if (mentions.length > 0 || headed === null) return `named ${times(mentions.length)}`;
  return headed === 'title' ? 'named in the title' : 'named in a heading';
}

/** The existing pages to edit, the likeliest first. Summaries of other sources and pages that rest on this source are left alone. */
export async function planUpdates(
  subjects: ReadonlyMap<string, Subject>,
  recalled: readonly RecalledPage[],
  context: Context,
  run: Run,
): Promise<UpdatePlan> {
  const rank = new Map(recalled.map(({ path }, position) => [path, position]));
  const place = (subject: Subject): number => rank.get(subject.page.path) ?? recalled.length;
  const fit = [...subjects.values()]
    .filter(({ page }) => page.kind !== 'summary' && !restsOn(page, context.source))
    .sort(
      (a, b) => place(a) - place(b) || b.mentions.length - a.mentions.length || compareText(a.page.path, b.page.path),
    );
  const updates: PlannedUpdate[] = [];
  const unreadable: Page[] = [];
  for (const subject of fit.slice(0, mostUpdates)) {
    throwIfCancelled(run);
    await run.breathe();
    const { page } = subject;
    const text = await context.snapshot.text(page.path);
    if (text === null) continue;
    if (page.schema === null && page.problems.some((problem) => problem.code === 'entry_invalid')) {
      unreadable.push(page);
      continue;
    }
    const sentences = pageSentences(text, context.snapshot, context.source.path);
    const parts = partsOn(sentences, subject.parts);
    if (subject.mentions.length === 0 && parts.length === 0) continue;
    const comparison = compareAll(sentences, subject, parts, context);
    const reasons = recalled.find(({ path }) => path === page.path)?.reasons;
    const why = reasons ?? [namedIn(subject)];
    updates.push({ subject, text, parts: parts.map(mentionOf), comparison, why });
  }
  return { updates, left: fit.slice(mostUpdates).map(({ page }) => page), unreadable };
}

/** The names that the manifest's threshold admits, the weightiest first, at most as many as the depth allows. */
export async function planEntries(
  unknown: readonly Term[],
  index: PageIndex,
  context: Context,
  run: Run,
): Promise<readonly PlannedEntry[]> {
  const threshold = readThreshold(context.manifest.curation.newEntryThreshold);
  const ledger = new Ledger(context.snapshot, index, run);
  const taken = new Set<string>([context.summary.slug]);
  const planned: PlannedEntry[] = [];
  for (const term of unknown.slice(0, mostLookedUp)) {
    if (planned.length >= context.reach.newPages) break;
    throwIfCancelled(run);
    await run.breathe();
    const sightings = await ledger.sightings(term, context.source.path);
    const reason = admission(threshold, term, sightings);
    if (reason === null) continue;
    const slug = freeSlug(context.snapshot, term.name, context.schema, taken);
    taken.add(slug);
    const earlier = sightings.flatMap(({ quote }) => (quote === null ? [] : [`> ${quote.markdown}`])).join('\n>\n');
    const names = [term.name, ...term.aliases];
    const comparison = compareWith(
      pageSentences(earlier, context.snapshot, context.source.path),
      { names, mentions: term.mentions },
      context,
    );
    planned.push({ term, slug, sightings, comparison, reason });
  }
  return planned;
}

/** Why a name gets a page, in one plain sentence; `null` when it gets none. */
function admission(threshold: Threshold, term: Term, sightings: readonly Sighting[]): string | null {
  // `Ms Osei` alone does not tell who that is.
  if (term.isBareTitle) return null;
  if (threshold.definitionSuffices && term.definitions.length > 0) return `The source says what "${term.name}" is.`;
  const sources = 1 + sightings.length;
  const mentions = term.mentions.length + sightings.reduce((sum, sighting) => sum + Math.max(1, sighting.mentions), 0);
  if (sources < threshold.sources || mentions < threshold.mentions) return null;
  const others = sightings.map(({ source }) => source.id);
  if (others.length === 0) return `The source names "${term.name}" ${times(mentions)}.`;
  return `Named in ${sources} sources: this one and ${others.join(', ')}.`;
}
