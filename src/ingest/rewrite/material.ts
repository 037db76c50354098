import { type Random } from '../../base';
import { type HandEdits } from '../../change';
import { renderNote, type Page } from '../../wiki';
import { createAutoLinker, linkFirstMentions } from '../auto-link';
import { readSummaries, type Summaries } from '../details';
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
  /** The summaries that keep what is left out. */
  readonly summaries: Summaries;
  /** What a new sentence may name: titles of pages. */
  readonly names: readonly string[];
  /** ISO day of a source; `null` if unknown. */
  readonly dateOf: (sourceId: string) => string | null;
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
  const summaries = await readSummaries(
    snapshot,
    [...views.values()].flatMap(({ ledger }) => ledger.claims),
  );
  const others = [...snapshot.pages.values()].filter(({ schema, kind }) => schema !== null && kind !== 'summary');
  return {
    marks,
    views,
    tooLong,
    summaries,
    planned: new Map([...views].map(([slug, { page }]) => [slug, plannedFor(page)] as const)),
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
      reportsTopics: true,
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
