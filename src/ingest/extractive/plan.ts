import { checkpoint, compareText, type Run } from '../../base';
import { type PageIndex } from '../../search';
import { isSuperseded, uniqueSlug, type Page, type Source } from '../../wiki';
import { type RecalledPage } from '../recall';
import {
  compareStatements,
  findStatements,
  type Comparison,
  type ConflictPolicy,
  type SourceStatement,
} from './conflicts';
import { formatTimes, type CurationContext } from './context';
import { EarlierMentions, type EarlierMention } from './earlier-mentions';
import { type Mention } from './names';
import { readPageSentences, findPart, type PageSentence } from './page-sentences';
import { type PartMention } from './heading-matches';
import { type Subject } from './subjects';
import { type Term } from './terms';
import { parseThreshold, type NewPageThreshold } from './new-page-threshold';

/** Most existing pages that one source may edit; the notes name the others. */
export const MAX_UPDATES = 12;
/** Most names to look up in what earlier sources said. */
const MAX_LOOKUPS = 60;

/** An existing page that gets a quotation. */
export interface PlannedUpdate {
  readonly subject: Subject;
  readonly text: string;
  /** Sentences about a part of the subject that the page also mentions. */
  readonly parts: readonly Mention[];
  readonly comparison: Comparison;
  readonly why: readonly string[];
}

/** A name that gets a page. */
export interface PlannedPage {
  readonly term: Term;
  readonly slug: string;
  readonly earlier: readonly EarlierMention[];
  readonly comparison: Comparison;
  /** Why the name gets a page, one sentence. */
  readonly reason: string;
}

export interface UpdatePlan {
  readonly updates: readonly PlannedUpdate[];
  /** Named by the source, but not edited because of the limit. */
  readonly skipped: readonly Page[];
  /** Not edited because their frontmatter cannot be read. */
  readonly unreadable: readonly Page[];
}

/** Whether the page already names the source in its frontmatter or cites it. */
function citesSource(page: Page, source: Source): boolean {
  return (
    page.sources.some((ref) => ref === source.path || ref === source.id) ||
    page.citations.some((citation) => citation.id === source.id)
  );
}

function conflictPolicy(context: CurationContext): ConflictPolicy {
  return {
    resolution: context.manifest.curation.conflictResolution ?? 'defer',
    dateOf: (source) => source.date?.slice(0, 10) ?? null,
    source: context.source,
    date: context.date,
    isSuperseded: (source) => isSuperseded(source, (id) => context.snapshot.source(id)),
  };
}

function compareWithSource(
  page: readonly PageSentence[],
  about: Pick<Subject, 'names' | 'mentions'>,
  context: CurationContext,
): Comparison {
  const { sentences } = context.parsed;
  const statements: SourceStatement[] = [];
  for (const index of new Set(about.mentions.map(({ sentence }) => sentence))) {
    const [sentence, next] = [sentences[index], sentences[index + 1]];
    if (sentence === undefined) continue;
    statements.push({ sentence, before: null });
    if (next?.passage === sentence.passage) statements.push({ sentence: next, before: sentence.text });
  }
  return compareStatements(findStatements(page, about.names), statements, about.names, conflictPolicy(context));
}

/** Keeps the parts that the page mentions too. */
function findSharedParts(page: readonly PageSentence[], parts: readonly PartMention[]): readonly PartMention[] {
  if (parts.length === 0) return [];
  const known = new Set(page.map(({ text }) => findPart(text)));
  return parts.filter(({ part }) => known.has(part));
}

/** Compares what page and source say about the subject, then about each of its parts. */
function compareWithParts(
  page: readonly PageSentence[],
  subject: Subject,
  parts: readonly PartMention[],
  context: CurationContext,
): Comparison {
  const whole = compareWithSource(page, subject, context);
  const [conflicts, changed] = [[...whole.conflicts], [...whole.changed]];
  for (const part of new Set(parts.map((each) => each.part))) {
    const own = page.filter(({ text }) => findPart(text) === part);
    const mentions = parts.flatMap((each) => (each.part === part ? [toMention(each)] : []));
    const found = compareWithSource(own, { names: [part], mentions }, context);
    const named = (attribute: string): string => `${attribute} of the ${part}`;
    conflicts.push(...found.conflicts.map((conflict) => ({ ...conflict, attribute: named(conflict.attribute) })));
    changed.push(...found.changed.map(({ attribute }) => ({ attribute: named(attribute) })));
  }
  return { conflicts, changed };
}

const toMention = ({ part, sentence }: PartMention): Mention => ({ sentence, start: 4, end: 4 + part.length });

/** Describes how a source names a page, for readers. */
export function describeMentions({ mentions, namedInHeading }: Pick<Subject, 'mentions' | 'namedInHeading'>): string {
  if (mentions.length > 0 || namedInHeading === null) return `named ${formatTimes(mentions.length)}`;
  return namedInHeading === 'title' ? 'named in the title' : 'named in a heading';
}

/** Chooses the existing pages to edit, best match first. Skips summaries and pages that already cite this source. */
export async function planUpdates(
  subjects: ReadonlyMap<string, Subject>,
  recalled: readonly RecalledPage[],
  context: CurationContext,
  run: Run,
): Promise<UpdatePlan> {
  const rank = new Map(recalled.map(({ path }, position) => [path, position]));
  const place = (subject: Subject): number => rank.get(subject.page.path) ?? recalled.length;
  const candidates = [...subjects.values()]
    .filter(({ page }) => page.kind !== 'summary' && !citesSource(page, context.source))
    .sort(
      (a, b) => place(a) - place(b) || b.mentions.length - a.mentions.length || compareText(a.page.path, b.page.path),
    );
  const updates: PlannedUpdate[] = [];
  const unreadable: Page[] = [];
  for (const subject of candidates.slice(0, MAX_UPDATES)) {
    await checkpoint(run);
    const { page } = subject;
    const text = await context.snapshot.text(page.path);
    if (text === null) continue;
    if (page.schema === null && page.problems.some((problem) => problem.code === 'entry_invalid')) {
      unreadable.push(page);
      continue;
    }
    const sentences = readPageSentences(text, context.snapshot, context.source.path);
    const parts = findSharedParts(sentences, subject.parts);
    if (subject.mentions.length === 0 && parts.length === 0) continue;
    const comparison = compareWithParts(sentences, subject, parts, context);
    const reasons = recalled.find(({ path }) => path === page.path)?.reasons;
    const why = reasons ?? [describeMentions(subject)];
    updates.push({ subject, text, parts: parts.map(toMention), comparison, why });
  }
  return { updates, skipped: candidates.slice(MAX_UPDATES).map(({ page }) => page), unreadable };
}

/** Chooses the names that reach the manifest's threshold, heaviest first, up to the limit of the curation depth. */
export async function planNewPages(
  unknown: readonly Term[],
  index: PageIndex,
  context: CurationContext,
  run: Run,
): Promise<readonly PlannedPage[]> {
  const threshold = parseThreshold(context.manifest.curation.newEntryThreshold);
  const earlierMentions = new EarlierMentions(context.snapshot, index, run);
  const taken = new Set<string>([context.summary.slug]);
  const planned: PlannedPage[] = [];
  for (const term of unknown.slice(0, MAX_LOOKUPS)) {
    if (planned.length >= context.limits.newPages) break;
    await checkpoint(run);
    const earlier = await earlierMentions.find(term, context.source.path);
    const reason = admissionReason(threshold, term, earlier);
    if (reason === null) continue;
    const slug = uniqueSlug(context.snapshot, term.name, context.schema, taken);
    taken.add(slug);
    const quotations = earlier.flatMap(({ quote }) => (quote === null ? [] : [`> ${quote.markdown}`])).join('\n>\n');
    const names = [term.name, ...term.aliases];
    const comparison = compareWithSource(
      readPageSentences(quotations, context.snapshot, context.source.path),
      { names, mentions: term.mentions },
      context,
    );
    planned.push({ term, slug, earlier, comparison, reason });
  }
  return planned;
}

/** Says why a name gets a page; `null` when it gets none. */
function admissionReason(threshold: NewPageThreshold, term: Term, earlier: readonly EarlierMention[]): string | null {
  // `Ms Osei` alone does not identify a person.
  if (term.isBareTitle) return null;
  if (threshold.definitionSuffices && term.definitions.length > 0) return `The source says what "${term.name}" is.`;
  const sources = 1 + earlier.length;
  const mentions = term.mentions.length + earlier.reduce((sum, mention) => sum + Math.max(1, mention.mentions), 0);
  if (sources < threshold.sources || mentions < threshold.mentions) return null;
  const others = earlier.map(({ source }) => source.id);
  if (others.length === 0) return `The source names "${term.name}" ${formatTimes(mentions)}.`;
  return `Named in ${sources} sources: this one and ${others.join(', ')}.`;
}
