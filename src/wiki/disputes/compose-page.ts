import { compareText, type Run } from '../../base';
import { joinPath } from '../../vault';
import { hubRole } from '../hub';
import { readLedger, wordKey, type Claim, type PageNote } from '../ledger';
import { type Page, type Snapshot } from '../types';
import { closestStatement, type OvertakenStatement } from './overtaken';
import { figuresThatDiffer } from './figures-that-differ';
import { DISPUTES_SLUG, isDisputesPage } from './is-disputes-page';
import { keysOf, laterStatementNow } from './later-statement';
import { cutToDifference, hasNamedDifference, tellsChange } from './named-difference';
import { dayOf, passageOf, type CitedPassage } from './passages';
import { readChanges, type RecordedChange } from './read-changes';
import { readOpenMatters, type OpenMatters, type PageDispute } from './read-page';
import { renderDisputesPage, type ChangedStatement, type DisputesContent, type Told } from './render-page';
import { isSameMatter, isSamePoint, saysOtherwise, sharedWords } from './same-matter';
import { withTold } from './with-told';

interface DisputesRequest {
  /** Before the change. */
  readonly current: Pick<Snapshot, 'text'>;
  /** After the change of the pages. */
  readonly next: Snapshot;
  /** Paths of the pages that change. */
  readonly touched: Iterable<string>;
  readonly overtaken: readonly OvertakenStatement[];
  /** Days of sources that the record of sources does not have yet, by path. */
  readonly dates?: ReadonlyMap<string, string>;
  /** Whether all pages are read where there is no such page yet, and not only if the change has something to tell. */
  readonly isWhole?: boolean;
  /** An earlier text of the page, whose changes may be true again. */
  readonly earlier?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly run: Run;
}

/** The first page of that kind tells what all pages do, in a wiki of so many. */
const MAX_READ_PAGES = 2000;

/** Where the page is: beside the index, or where the wiki has its pages. */
export function disputesPath({ layout }: Pick<Snapshot, 'layout'>): string {
  return joinPath(layout.pages ?? '', `${DISPUTES_SLUG}.md`);
}

/**
 * The text of the page that gathers what the wiki holds of contradictions, of statements that newer sources changed, and of open questions. It
 * is made of the pages that changed and of those that it told of before.
 *
 * @returns `null` if there is nothing to tell; the text as it is if a person has another page there
 */
export async function composeDisputesPage(request: DisputesRequest): Promise<string | null> {
  const { next, now } = request;
  const path = disputesPath(next);
  const page = next.pages.get(path);
  const text = await next.text(path);
  // A person's page stays, and keeps its name.
  const isTaken = next.pagesBySlug(DISPUTES_SLUG).some((each) => !isDisputesPage(each));
  if (isTaken || (text !== null && page === undefined)) return text;
  const known = await changesOf(request, text);
  const dayOfSource = (id: string): string | null => dateOf(request, id);
  const { disputes, questions, told, pages } = await openMattersOf(request, page, known.length > 0);
  const changes = withTold(known, told, dayOfSource);
  if (disputes.length + changes.rows.length === 0) return null;
  const settled = new Set(disputes.flatMap(({ sides }) => sides.flatMap((side) => [...keysOf(side)])));
  const figures = await figuresThatDiffer(pages, next, settled, request.run);
  const content = { disputes, figures, questions, changes: changes.rows, told: changes.sentences, dateOf: dayOfSource };
  const unchanged = page === undefined ? null : renderDisputesPage(content, next, page.updatedAt ?? now);
  return unchanged === text && unchanged !== null ? text : renderDisputesPage(content, next, now);
}

function dateOf({ next, dates }: DisputesRequest, sourceId: string): string | null {
  const source = next.source(sourceId);
  return (dates?.get(source?.path ?? '') ?? source?.date)?.slice(0, 10) ?? null;
}

/** What pages tell, sorted by their titles. A dispute that two pages tell is told once. */
async function openMattersOf(
  request: DisputesRequest,
  page: Page | undefined,
  hasChanges: boolean,
): Promise<
  Pick<DisputesContent, 'disputes' | 'questions'> & {
    readonly told: readonly OpenPage[];
    readonly pages: readonly Page[];
  }
> {
  const { next, run } = request;
  const read = async (paths: Iterable<string>): Promise<OpenPage[]> => {
    const found: OpenPage[] = [];
    for (const path of new Set(paths)) {
      const each = next.pages.get(path);
      if (each === undefined || isDisputesPage(each)) continue;
      await run.yieldToHost();
      found.push({ page: each, ...(await openMattersIn(each, next)) });
    }
    return found;
  };
  const linked = page?.links.flatMap((link) => pathsOf(next.resolve(link, page.path))) ?? [];
  let found = await read([...request.touched, ...linked]);
  const isFirst = page === undefined && (request.isWhole === true || hasChanges || found.some(isWorthAPage));
  if (isFirst) found = await read(next.pages.size <= MAX_READ_PAGES ? next.pages.keys() : candidates(next, request));
  found.sort((a, b) => compareText(a.page.title, b.page.title) || compareText(a.page.path, b.page.path));
  const disputes = new Map<string, Told<PageDispute>>();
  for (const { page: own, disputes: each } of found)
    for (const dispute of each) if (!disputes.has(dispute.key)) disputes.set(dispute.key, { ...dispute, page: own });
  return {
    disputes: [...disputes.values()],
    questions: found.filter(
      ({ page: own, questions: { shown, more } }) =>
        hubRole(own) === null && own.kind !== 'summary' && shown.length + more > 0,
    ),
    told: found.filter(({ page: own }) => own.kind !== 'summary'),
    pages: found.map(({ page: own }) => own),
  };
}

/** What a reader would look for on a page of its own; what is only open or told in passing can wait for it. */
const isWorthAPage = ({ page, disputes, told }: OpenPage): boolean =>
  disputes.length > 0 || (page.kind !== 'summary' && told.pairs.length > 0);

/** With each change, the page tells of the same pages again, of which few have changed: a page that has is another object. */
const knownMatters = new WeakMap<Page, OpenMatters>();

async function openMattersIn(page: Page, next: Snapshot): Promise<OpenMatters> {
  const known = knownMatters.get(page);
  if (known !== undefined) return known;
  const text = await next.text(page.path);
  const matters = readOpenMatters(text ?? '');
  if (text !== null) knownMatters.set(page, matters);
  return matters;
}

interface OpenPage extends OpenMatters {
  readonly page: Page;
}

const pathsOf = (found: ReturnType<Snapshot['resolve']>): readonly string[] =>
  found.kind === 'page' ? [found.page.path] : [];

/** In a large wiki, the pages that say that they contradict others. */
function candidates({ pages }: Snapshot, { touched }: DisputesRequest): readonly string[] {
  return [
    ...touched,
    ...[...pages.values()].flatMap(({ path, contradicts }) => (contradicts.length > 0 ? [path] : [])),
  ];
}

/** The changes that were told before and still hold, and those that the change brings. */
async function changesOf(request: DisputesRequest, text: string | null): Promise<readonly Told<ChangedStatement>[]> {
  const { current, next, overtaken, earlier, run } = request;
  const dayOfSource = (id: string): string | null => dateOf(request, id);
  const known = [text, earlier].flatMap((each) => (typeof each === 'string' ? readChanges(each, dayOfSource) : []));
  const brought: RecordedChange[] = [];
  for (const each of overtaken) {
    await run.yieldToHost();
    const page = next.pages.get(each.path);
    const change =
      page === undefined
        ? null
        : changeFrom(each, await current.text(each.path), await next.text(each.path), dayOfSource);
    if (page !== undefined && change !== null) brought.push({ ...change, slug: page.slug });
  }
  return stillTold([...known, ...brought], next, dayOfSource, run);
}

/** Whether the later of two statements, of which a source told that it ends the first, says something else of the same. */
function goesOn({ markdown: was }: CitedPassage, { markdown: is }: CitedPassage): boolean {
  return (isSameMatter(was, is) || (tellsChange(is) && sharedWords(was, is).length > 0)) && saysOtherwise(was, is);
}

/** The changes of which pages still tell the later part, each once, with what they say now. */
async function stillTold(
  changes: readonly RecordedChange[],
  next: Snapshot,
  dateOfSource: (sourceId: string) => string | null,
  run: Run,
): Promise<readonly Told<ChangedStatement>[]> {
  const told = new Map<string, Told<ChangedStatement>>();
  for (const change of changes) {
    const [page, other] = next.pagesBySlug(change.slug);
    if (page === undefined || other !== undefined) continue;
    await run.yieldToHost();
    const fitsTo =
      (before: CitedPassage) =>
      (after: CitedPassage): boolean =>
        goesOn(before, after) && hasNamedDifference(before, after, dateOfSource);
    const now = await laterStatementNow(change, page, fitsTo(change.before), next, run);
    if (now === null) continue;
    // What is printed is read again with the next change, and has to tell as much.
    const before = cutToDifference(change.before, now.passage);
    if (!fitsTo(before)(now.passage)) continue;
    const key = [now.page.path, before.markdown, now.passage.markdown].join('\n');
    told.set(key, { before, after: cutToDifference(now.passage, before), page: now.page });
  }
  return [...told.values()];
}

/** The statement as the page made it, and the one that rests on what ends it, the older first; `null` where the page does not say both. */
function changeFrom(
  { before, by }: OvertakenStatement,
  was: string | null,
  now: string | null,
  dateOf: (sourceId: string) => string | null,
): ChangedStatement | null {
  if (was === null || now === null) return null;
  const key = wordKey(before);
  const old = readLedger(was).claims.find((claim) => claim.key === key && claim.notes.length > 0);
  if (old === undefined) return null;
  const later = laterStatement(old, readLedger(now).claims, by);
  if (later === null) return null;
  const [first, second] = [passageOf(was, [old]), passageOf(now, [later])];
  const [day, laterDay] = [dayOf(first, dateOf), dayOf(second, dateOf)];
  if (day === null || laterDay === null || day < laterDay) return { before: first, after: second };
  return day === laterDay ? null : { before: second, after: first };
}

/**
 * What the page says now instead: the closest statement that rests on what ended the old one, and rather one that rests on nothing else, as
 * one that only mentions it is about something of its own.
 */
function laterStatement(old: Claim, claims: readonly Claim[], by: OvertakenStatement['by']): Claim | null {
  const told = claims.filter(
    ({ notes, text }) =>
      notes.some((note) => isAmong(note, by)) && isSameMatter(old.text, text) && saysOtherwise(old.text, text),
  );
  const isOfItAlone = ({ notes }: Claim): boolean => notes.every((note) => isAmong(note, by));
  return (
    closestStatement(old, told.filter(isOfItAlone)) ??
    closestStatement(
      old,
      told.filter(({ text }) => isSamePoint(old.text, text)),
    )
  );
}

/** A footnote may quote less than the whole passage, or the sentence before it too. */
function isAmong({ sourceId, quote }: PageNote, passages: OvertakenStatement['by']): boolean {
  const words = wordKey(quote ?? '');
  return passages.some((passage) => {
    const other = wordKey(passage.quote);
    return (
      passage.sourceId === sourceId && words !== '' && other !== '' && (words.includes(other) || other.includes(words))
    );
  });
}
