import { type Page, type Snapshot, type Source } from '../../wiki';

/** A source by the name that a reader knows: of its summary, else its own, else of the document itself. */
export function namedSource(
  source: Source,
  snapshot: Snapshot,
  title?: string | null,
): Pick<Source, 'path' | 'title' | 'date'> {
  const { path, date, id } = source;
  const summary = summaryOf(source, snapshot);
  const own = source.title === id ? (title ?? source.title) : source.title;
  return { path, date, title: summary?.title ?? own };
}

function summaryOf({ path, id }: Source, { pages }: Snapshot): Page | undefined {
  for (const page of pages.values()) {
    if (page.kind !== 'summary' || page.sources.length !== 1) continue;
    const [only] = page.sources;
    if (only === path || only === id) return page;
  }
  return undefined;
}
