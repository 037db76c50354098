import { type Random } from '../../base';
import { type HandEdits } from '../../change';
import { readLedger, renderNote, type Claim, type Page } from '../../wiki';
import { createAutoLinker, linkFirstMentions } from '../auto-link';
import { findSummary } from '../extractive/summary-page';
import { type HubRequest } from '../hubs';
import { type DraftContext } from '../model-run/draft-context';
import { markSourceLines } from '../model-run/mark-sources';
import { MarkTable } from '../model-run/marks';
import { viewPage, type PageView } from '../model-run/page-view';
import { type PlannedPage } from '../model-run/planned-page';
import { namedSlug, oneLine } from '../model-run/prompt';
import { fitsInPrompt } from '../model-run/select-chunks';
import { definitionsOf, formatOf } from '../model-run/write-material';
import { byWeight } from '../hubs/hubs-of';

/** What writing pages anew needs, read once. */
export interface RewriteMaterial {
  readonly marks: MarkTable;
  /** The pages to write anew, by slug. */
  readonly views: ReadonlyMap<string, PageView>;
  readonly planned: ReadonlyMap<string, PlannedPage>;
  /** Pages that are too long for one answer. */
  readonly tooLong: readonly Page[];
  /** Texts of the summaries that may take what is left out, by path. */
  readonly summaries: ReadonlyMap<string, { readonly page: Page; readonly text: string }>;
  /** What these summaries say, by path. */
  readonly told: ReadonlyMap<string, readonly Claim[]>;
  /** What a new sentence may name: titles of pages. */
  readonly names: readonly string[];
  /** ISO day of a source; `null` if unknown. */
  readonly dateOf: (sourceId: string) => string | null;
  /** The summary that keeps a statement: of the source on which most of it rests. */
  readonly summaryOf: (claim: Claim) => Page | null;
  draftContext(slug: string): DraftContext;
  /** One line for each source behind marks in a text. */
  sourceLines(shown: string): readonly string[];
  /** Other pages that a text may link, the most linked first. */
  linkable(slugs: readonly string[]): readonly string[];
}

const MAX_LINKABLE = 40;
const MAX_GLOSS = 90;

type Reading = Pick<HubRequest, 'snapshot' | 'lens' | 'index' | 'run'>;

/** @param pages to write anew */
export async function readRewriteMaterial(
  reading: Reading,
  pages: readonly Page[],
  { random, handEdits }: { readonly random: Random; readonly handEdits?: FindHandEdits | undefined },
): Promise<RewriteMaterial> {
  const { snapshot } = reading;
  const marks = new MarkTable('', [], null);
  const { views, tooLong } = await readViews(reading, pages, marks, handEdits);
  const { summaries, summaryOf } = await readSummaries(reading, [...views.values()]);
  const others = [...snapshot.pages.values()].filter(({ schema, kind }) => schema !== null && kind !== 'summary');
  return {
    marks,
    views,
    tooLong,
    summaries,
    summaryOf,
    planned: new Map([...views].map(([slug, { page }]) => [slug, plannedFor(page)] as const)),
    told: new Map([...summaries].map(([path, { text }]) => [path, readLedger(text).claims] as const)),
    names: others.flatMap(({ title, aliases }) => [title, ...aliases]),
    dateOf: (id) => snapshot.source(id)?.date?.slice(0, 10) ?? null,
    draftContext: draftContexts(reading, { marks, views, random }),
    sourceLines: (shown) => markSourceLines(marks, snapshot, (number) => shown.includes(`{${number}.`)),
    linkable: (slugs) =>
      byWeight(
        others.filter(({ slug }) => !slugs.includes(slug)),
        snapshot,
      )
        .slice(0, MAX_LINKABLE)
        .map(({ slug, title, summary }) => `${namedSlug(slug, title)} | ${oneLine(summary, MAX_GLOSS)}`),
  };
}

type FindHandEdits = (paths: readonly string[]) => Promise<HandEdits>;

/** The pages as numbered blocks, but those that are too long for one answer. */
async function readViews(
  { snapshot, run }: Reading,
  pages: readonly Page[],
  marks: MarkTable,
  handEdits?: FindHandEdits,
): Promise<Pick<RewriteMaterial, 'views' | 'tooLong'>> {
  const edited = await handEdits?.(pages.map(({ path }) => path));
  const views = new Map<string, PageView>();
  const tooLong: Page[] = [];
  for (const page of pages) {
    await run.yieldToHost();
    const text = await snapshot.text(page.path);
    if (text === null) continue;
    const byHand = edited?.get(page.path);
    const view = viewPage(page, text, marks, ({ key }) => byHand?.has(key) === true);
    if (fitsInPrompt(view)) views.set(page.slug, view);
    else tooLong.push(page);
  }
  return { views, tooLong };
}

async function readSummaries(
  { snapshot }: Reading,
  views: readonly PageView[],
): Promise<Pick<RewriteMaterial, 'summaries' | 'summaryOf'>> {
  const bySource = new Map<string, Page | null>();
  const summaries = new Map<string, { readonly page: Page; readonly text: string }>();
  for (const id of new Set(views.flatMap(({ ledger }) => ledger.claims.flatMap(sourceIdsOf)))) {
    const source = snapshot.source(id);
    const page = source === undefined ? null : findSummary(source, snapshot);
    const text = page === null ? null : await snapshot.text(page.path);
    bySource.set(id, text === null ? null : page);
    if (page !== null && text !== null) summaries.set(page.path, { page, text });
  }
  return {
    summaries,
    summaryOf: (claim) =>
      mostCited(sourceIdsOf(claim))
        .map((id) => bySource.get(id) ?? null)
        .find((page) => page !== null) ?? null,
  };
}

function draftContexts(
  { snapshot, lens, index }: Reading,
  { marks, views, random }: Pick<RewriteMaterial, 'marks' | 'views'> & { readonly random: Random },
): RewriteMaterial['draftContext'] {
  const { autoLink } = lens.effective.curation;
  const linker = autoLink === 'off' || autoLink === 'manual' ? null : createAutoLinker({ snapshot, index }, []);
  const slugOf = (target: string): string | null => {
    if (linker === null) return null;
    const found = snapshot.resolve({ form: 'wikilink', target, fragment: null, external: false }, '');
    return found.kind === 'page' ? found.page.slug : null;
  };
  return (slug) => {
    const view = views.get(slug);
    return {
      marks,
      rules: { slugOf, citable: new Set(), isQuote: (quote) => view?.text.includes(quote) === true },
      random,
      own: view?.own ?? new Map<string, string>(),
      definitions: view === undefined ? new Map<string, string>() : definitionsOf(view),
      renderNote: (note, id) => renderNote(note, formatOf(snapshot.source(id)?.path ?? '')),
      addLinks: (part) => {
        if (linker === null) return part.text;
        part.linked.add(slug);
        for (const target of [...part.linked]) part.linked.add(slugOf(target) ?? target);
        return linkFirstMentions(part, linker);
      },
    };
  };
}

function plannedFor(page: Page): PlannedPage {
  return {
    slug: page.slug,
    title: page.title,
    kind: page.kind,
    op: 'compose',
    page,
    units: [],
    from: [],
    aliases: [],
    ended: [],
    why: 'The page grew source by source. It is written anew from what it says.',
  };
}

const sourceIdsOf = ({ notes, citations }: Claim): readonly string[] => [
  ...notes.map(({ sourceId }) => sourceId),
  ...citations,
];

/** Ids, the one that occurs most often first. */
function mostCited(ids: readonly string[]): readonly string[] {
  const count = (id: string): number => ids.filter((each) => each === id).length;
  return [...new Set(ids)].sort((a, b) => count(b) - count(a));
}
