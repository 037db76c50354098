import { type FileEdit } from '../../change';
import { type Page } from '../../wiki';
import { dropTakenAliases, pagesWithTakenAliases, takenAliases } from '../taken-aliases';
import { type IngestContent } from './ingest-content';
import { changedStatements, summariesToReview } from './changed-statements';
import { buildOlderSummary } from './older-summary';
import { type OpenConflict } from './open-conflicts';
import { type FileContext } from './page-properties';
import { buildReplacedPage, type ReplacedPage } from './replaced-pages';
import { summaryTitle } from './summary-title';

/** Changes of pages that were not written, but are replaced or contradicted. */
export async function buildConsequences(
  context: FileContext,
  content: IngestContent,
  conflicts: readonly OpenConflict[],
  replaced: readonly ReplacedPage[],
  files: readonly FileEdit[],
): Promise<readonly FileEdit[]> {
  const { curation, createdHunks } = context;
  const built: FileEdit[] = [];
  const textOf = async ({ path }: Page): Promise<string | null> =>
    [...files, ...built].some((file) => file.path === path) ? null : curation.request.snapshot.text(path);
  for (const each of replaced) {
    const text = createdHunks.has(each.by.slug) ? await textOf(each.page) : null;
    if (text !== null) built.push(buildReplacedPage(each, text, content.material, context));
  }
  built.push(...(await freedNames(context, textOf)));
  built.push(...(await olderSummaries(context, content, conflicts, files, textOf)));
  return built;
}

/** The summaries of older sources that the new one contradicts, or of which it changes what they say. */
async function olderSummaries(
  context: FileContext,
  { before, material, written }: IngestContent,
  conflicts: readonly OpenConflict[],
  files: readonly FileEdit[],
  textOf: (page: Page) => Promise<string | null>,
): Promise<readonly FileEdit[]> {
  const { curation, summary } = context;
  const by = { slug: summary.slug, title: summaryTitle(curation.request) };
  const changed = changedStatements(curation, written, material, by, files);
  const contradictions = new Map<Page, string>();
  for (const { summaries, what } of conflicts)
    for (const page of summaries) if (!contradictions.has(page)) contradictions.set(page, what);
  const edits: FileEdit[] = [];
  for (const page of new Set([...contradictions.keys(), ...summariesToReview(changed, curation)])) {
    const text = page.slug === before?.slug || page.slug === summary.slug ? null : await textOf(page);
    if (text === null) continue;
    const contradiction = contradictions.get(page) ?? null;
    const edit = buildOlderSummary(page, text, { contradiction, changed }, context);
    if (edit !== null) edits.push(edit);
  }
  return edits;
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
