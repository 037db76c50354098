import { checkpoint, compareText, type Run, type YieldBudget } from '../../base';
import { uniqueSlug, type Page, type Source } from '../../wiki';
import { type NameDecisions } from '../../workspace';
import { conflictPolicy, isSamePair, SourceComparer } from './compare-source';
import { isCommonWord } from './common-words';
import { type ChangedStatement, type PageConflict } from './conflicts';
import { formatTimes, type CurationContext } from './context';
import { type EarlierFacts } from './earlier-facts';
import { type EarlierNaming, type EarlierSources } from './earlier-sources';
import { isFull } from './full-pages';
import { type PartMention } from './heading-matches';
import { type Mention } from './names';
import { namedByHeading } from './heading-names';
import { type PagePlan, type PlannedPage, type PlannedUpdate, type SourcePart } from './page-plan';
import { parseThreshold } from './new-page-threshold';
import { handlesIn, isPageName } from './page-names';
import { readPageSentences, type PageSentence } from './page-sentences';
import {
  assignStatements,
  bestStatements,
  findPart,
  isMainSubject,
  isOpening,
  type Statement,
  type StatementSubject,
} from './assign-statements';
import { placeConflicts } from './place-conflicts';
import { isRedLink } from './red-links';
import { sentencesOf } from './statement-parts';
import { type Subject } from './subjects';
import { type Term } from './terms';
import { namesComeBy } from './telling';
import { stem } from './tokenizer';

/** Most existing pages that one source may edit; the notes name the others. */
export const MAX_UPDATES = 12;
/** A page that the title names is what the source is about if it is named as often. */
const MIN_MAIN_MENTIONS = 3;
/** Most names to look up in what earlier sources said. */
const MAX_LOOKUPS = 60;
/** Sections of one source in which a name keeps coming back. */
const RECURRING_SECTIONS = 3;
const RECURRING_MENTIONS = 5;
/** Sentences of a page, and statements that name its subject. */
const MIN_SENTENCES = 3;
const MIN_NAMED = 2;
/** The same for a word that every text uses. */
const MIN_NAMED_COMMON = 4;

/** So much about what the title names is worth a page, whatever its first sentence is. */
const MUCH = 12;

/** Plans the pages of a source: what it adds to pages that exist, and the names that get one. */
export async function planPages(
  { subjects, unknown }: { readonly subjects: ReadonlyMap<string, Subject>; readonly unknown: readonly Term[] },
  earlier: { readonly names: EarlierSources; readonly facts: EarlierFacts },
  context: CurationContext,
  budget: YieldBudget,
): Promise<PagePlan> {
  const { run } = budget;
  const { candidates: pages, skipped, unreadable } = await findUpdates(subjects, context, run);
  const { candidates, worthy } = await findCandidates(unknown, earlier.names, context, budget);
  const { parsed } = context;
  const open = pages.filter(({ subject, isMain }) => isMain || !isFull(subject.page));
  let kept = candidates;
  let assigned = await assignStatements(parsed, [...open, ...kept], budget);
  // What a name without a page of its own would have said goes to the pages that exist.
  for (let round = 0; round < 2; round += 1) {
    kept = kept
      .filter((candidate) => hasContent(candidate, assigned.get(candidate) ?? []))
      .slice(0, context.limits.newPages);
    assigned = await assignStatements(parsed, [...open, ...kept], budget);
    await checkpoint(run);
  }
  const taken = new Set<string>([context.summary.slug]);
  const comparer = new SourceComparer(context, budget);
  const newPages: PlannedPage[] = [];
  for (const candidate of kept) {
    const own = assigned.get(candidate) ?? [];
    if (hasContent(candidate, own)) newPages.push(await planNewPage(candidate, own, taken, comparer));
  }
  const updates: PlannedUpdate[] = [];
  for (const page of pages) {
    const update = await planUpdate(page, assigned.get(page) ?? [], comparer);
    if (update !== null) updates.push(update);
  }
  const placed = new Set(newPages.map(({ term }) => term));
  const against = await earlier.facts.compare(await comparer.facts(), conflictPolicy(context), context.title);
  const named = pages.map(({ subject, text }) => ({ subject, text, why: [describeMentions(subject)] }));
  return {
    ...placeConflicts(against, { updates, newPages }, named, context.title),
    skipped,
    full: pages.filter((page) => !open.includes(page)).map(({ subject }) => subject.page),
    unreadable,
    unplaced: worthy.filter((term) => !placed.has(term) && !term.isCommonNoun),
  };
}

interface UpdateCandidate extends StatementSubject {
  readonly subject: Subject;
  readonly text: string;
  readonly sentences: readonly PageSentence[];
}

/** Chooses the existing pages to edit, best match first. Skips summaries, and pages that cite this version of the source. */
async function findUpdates(
  subjects: ReadonlyMap<string, Subject>,
  context: CurationContext,
  run: Run,
): Promise<{
  readonly candidates: readonly UpdateCandidate[];
  readonly skipped: readonly Page[];
  readonly unreadable: readonly Page[];
}> {
  const named = [...subjects.values()]
    .filter(({ page }) => page.kind !== 'summary' && (context.isNewVersion || !citesSource(page, context.source)))
    .sort((a, b) => b.mentions.length - a.mentions.length || compareText(a.page.path, b.page.path));
  const candidates: UpdateCandidate[] = [];
  const unreadable: Page[] = [];
  for (const subject of named.slice(0, MAX_UPDATES)) {
    await checkpoint(run);
    const { page } = subject;
    const text = await context.snapshot.text(page.path);
    if (text === null) continue;
    if (page.schema === null && page.problems.some((problem) => problem.code === 'entry_invalid')) {
      unreadable.push(page);
      continue;
    }
    const sentences = readPageSentences(text, context.snapshot, context.source.path);
    const parts = sharedParts(sentences, subject.parts);
    if (subject.mentions.length === 0 && parts.size === 0) continue;
    const isInTitle = subject.namedInHeading === 'title' && subject.mentions.length >= MIN_MAIN_MENTIONS;
    const isMain = subject.isMain || isInTitle || isMainSubject(context.parsed.text.title, subject.names);
    candidates.push({ ...subject, subject, text, sentences, isMain, isCommonNoun: false, isTopic: false, parts });
  }
  const main = candidates
    .filter(({ isMain }) => isMain)
    .sort((a, b) => Number(b.subject.isMain) - Number(a.subject.isMain) || b.mentions.length - a.mentions.length)[0];
  const only = candidates.map((each) => (each === main ? each : { ...each, isMain: false }));
  return { candidates: only, skipped: named.slice(MAX_UPDATES).map(({ page }) => page), unreadable };
}

/** Whether the page already names the source in its frontmatter or cites it. */
function citesSource(page: Page, source: Source): boolean {
  return (
    page.sources.some((ref) => ref === source.path || ref === source.id) ||
    page.citations.some((citation) => citation.id === source.id)
  );
}

/** The parts that the page mentions too. */
function sharedParts(page: readonly PageSentence[], parts: readonly PartMention[]): ReadonlySet<string> {
  if (parts.length === 0) return new Set();
  const known = new Set(page.map(({ text }) => findPart(text)));
  return new Set(parts.map(({ part }) => part).filter((part) => known.has(part)));
}

async function planUpdate(
  { subject, text, sentences, parts, isMain }: UpdateCandidate,
  own: readonly Statement[],
  comparer: SourceComparer,
): Promise<PlannedUpdate | null> {
  const statements = bestStatements(own, comparer.context.limits.statements * (isMain ? 2 : 1));
  const whole = await comparer.compare(sentences, subject.names, [...subject.mentions, ...mentionsIn(own)]);
  const conflicts: PageConflict[] = [];
  const changed: ChangedStatement[] = [];
  for (const part of parts) {
    const mentions = subject.parts.flatMap((each) => (each.part === part ? [toMention(each)] : []));
    const ofPart = sentences.filter((sentence) => findPart(sentence.text) === part);
    const found = await comparer.compare(ofPart, [part], mentions);
    const named = (attribute: string): string => `${attribute} of the ${part}`;
    conflicts.push(...found.conflicts.map((conflict) => ({ ...conflict, attribute: named(conflict.attribute) })));
    changed.push(...found.changed.map((each) => ({ ...each, attribute: named(each.attribute) })));
  }
  // Two sentences about a part are about the subject too: that they differ is told once, with the name of the part.
  conflicts.unshift(...whole.conflicts.filter((conflict) => !conflicts.some((each) => isSamePair(each, conflict))));
  changed.unshift(
    ...whole.changed.filter((each) => ![...conflicts, ...changed].some((other) => isSamePair(other, each))),
  );
  if (statements.length === 0 && conflicts.length === 0) return null;
  return { subject, text, statements, comparison: { conflicts, changed }, why: [describeMentions(subject)] };
}

/** What belongs to a subject without naming it. */
const mentionsIn = (statements: readonly Statement[]): readonly Mention[] =>
  statements.flatMap(sentencesOf).map(({ index }) => ({ sentence: index, start: 0, end: 0 }));

const toMention = ({ part, sentence }: PartMention): Mention => ({ sentence, start: 4, end: 4 + part.length });

/** Describes how a source names a page, for readers. */
export function describeMentions({ mentions, namedInHeading }: Pick<Subject, 'mentions' | 'namedInHeading'>): string {
  if (mentions.length > 0 || namedInHeading === null) return `named ${formatTimes(mentions.length)}`;
  return namedInHeading === 'title' ? 'named in the title' : 'named in a heading';
}

interface PageCandidate extends StatementSubject {
  readonly term: Term;
  readonly title: string;
  readonly earlier: EarlierNaming;
  readonly earlierParts: readonly SourcePart[];
  readonly isDefined: boolean;
  /** A section of the source has its name. */
  readonly isHeaded: boolean;
  /** Whether a person wants a page for it. */
  readonly isChosen: boolean;
  readonly reason: string;
}

/** The names that the manifest's threshold admits, heaviest first. */
async function findCandidates(
  unknown: readonly Term[],
  earlierSources: EarlierSources,
  context: CurationContext,
  budget: YieldBudget,
): Promise<{ readonly candidates: readonly PageCandidate[]; readonly worthy: readonly Term[] }> {
  const { decided } = context;
  const handles = handlesIn(context.parsed);
  const isWanted = ({ name }: Term): boolean => decided.isWanted(name);
  const isFirst = (term: Term): boolean => isWanted(term) || isRedLink(term.name, context.snapshot);
  const named = unknown.filter(
    (term) => (isFirst(term) || isPageName(term, context.parsed, handles)) && !isRefused(term, decided),
  );
  const worthy = [...named.filter(isFirst), ...named.filter((term) => !isFirst(term))];
  const candidates: PageCandidate[] = [];
  for (const term of worthy.slice(0, MAX_LOOKUPS)) {
    if (candidates.length >= context.limits.newPages * 2) break;
    await budget.checkpoint();
    const earlier = await earlierSources.find(term, context.source.path);
    const isDefined = isDefinedIn(term) || earlier.sources.some((source) => isDefinedIn(source.term));
    const reason = isWanted(term) ? 'You want a page for it.' : admissionReason(term, isDefined, earlier, context);
    if (reason === null) continue;
    const title = decided.titleFor(term.name);
    const earlierParts: SourcePart[] = [];
    for (const source of earlier.sources) earlierParts.push(await earlierPart(source, context, budget));
    candidates.push({
      ...termSubject(term, context),
      term,
      title,
      earlier,
      earlierParts,
      isDefined,
      isHeaded: isInHeading(term, context),
      isChosen: isWanted(term),
      reason,
    });
  }
  // What a person wants comes first, then what pages link to.
  const rank = ({ isChosen, earlier }: PageCandidate): number => (isChosen ? 2 : 0) + (earlier.isWanted ? 1 : 0);
  return { candidates: [...candidates].sort((a, b) => rank(b) - rank(a)), worthy };
}

const isRefused = ({ name, aliases }: Term, decided: NameDecisions): boolean =>
  decided.isRefused(name) || aliases.some((alias) => decided.isRefused(alias));

/** A sentence opens with it and says what it is. */
function isDefinedIn({ definitions }: Term): boolean {
  return definitions.some(({ start }) => start <= 16);
}

function isInHeading({ name, aliases }: Term, { parsed }: CurationContext): boolean {
  return [...parsed.headings].some((heading) =>
    [name, ...aliases].some((each) => namedByHeading(heading, each) !== null),
  );
}

function termSubject(term: Term, { parsed }: Pick<CurationContext, 'parsed'>): StatementSubject {
  const names = [term.name, ...term.aliases];
  const headings = new Set(
    [...parsed.headings].filter((heading) => names.some((name) => namedByHeading(heading, name) === 'alone')),
  );
  const title = parsed.text.title?.toLowerCase() ?? '';
  const isTitle = names.some((name) => name.includes(' ') && title.includes(name.toLowerCase()));
  const under = headings.size > 0 ? headings : null;
  const nouns = names.filter((name) => name.includes(' ')).map((name) => name.split(' ').at(-1)?.toLowerCase() ?? '');
  return {
    names,
    mentions: term.mentions,
    definitions: term.definitions,
    under: isTitle ? 'title' : under,
    isMain: term.isMain,
    isCommonNoun: term.isCommonNoun,
    isTopic: term.isTopic,
    parts: new Set(nouns),
  };
}

async function earlierPart(
  { source, cited, date, parsed, term }: EarlierNaming['sources'][number],
  context: CurationContext,
  budget: YieldBudget,
): Promise<SourcePart> {
  const subject = termSubject(term, { parsed });
  const own = (await assignStatements(parsed, [subject], budget)).get(subject) ?? [];
  const count = context.limits.statements * (subject.isMain ? 2 : 1);
  return { source, cited, date, statements: bestStatements(own, count) };
}

/** Says why a name gets a page; `null` when it gets none. */
function admissionReason(
  term: Term,
  isDefined: boolean,
  earlier: EarlierNaming,
  { manifest, parsed }: CurationContext,
): string | null {
  const threshold = parseThreshold(manifest.curation.newEntryThreshold);
  if (earlier.isWanted) return `Pages of the wiki link to "${term.name}".`;
  if ((threshold.isDefault || threshold.definitionSuffices) && term.isMain)
    return `The title of the source names "${term.name}".`;
  if (threshold.isDefault && term.isTopic && term.isCommonNoun)
    return `A section of the source is about "${term.name}".`;
  if (threshold.definitionSuffices && isDefined) return `The source says what "${term.name}" is.`;
  if (!isInProse([{ term, parsed }, ...earlier.sources]) && earlier.unread.length === 0) return null;
  const others = [...earlier.sources.map(({ source }) => source), ...earlier.unread];
  const mentions = earlier.sources.reduce(
    (sum, each) => sum + each.term.mentions.length,
    term.mentions.length + earlier.unread.length,
  );
  if (1 + others.length >= threshold.sources && mentions >= threshold.mentions) {
    return others.length === 0
      ? `The source names "${term.name}" ${formatTimes(mentions)}.`
      : `Named in ${1 + others.length} sources: this one and ${others.map(({ id }) => id).join(', ')}.`;
  }
  const sections = new Set(term.mentions.map(({ sentence }) => parsed.sentences[sentence]?.anchor.heading ?? ''));
  const count = term.mentions.length;
  if (!threshold.isDefault || count <= RECURRING_SECTIONS) return null;
  if (sections.size >= RECURRING_SECTIONS) return `The source names "${term.name}" in ${sections.size} sections.`;
  return count >= RECURRING_MENTIONS ? `The source names "${term.name}" ${formatTimes(count)}.` : null;
}

/** "Usage" and "Credits" are only ever headings, or entries of a table of contents. */
function isInProse(sources: readonly Pick<EarlierNaming['sources'][number], 'term' | 'parsed'>[]): boolean {
  return sources.some(({ term, parsed }) =>
    term.mentions.some(({ sentence, start, end }) => {
      const { text } = parsed.sentences[sentence] ?? { text: '' };
      return /\p{L}/u.test(text.slice(0, start) + text.slice(end));
    }),
  );
}

/** Whether there is enough for a page that one would keep. */
function hasContent(
  { isChosen, isDefined, isMain, earlierParts, earlier, term, isHeaded }: PageCandidate,
  own: readonly Statement[],
): boolean {
  const all = [...own, ...earlierParts.flatMap(({ statements }) => statements)];
  if (isChosen) return all.length > 0;
  const count = all.reduce((sum, { follows }) => sum + 1 + follows.length, 0);
  const isMuch = isMain && count >= MUCH;
  const isNamed = all.some(isOpening) || (term.isTopic && all.some(({ isFirst }) => isFirst));
  const comeBy = all.every(isPassing);
  if (!isMuch && comeBy && !isNamed) return false;
  const named = all.filter(({ isPlain }) => isPlain).length;
  if (isDefined && all.some(({ isDefinition }) => isDefinition)) {
    // What a long text defines in a sentence, search finds; in a short one, it is a beginning.
    if (comeBy)
      return count >= MIN_SENTENCES || all.some(({ isDefinition, follows }) => isDefinition && follows.length > 0);
    return count > 1 || term.definitions.some(({ isComplete }) => isComplete);
  }
  if (earlier.isWanted) return named > 0;
  if (!term.isCommonNoun) {
    if (earlier.sources.length > 0) return named >= MIN_NAMED || ((named > 0 || isHeaded) && count >= MIN_SENTENCES);
    // A name that no sentence and no section is about comes by, however often.
    const about = all.filter(({ isFirst }) => isFirst).length;
    return named >= MIN_NAMED && count >= MIN_SENTENCES && (isMain || isHeaded || about >= MIN_NAMED);
  }
  if (term.isTopic) return count >= MIN_SENTENCES;
  // A noun that no source defines has a page only where it is what the title is about.
  const least = isCommonWord(stem(term.name.toLowerCase())) ? MIN_NAMED_COMMON : 1;
  return isMain && count >= MIN_SENTENCES && named >= least;
}

const isPassing = ({ parsed, sentence }: Statement): boolean => namesComeBy(parsed, sentence);

async function planNewPage(
  { term, title, earlier, earlierParts, names, reason, isMain, isChosen }: PageCandidate,
  own: readonly Statement[],
  taken: Set<string>,
  comparer: SourceComparer,
): Promise<PlannedPage> {
  const { context } = comparer;
  const slug = uniqueSlug(context.snapshot, title, context.schema, taken);
  taken.add(slug);
  const { cited, date, source, limits } = context;
  const parts = [
    ...earlierParts,
    { cited, date, source, statements: bestStatements(own, limits.statements * (isMain ? 2 : 1)) },
  ].filter(({ statements }) => statements.length > 0);
  const said = earlierParts.flatMap((part) =>
    part.statements.flatMap(({ sentence, follows }) =>
      [sentence, ...follows].map(({ text }, at, all) => ({
        text,
        source: part.source,
        before: all[at - 1]?.text ?? null,
        end: null,
      })),
    ),
  );
  const aliases = [...new Set([...term.aliases, ...(title === term.name ? [] : [term.name])])].filter(
    (alias) => alias !== title,
  );
  const comparison = await comparer.compare(said, names, [...term.mentions, ...mentionsIn(own)]);
  const isEnough = isChosen || earlier.isWanted;
  return { term, title, aliases, slug, parts, unread: earlier.unread, comparison, reason, isChosen: isEnough };
}
