import { type JsonObject, type JsonValue } from '../../base';
import { type FileEdit } from '../../change';
import { contradictionBullet, type Page, type Source } from '../../wiki';
import { createAutoLinker, linkFirstMentions } from '../auto-link';
import { findSummary } from '../extractive/summary-page';
import { dropTakenAliases, pagesWithTakenAliases, takenAliases } from '../taken-aliases';
import { dependsOnContext, type Unit } from '../units';
import { buildChangedPage, buildHead, buildNewPage, type NewPageHead } from './build-files';
import { type FileContext } from './page-properties';
import { summaryTitle } from './summary-title';
import { cleanConflict, withCallouts, type FlaggedConflict } from './conflict-callouts';
import { conflictPolicy, type Curation } from './curation';
import { type IngestPlan } from './planned-page';
import { buildReplacedPage, findReplacedPages, type ReplacedPage } from './replaced-pages';
import {
  buildContradictedSummary,
  continueSummary,
  buildSummary,
  buildSummaryHead,
  type SummaryHead,
  type SummaryLink,
  type SummaryLinker,
} from './summary';
import { type MarkTarget } from './marks';
import { type WriteMaterial } from './write-material';
import { type WrittenPage } from './read-written';

/** What the change of one source is built from. */
export interface IngestContent {
  readonly plan: IngestPlan;
  readonly units: readonly Unit[];
  readonly written: readonly WrittenPage[];
  /** Slug of the summary. */
  readonly summary: string;
  /** The summary of an earlier version of the source, or of this one when it is taken up again. */
  readonly before: Page | null;
  /** Whether an earlier ingest of the same content is taken up again. */
  readonly isContinued: boolean;
  /** Units for which no page was found. */
  readonly unplaced: readonly number[];
  readonly material: WriteMaterial;
}

/** A contradiction that the policy leaves open. */
interface OpenConflict {
  readonly slug: string;
  readonly what: string;
  /** The sources' statements that contradict each other, the same on every page: the first two marks. */
  readonly key: string;
  /** Summaries of the other sources. */
  readonly summaries: readonly Page[];
  /** What the review shows of it; `null` unless two passages are named, one of them of this source. */
  readonly dispute: JsonValue;
  /** What the sides rest on, the older first; `null` where there is no dispute. */
  readonly targets: readonly [MarkTarget, MarkTarget] | null;
}

/** The files of the change: the summary, new and changed pages, replaced pages, and summaries of sources that disagree. */
export async function buildChange(
  curation: Curation,
  given: IngestContent,
): Promise<{
  readonly files: readonly FileEdit[];
  readonly bullets: readonly string[];
  readonly disputes: readonly JsonValue[];
}> {
  const conflicts = openConflicts(curation, given);
  const content = { ...given, written: withFlags(curation, given, conflicts) };
  const replaced = findReplacedPages(curation, content.plan, content.units);
  const { context, summaryHead, heads } = startFiles(curation, content, conflicts, replaced);
  const changed = content.written.flatMap((page) => {
    const isOpen = conflicts.some((conflict) => conflict.slug === page.planned.slug && conflict.summaries.length === 0);
    return buildChangedPage(page, isOpen ? [content.summary] : [], context) ?? [];
  });
  const links: readonly SummaryLink[] = [
    ...changed.map(({ path }) => linkTo(curation.request.snapshot.pages.get(path), null)),
    ...heads.map(({ page, head }) => ({ slug: page.planned.slug, title: page.planned.title, createdBy: head.headId })),
  ].flatMap((link) => link ?? []);
  const unplaced = content.unplaced.flatMap((number) => content.units[number - 1] ?? []);
  const files = [
    ...(await summaryFiles(curation, content, summaryHead, links, unplaced, summaryLinker(curation, content, heads))),
    ...heads.map(({ page, head }) => buildNewPage(page, head, context)),
    ...changed,
  ];
  files.push(...(await buildConsequences(context, content, conflicts, replaced, summaryHead, files)));
  const disputes = conflicts.flatMap(({ dispute }) => (dispute === null ? [] : [dispute]));
  return { files, bullets: contradictionBullets(conflicts), disputes };
}

/** The new summary; of a source that is taken up again, the change of its summary. */
async function summaryFiles(
  curation: Curation,
  { plan, material, before, isContinued, units, written }: IngestContent,
  head: SummaryHead,
  links: readonly SummaryLink[],
  unplaced: readonly Unit[],
  link: SummaryLinker,
): Promise<readonly FileEdit[]> {
  if (!isContinued || before === null) return [buildSummary(curation, head, plan, links, unplaced, material, link)];
  const text = await curation.request.snapshot.text(before.path);
  const placed = written.flatMap(({ cited }) => [...cited].flatMap((number) => units[number - 1] ?? []));
  const edit = text === null ? null : continueSummary(curation, before, text, links, placed);
  return edit === null ? [] : [edit];
}

/** Links to pages that exist and to those that the change makes, each once on the summary. */
function summaryLinker(
  curation: Curation,
  { summary }: IngestContent,
  heads: readonly { readonly page: WrittenPage }[],
): SummaryLinker {
  if (!curation.autoLink) return (text) => text;
  const linker = createAutoLinker(
    curation.request,
    heads.map(({ page }) => page.planned),
  );
  const linked = new Set([summary]);
  return (text) => linkFirstMentions({ text, existing: '', linked }, linker);
}

/** One line for each contradiction, with the first page that says it: other pages may say it in other words, but of the same marks. */
function contradictionBullets(conflicts: readonly OpenConflict[]): readonly string[] {
  const first = new Map<string, OpenConflict>();
  for (const conflict of conflicts) if (!first.has(conflict.key)) first.set(conflict.key, conflict);
  return [...first.values()].map(({ slug, what }) => contradictionBullet(slug, what));
}

/** The heads of the summary and of new pages, on which other hunks depend. */
function startFiles(
  curation: Curation,
  { written, summary, before, isContinued }: IngestContent,
  conflicts: readonly OpenConflict[],
  replaced: readonly ReplacedPage[],
): {
  readonly context: FileContext;
  readonly summaryHead: SummaryHead;
  readonly heads: readonly { readonly page: WrittenPage; readonly head: NewPageHead }[];
} {
  const supersedes = new Map<string, readonly string[]>();
  for (const { page, by } of replaced) supersedes.set(by.slug, [...(supersedes.get(by.slug) ?? []), page.slug]);
  const old = before === null || isContinued ? [] : [before.slug];
  const contradicts = new Set(conflicts.flatMap(({ summaries }) => summaries.map(({ slug }) => slug)));
  const open = [...contradicts].filter((slug) => !old.includes(slug)).sort();
  const summaryHead = buildSummaryHead(curation, summary, old, open);
  const created = written.filter(({ change, content: text }) => change === null && (text?.text ?? '') !== '');
  const planned = written.map((page) => page.planned);
  const heads = created.map((page) => ({
    page,
    head: buildHead(curation, page, supersedes.get(page.planned.slug) ?? [], planned),
  }));
  const createdHunks = new Map([
    ...(isContinued ? [] : [[summary, summaryHead.headId] as const]),
    ...heads.map(({ page, head }) => [page.planned.slug, head.headId] as const),
  ]);
  return { context: { curation, summary: summaryHead, createdHunks, planned, supersedes }, summaryHead, heads };
}

/** Changes of pages that were not written, but are replaced or contradicted. */
async function buildConsequences(
  context: FileContext,
  { before, material }: IngestContent,
  conflicts: readonly OpenConflict[],
  replaced: readonly ReplacedPage[],
  summaryHead: SummaryHead,
  files: readonly FileEdit[],
): Promise<readonly FileEdit[]> {
  const { curation, createdHunks } = context;
  const built: FileEdit[] = [];
  const textOf = async ({ path }: Page): Promise<string | null> =>
    [...files, ...built].some((file) => file.path === path) ? null : curation.request.snapshot.text(path);
  for (const each of replaced) {
    const text = createdHunks.has(each.by.slug) ? await textOf(each.page) : null;
    if (text !== null) built.push(buildReplacedPage(each, text, material, context));
  }
  built.push(...(await freedNames(context, textOf)));
  for (const { summaries, what } of conflicts) {
    for (const page of summaries) {
      const text = page.slug === before?.slug ? null : await textOf(page);
      if (text !== null) built.push(buildContradictedSummary(page, text, summaryHead, what, curation));
    }
  }
  return built;
}

/** A new page takes its name from the pages that had it as an alias. */
async function freedNames(
  { curation, createdHunks, planned }: FileContext,
  textOf: (page: Page) => Promise<string | null>,
): Promise<readonly FileEdit[]> {
  const { snapshot, now } = curation.request;
  const created = planned.filter(({ slug }) => createdHunks.has(slug));
  const hunkOf = (slug: string): string | undefined => createdHunks.get(slug);
  const edits: FileEdit[] = [];
  for (const page of pagesWithTakenAliases(snapshot, created)) {
    for (const { alias, by } of takenAliases(page, created))
      curation.notes.push(`The alias "${alias}" of "${page.slug}" goes: it is the title of the new page "${by.slug}".`);
    const text = await textOf(page);
    const edit = text === null ? null : dropTakenAliases(page, text, created, hunkOf, now);
    if (edit !== null) edits.push(edit);
  }
  return edits;
}

function linkTo(page: Page | undefined, createdBy: string | null): SummaryLink | null {
  return page === undefined ? null : { slug: page.slug, title: page.title, createdBy };
}

/** The contradictions that wait for a person: a policy that decides them has none. */
function openConflicts(curation: Curation, { written, material }: IngestContent): readonly OpenConflict[] {
  const policy = conflictPolicy(curation);
  const { resolution } = policy;
  if (resolution !== 'defer' && resolution !== 'keep-both') return [];
  const { snapshot, source } = curation.request;
  return written.flatMap(({ planned, written: raw }) =>
    raw.conflicts.flatMap(({ marks, what }) => {
      const ids = new Set(marks.flatMap((mark) => material.marks.get(mark.replace(/[{}\s!?]/g, ''))?.sourceId ?? []));
      ids.delete(source.id);
      const others = [...ids].flatMap((id) => snapshot.source(id) ?? []);
      // A source that another one supersedes loses, so that there is nothing to decide.
      const isOpen = (other: Source): boolean => policy.isSuperseded(other) === policy.isSuperseded(source);
      if (others.length > 0 && !others.some(isOpen)) return [];
      const summaries = others.filter(isOpen).flatMap((other) => findSummary(other, snapshot) ?? []);
      const words = cleanConflict(what);
      const sides = sidesOf(curation, marks, material);
      const dispute = sides && { page: planned.slug, what: words, sides: sides.map(({ side }) => side) };
      const targets = sides && ([sides[0].target, sides[1].target] as const);
      return { slug: planned.slug, key: keyOf(marks), what: words, summaries, dispute, targets };
    }),
  );
}

interface Side {
  readonly side: { readonly source: string; readonly text: string; readonly anchor: JsonObject };
  readonly target: MarkTarget;
}

/** The two passages of a contradiction, the older one first, or as this source reports both; `null` unless one of them is of this source. */
function sidesOf(
  { request }: Curation,
  marks: readonly string[],
  material: WriteMaterial,
): readonly [Side, Side] | null {
  const sides = marks.slice(0, 2).flatMap((mark): readonly Side[] => {
    const target = material.marks.get(mark.replace(/[{}\s!?]/g, ''));
    const source = request.snapshot.source(target?.sourceId ?? '')?.path;
    if (target === undefined || source === undefined || typeof target.note?.quote !== 'string') return [];
    return [{ target, side: { source, text: target.note.quote, anchor: { ...target.note.anchor } } }];
  });
  const own = sides.filter(({ side }) => side.source === request.source.path);
  const other = sides.find(({ side }) => side.source !== request.source.path);
  const numberOf = ({ target }: Side): number => target.unit?.number ?? 0;
  const [first, second] = other === undefined ? own.sort((a, b) => numberOf(a) - numberOf(b)) : [other, ...own];
  return first === undefined || second === undefined || first.target === second.target ? null : [first, second];
}

/** Pages with a callout for each contradiction that a person has to decide. Where the owner keeps both, there is nothing to decide. */
function withFlags(
  curation: Curation,
  { written, material }: IngestContent,
  conflicts: readonly OpenConflict[],
): readonly WrittenPage[] {
  if (conflictPolicy(curation).resolution !== 'defer') return written;
  const open = conflicts.flatMap(({ slug, what, targets }): readonly FlaggedConflict[] => {
    if (targets === null || what === '') return [];
    const [other, own] = targets;
    const lead = leadOf(own, material);
    return [{ slug, what, own, other, lead: lead === other ? null : lead }];
  });
  const { renderNote } = material.draftContext('');
  return withCallouts(written, open, { renderNote, speakerOf: (target) => describeSpeaker(curation, target) });
}

/** The person who speaks in a source, else its title; with the day. */
function describeSpeaker(curation: Curation, { sourceId, note, unit }: MarkTarget): string {
  const { snapshot, source } = curation.request;
  const [page] = note?.summary ? snapshot.pagesBySlug(note.summary) : [];
  const title =
    sourceId === source.id
      ? summaryTitle(curation.request)
      : (page?.title ?? snapshot.source(sourceId)?.title ?? sourceId);
  const day = unit?.date?.slice(0, 10) ?? curation.dateOf(sourceId);
  const name = note?.speaker ?? title.split(SUBTITLE)[0] ?? title;
  return day === null || name.includes(day) ? name : `${name} (${day})`;
}

/** "From Act to Abandonment: the Ashlock Canal, 1793 to 1974", "Annual report 2009 | Ashlock Canal Trust". */
const SUBTITLE = /: | [|–—] /;

/** "We take this as the year of the opening." tells a reader nothing without the sentence before it. */
const REFERS_BACK = /^(?:\S+ ){0,3}(?:this|that|these|those)\b/i;

function leadOf({ unit, note }: MarkTarget, { marks, units }: WriteMaterial): MarkTarget | null {
  const before = unit === null ? undefined : units[unit.number - 2];
  if (unit === null || before === undefined || /\p{N}/u.test(unit.text) || !REFERS_BACK.test(unit.text)) return null;
  // Its own footnote has that sentence already.
  if (note !== null && note.quote !== unit.text && dependsOnContext(unit)) return null;
  const isNear = before.kind === 'sentence' && before.anchor.heading === unit.anchor.heading;
  return isNear && before.speaker === unit.speaker ? (marks.get(`1.${before.number}`) ?? null) : null;
}

function keyOf(marks: readonly string[]): string {
  return marks
    .map((mark) => mark.replace(/[{}\s!?]/g, ''))
    .slice(0, 2)
    .sort()
    .join(' ');
}
