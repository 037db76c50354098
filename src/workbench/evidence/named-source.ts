import { type Snapshot, type Source } from '../../wiki';

/** A source by the name that a reader knows: of its summary, else its own, else of the document itself. */
export function namedSource(
  source: Source,
  snapshot: Snapshot,
  title?: string | null,
): Pick<Source, 'path' | 'title' | 'date'> {
  const { path, date, id } = source;
  const summary = [...snapshot.pages.values()].find(
    ({ kind, sources: [only, ...others] }) =>
      kind === 'summary' && others.length === 0 && (only === path || only === id),
  );
  const own = source.title === id ? (title ?? source.title) : source.title;
  return { path, date, title: summary?.title ?? own };
}
