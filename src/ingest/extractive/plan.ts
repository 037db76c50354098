import { compareText, throwIfCancelled, type Run } from '../../base';
import type { PageIndex } from '../../search';
import { freeSlug, sourceDate, type Page, type Source } from '../../wiki';
import type { RecalledPage } from '../recall';
import { compare, statementsOn, type Comparison, type Policy } from './conflicts';
import { times, type Context } from './context';
import { Ledger, type Sighting } from './ledger';
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

function compareWith(text: string, about: Pick<Subject, 'names' | 'mentions'>, context: Context): Comparison {
  const statements = statementsOn(text, about.names, context.snapshot, context.source.path);
  const indexes = [...new Set(about.mentions.map(({ sentence }) => sentence))];
  const sentences = indexes.flatMap((index) => context.reading.sentences[index] ?? []);
  return compare(statements, sentences, about.names, policyOf(context));
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
    const reasons = recalled.find(({ path }) => path === page.path)?.reasons;
    const why = reasons ?? [`named in the source ${times(subject.mentions.length)}`];
    updates.push({ subject, text, comparison: compareWith(text, subject, context), why });
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
    const comparison = compareWith(earlier, { names, mentions: term.mentions }, context);
    planned.push({ term, slug, sightings, comparison, reason });
  }
  return planned;
}

/** Why a name gets a page, in one plain sentence; `null` when it gets none. */
function admission(threshold: Threshold, term: Term, sightings: readonly Sighting[]): string | null {
  if (threshold.definitionSuffices && term.definitions.length > 0) return `The source says what "${term.name}" is.`;
  const sources = 1 + sightings.length;
  const mentions = term.mentions.length + sightings.reduce((sum, sighting) => sum + Math.max(1, sighting.mentions), 0);
  if (sources < threshold.sources || mentions < threshold.mentions) return null;
  const others = sightings.map(({ source }) => source.id);
  if (others.length === 0) return `The source names "${term.name}" ${times(mentions)}.`;
  return `Named in ${sources} sources: this one and ${others.join(', ')}.`;
}
