import { readStatements } from '../../markdown';
import { hubRole, renderNote, type Page, type Snapshot } from '../../wiki';
import { createAutoLinker, linkFirstMentions } from '../auto-link';
import { hubLinks } from '../hubs/hub-links';
import { type Unit } from '../units';
import { type AccountContext } from './account';
import { readSections, type ShownSection } from './asked-sections';
import { chunkUnits } from './chunk-units';
import {
  findDisagreements,
  reportCandidates,
  toCandidates,
  type ConflictCandidate,
  type Disagreement,
} from './conflict-candidates';
import { buildTextRules, conflictPolicy, type Curation } from './curation';
import { type DraftContext } from './draft-context';
import { MarkTable } from './marks';
import { viewPage, type PageView } from './page-view';
import { type IngestPlan, type PlannedPage } from './planned-page';
import { fitsInPrompt } from './select-chunks';
import { describeSelf } from './source-self';

/** What writing the pages of one source needs, read once. */
export interface WriteMaterial {
  readonly units: readonly Unit[];
  /** The units as the plan saw them, one list for each call. */
  readonly chunks: readonly (readonly Unit[])[];
  readonly marks: MarkTable;
  /** Pages that exist and are changed, by slug. */
  readonly views: ReadonlyMap<string, PageView>;
  /** Pages that new text may link to. */
  readonly linkable: readonly LinkablePage[];
  readonly accountContext: AccountContext;
  /** What the units and the wiki cannot both say, as code reads them. */
  readonly candidates: readonly ConflictCandidate[];
  /** One line for the new source, and one for each other behind the marks in a text. */
  sourceLines(shown: string): readonly string[];
  /** Whether another source supersedes one behind a mark. */
  hasSuperseded(): boolean;
  draftContext(slug: string): DraftContext;
  /**
   * The sections of other pages that pages ask for, by `slug#section`, with marks.
   *
   * @param texts of pages that were written before, by path
   */
  readSections(
    pages: readonly PlannedPage[],
    texts: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, ShownSection>>;
}

/** A page that exists or is planned. */
interface LinkablePage {
  readonly slug: string;
  readonly title: string;
  readonly isPlanned: boolean;
}

/** Reads the pages that a plan changes or asks for. */
export async function readMaterial(
  curation: Curation,
  plan: IngestPlan,
  units: readonly Unit[],
  summary: string,
  listed: readonly Page[],
  disagreements: Map<Page, readonly Disagreement[]>,
): Promise<WriteMaterial> {
  const { snapshot, source, picture } = curation.request;
  const marks = new MarkTable(source.id, units, curation.autoLink ? summary : null, picture === undefined);
  const views = await readViews(curation, plan.pages, marks);
  const slugs = plan.pages.map(({ slug }) => slug);
  const rules = buildTextRules(curation, [summary, ...slugs]);
  const linker = curation.autoLink
    ? createAutoLinker(
        curation.request,
        plan.pages.filter(({ page }) => page === null),
      )
    : null;
  return {
    units,
    chunks: chunkUnits(units),
    marks,
    views,
    readSections: sectionReader(snapshot, marks),
    candidates: await candidatesOf(curation, plan, units, listed, disagreements, marks),
    linkable: linkablePages(plan, listed),
    accountContext: {
      marks,
      dateOf: (id) => curation.dateOf(id),
      // What the plan moves is checked again when all pages are written.
      saysElsewhere: (slug) => slugs.includes(slug) || snapshot.pagesBySlug(slug).length === 1,
    },
    sourceLines: (shown) => sourceLinesFor(curation, marks, shown),
    hasSuperseded: () => marks.sources().some(({ id }) => isOld(curation, id)),
    draftContext: (slug) => {
      const view = views.get(slug);
      return {
        marks,
        rules,
        addLinks: (part) => {
          if (linker === null || slug === '') return part.text;
          part.linked.add(slug);
          for (const target of [...part.linked]) part.linked.add(rules.slugOf(target) ?? target);
          return linkFirstMentions(part, linker);
        },
        random: curation.options.random,
        dateOf: (id) => curation.dateOf(id),
        ...(view !== undefined &&
          curation.autoLink &&
          hubRole(view.page) !== null && { seeAlso: hubLinks(snapshot, view.page.slug) }),
        own: view?.own ?? new Map<string, string>(),
        definitions: view === undefined ? new Map<string, string>() : definitionsOf(view),
        renderNote: (note, id) =>
          renderNote(note, id === source.id ? curation.request.text.format : formatOf(snapshot.source(id)?.path ?? '')),
      };
    },
  };
}

function sectionReader(snapshot: Snapshot, marks: MarkTable): WriteMaterial['readSections'] {
  return (pages, texts) =>
    readSections(
      {
        pagesBySlug: (slug) => snapshot.pagesBySlug(slug),
        text: async (path) => texts.get(path) ?? snapshot.text(path),
      },
      pages,
      marks,
    );
}

function linkablePages({ pages }: IngestPlan, listed: readonly Page[]): readonly LinkablePage[] {
  const linkable = new Map<string, LinkablePage>([
    ...listed.map(({ slug, title }) => [slug, { slug, title, isPlanned: false }] as const),
    ...pages.map(({ slug, title }) => [slug, { slug, title, isPlanned: true }] as const),
  ]);
  return [...linkable.values()];
}

async function candidatesOf(
  curation: Curation,
  { pages }: IngestPlan,
  units: readonly Unit[],
  listed: readonly Page[],
  known: Map<Page, readonly Disagreement[]>,
  marks: MarkTable,
): Promise<readonly ConflictCandidate[]> {
  const compared = [...pages.flatMap(({ page }) => page ?? []), ...listed];
  const found = toCandidates(await findDisagreements(curation, units, compared, known), marks);
  return [...found, ...reportCandidates(units)];
}

/** A page that is too long to be composed is edited. */
export function withPossibleOps(pages: readonly PlannedPage[], views: WriteMaterial['views']): readonly PlannedPage[] {
  return pages.map((page) => {
    const view = views.get(page.slug);
    return page.op === 'compose' && view !== undefined && !fitsInPrompt(view) ? { ...page, op: 'edit' as const } : page;
  });
}

async function readViews(
  { request, options }: Curation,
  pages: readonly PlannedPage[],
  marks: MarkTable,
): Promise<ReadonlyMap<string, PageView>> {
  const views = new Map<string, PageView>();
  const handEdited = await options.handEdits?.(pages.flatMap(({ page }) => page?.path ?? []));
  for (const { slug, page } of pages) {
    const text = page === null ? null : await request.snapshot.text(page.path);
    if (page === null || text === null) continue;
    const byHand = handEdited?.get(page.path);
    views.set(
      slug,
      viewPage(page, text, marks, ({ key }) => byHand?.has(key) === true),
    );
  }
  return views;
}

/** The footnotes of a page by label in lower case. */
export function definitionsOf({ text }: Pick<PageView, 'text'>): ReadonlyMap<string, string> {
  // The first definition of a label is the one that readers see.
  return new Map(
    [...readStatements(text).definitions].reverse().map(({ label, content }) => [label.toLowerCase(), content]),
  );
}

/** The format of a source by its name: decides how places are told. */
export function formatOf(path: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  if (['md', 'markdown', 'mdown', 'mkd'].includes(extension)) return 'markdown';
  if (['txt', 'text', 'log', 'asc'].includes(extension)) return 'text';
  if (['csv', 'tsv', 'tab'].includes(extension)) return 'csv';
  return ['json', 'jsonl', 'ndjson'].includes(extension) ? 'json' : extension;
}

function isOld(curation: Curation, id: string): boolean {
  const source = curation.request.snapshot.source(id);
  return source !== undefined && conflictPolicy(curation).isSuperseded(source);
}

function sourceLinesFor(curation: Curation, marks: MarkTable, shown: string): readonly string[] {
  const cited = marks.sources().filter(({ number }) => number === 1 || shown.includes(`{${number}.`));
  return cited.map(({ number, id }) => sourceLine(curation, number, id));
}

function sourceLine(curation: Curation, number: number, id: string): string {
  const day = curation.dateOf(id);
  const date = day !== null && id.includes(day) ? '' : `, ${day ?? 'no date'}`;
  const isThis = id === curation.request.source.id;
  const said = isThis && curation.isDateFromText ? ' by its own text' : '';
  const source = curation.request.snapshot.source(id);
  const self = isThis ? describeSelf(curation.request) : '';
  const named = self === '' ? '' : `, ${self}`;
  const isNew = isThis ? ', the new source' : '';
  const state = isOld(curation, id) ? ', superseded' : '';
  const authority = source?.authority === undefined ? '' : `, ${source.authority}`;
  return `{${number}.…} is ${id}${named}${date}${said}${authority}${state}${isNew}`;
}
