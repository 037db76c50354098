import { capitalise, checkpoint, type Run } from '../../base';
import { createQuoteFinder } from '../../change';
import { type Finding } from '../../lint';
import { type PublishedClaim, type PublishedLink, type PublishedPage } from '../../packs';
import { isInScope } from '../../search';
import { citedQuotes, describePlace, findPage, readLedger, type Page, type Snapshot } from '../../wiki';
import { type Lens } from '../../workspace';
import { SourceTexts } from '../sources/source-text';
import { type WikiSession } from '../wiki-session';

/** By the check of a lint finding. */
const STALE = 'max-age';

/** The pages that a lens shows, with their links among each other and the quotes on which they rest. */
export async function publishedPages(
  session: WikiSession,
  view: WikiView,
  run: Run,
): Promise<readonly PublishedPage[]> {
  return new PageReader(session, view, run).read();
}

/** The wiki at one moment through a lens. */
interface WikiView {
  readonly snapshot: Snapshot;
  readonly lens: Lens;
  /** Of lint through this lens. */
  readonly findings: readonly Finding[];
}

class PageReader {
  readonly #snapshot: Snapshot;
  readonly #lens: Lens;
  readonly #run: Run;
  readonly #shown: ReadonlyMap<string, Page>;
  readonly #stale: ReadonlySet<string>;
  readonly #texts: SourceTexts;
  readonly #finders = new Map<string, ReturnType<typeof createQuoteFinder> | null>();

  constructor(session: WikiSession, { snapshot, lens, findings }: WikiView, run: Run) {
    this.#snapshot = snapshot;
    this.#lens = lens;
    this.#run = run;
    const shown = [...this.#snapshot.pages].filter(([, page]) => isInScope(page, lens.effective));
    this.#shown = new Map(shown);
    this.#stale = new Set(findings.filter(({ check }) => check === STALE).map(({ path }) => path));
    this.#texts = new SourceTexts(session, run);
  }

  async read(): Promise<readonly PublishedPage[]> {
    const pages: PublishedPage[] = [];
    for (const page of this.#shown.values()) {
      await checkpoint(this.#run);
      const text = (await this.#snapshot.text(page.path)) ?? '';
      pages.push(await this.#publish(page, text));
    }
    return pages;
  }

  async #publish(page: Page, text: string): Promise<PublishedPage> {
    const { path, slug, title, kind, summary, updatedAt, confidence } = page;
    const { homePage } = this.#lens.effective.display;
    const inbound = new Set(
      this.#snapshot
        .backlinks(path)
        .map(({ from }) => from.path)
        .filter((from) => from !== path && this.#shown.has(from)),
    );
    return {
      ...{ path, slug, title, kind, summary, confidence },
      group: capitalise(kind.replace(/-+/g, ' ').trim()),
      updated: updatedAt?.slice(0, 10) ?? null,
      sources: this.#snapshot.sourcesOf(page).map(({ id }) => id),
      contradicts: page.contradicts.flatMap((name) => this.#shownPage(name)?.slug ?? []),
      inbound: inbound.size,
      isHome: homePage !== undefined && this.#snapshot.pageBySlug(homePage) === page,
      isStale: this.#stale.has(path),
      body: text.slice(page.bodyStart),
      firstLine: text.slice(0, page.bodyStart).split('\n').length,
      links: this.#links(page, text),
      claims: await this.#claims(text),
    };
  }

  #shownPage(name: string): Page | null {
    const page = findPage(this.#snapshot, name);
    return page !== null && this.#shown.has(page.path) ? page : null;
  }

  #links(page: Page, text: string): readonly PublishedLink[] {
    const links: PublishedLink[] = [];
    let done = page.bodyStart;
    for (const link of page.links) {
      const { start, end, target, fragment, external, embed } = link;
      // A link within a link goes with the outer one.
      if (start < done || (external && !embed && !/^file:/i.test(target))) continue;
      done = end;
      const found = external ? null : this.#snapshot.resolve(link, page.path);
      const to = found?.kind === 'page' && this.#shown.has(found.page.path) ? found.page : null;
      const isBlock = fragment?.startsWith('^') === true;
      // The name of a page that is hidden is not its title.
      const named = link.text ?? (external ? '' : (to?.title ?? target.replace(/^.*\//, '').replace(/\.md$/i, '')));
      links.push({
        start: start - page.bodyStart,
        end: end - page.bodyStart,
        label: named === '' ? text.slice(start, end).replace(/[[\]!]/g, '') : named,
        to: to === null ? null : { path: to.path, heading: isBlock ? null : (fragment ?? null) },
      });
    }
    return links;
  }

  /** Every statement with each quote that it rests on, then the quotes that no statement refers to. */
  async #claims(text: string): Promise<readonly PublishedClaim[]> {
    const claims: PublishedClaim[] = [];
    const ids = new Map<string, number>();
    const add = async (name: string, statement: string, cited: CitedSource): Promise<void> => {
      const source = this.#snapshot.source(cited.sourceId);
      if (source === undefined || cited.quote === null) return;
      const count = (ids.get(name) ?? 0) + 1;
      ids.set(name, count);
      claims.push({
        id: count === 1 ? name : `${name}-${count}`,
        statement,
        source: source.id,
        quote: cited.quote,
        anchor: describePlace(cited.anchor, formatOf(source.path)),
        isFound: await this.#isFound(source.path, cited.quote),
      });
    };
    const seen = new Set<number>();
    for (const { text: statement, notes } of readLedger(text).claims) {
      for (const note of notes) {
        seen.add(note.line);
        await add(note.label, statement, note);
      }
    }
    for (const cited of citedQuotes(text)) {
      if (!seen.has(cited.line)) await add(`line-${cited.line}`, cited.quote, cited);
    }
    return claims;
  }

  async #isFound(path: string, quote: string): Promise<boolean> {
    let finder = this.#finders.get(path);
    if (finder === undefined) {
      const text = await this.#texts.get(path);
      finder = text === null ? null : createQuoteFinder(text);
      this.#finders.set(path, finder);
    }
    return (finder?.find(quote) ?? null) !== null;
  }
}

type CitedSource = Pick<ReturnType<typeof citedQuotes>[number], 'sourceId' | 'anchor'> & {
  readonly quote: string | null;
};

/** Decides how a place in a source is named; see `describePlace`. */
function formatOf(path: string): string {
  const ending = path.split('.').at(-1)?.toLowerCase() ?? '';
  return ['epub', 'docx', 'html', 'htm', 'pdf'].includes(ending) ? ending : 'text';
}
