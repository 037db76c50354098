import { fileStem } from '../../base';
import { uniqueSlug, slugify, type Page, type PageSchema, type Snapshot, type Source } from '../../wiki';

/**
 * Chooses the slug of a source's summary: the file name. If a note already has that name (the source itself may be one),
 * the slug says what it is: `2026-04-20-meeting-summary`.
 */
export function chooseSummarySlug(
  source: Source,
  snapshot: Snapshot,
  schema: PageSchema,
  isName: (slug: string) => boolean,
): string {
  const stem = fileStem(source.path);
  const plain = uniqueSlug(snapshot, stem, schema);
  return plain === slugify(stem, schema) && !isName(plain) ? plain : uniqueSlug(snapshot, `${stem}-summary`, schema);
}

/**
 * Finds the summary page of a source by the slugs it can have, without a search. A source that changed has several, of which
 * the one that no other supersedes counts.
 */
export function findSummary(source: Source, snapshot: Snapshot): Page | null {
  const recorded = Object.hasOwn(snapshot.provenance.sources, source.path)
    ? (snapshot.provenance.sources[source.path]?.slugs ?? [])
    : [];
  const stem = fileStem(source.path);
  const names = [stem, `${stem}-summary`].flatMap((name) => [slugify(name), slugify(name, 'knowledge.entry/v1')]);
  const found = [...recorded, ...names, source.id].flatMap((slug) =>
    snapshot
      .pagesBySlug(slug)
      .filter(
        ({ kind, sources }) => kind === 'summary' && sources.some((ref) => ref === source.path || ref === source.id),
      ),
  );
  const isSuperseded = ({ slug }: Page): boolean => found.some(({ supersedes }) => supersedes.includes(slug));
  return found.find((page) => !isSuperseded(page)) ?? found[0] ?? null;
}
