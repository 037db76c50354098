import { fileStem } from '../../base';
import { type Snapshot } from '../../wiki';

const known = new WeakMap<Snapshot, ReadonlyMap<string, string>>();

/**
 * What to call each source, by its path: as its summary is titled, else by its own title, else by its file name without the date before it.
 */
export function sourceTitles(snapshot: Snapshot): ReadonlyMap<string, string> {
  const titles = known.get(snapshot) ?? findTitles(snapshot);
  known.set(snapshot, titles);
  return titles;
}

function findTitles(snapshot: Snapshot): ReadonlyMap<string, string> {
  const summaries = new Map<string, string>();
  for (const page of snapshot.pages.values()) {
    if (page.kind !== 'summary') continue;
    const [source, second] = snapshot.sourcesOf(page);
    if (source !== undefined && second === undefined) summaries.set(source.path, page.title);
  }
  return new Map(
    [...snapshot.sources.values()].map(({ path, title }) => [path, summaries.get(path) ?? plainTitle(path, title)]),
  );
}

function plainTitle(path: string, title: string): string {
  const stem = fileStem(path);
  if (title !== stem) return title;
  const words = stem.replace(/^\d{4}-\d{2}-\d{2}[-_ ]+/, '').replace(/[-_]+/g, ' ');
  return words === '' ? title : words.charAt(0).toUpperCase() + words.slice(1);
}
