import { isoTime } from '../../base';
import { createFile, hunkId, updateFile, type FileEdit } from '../../change';
import { citeSource, placeForPage, renderNewPage } from '../../wiki';
import { titleOf } from '../extractive/curator';
import { frontmatterSplices } from '../extractive/frontmatter';
import type { Affected } from './affected';
import { buildSummary, pageParts, type Mentioned, type NewPage } from './build-new';
import { buildPage } from './build-page';
import type { Superseded } from './page-history';
import type { Writing } from './writing';
import { citationOf, evidenceFor } from './claims';
import type { Curation } from './curation';
import type { Edited } from './edit-pages';
import type { PageJob } from './judge-edits';
import type { TextRules } from './page-text';
import { supersededFile, type Replaced } from './replaced';
import type { Claim, Survey } from './types';

/** The files of the change: the summary, new pages, pages that are edited, marked or replaced. */
export async function buildFiles(
  curation: Curation,
  survey: Survey,
  summary: string,
  created: { readonly summary: Parameters<typeof buildSummary>[1]; readonly pages: readonly NewPage[] },
  edited: readonly Edited[],
  rules: TextRules,
  replaced: readonly Replaced[],
): Promise<readonly FileEdit[]> {
  const { snapshot, source, text, lens } = curation.request;
  const links = lens.effective.curation.autoLink !== 'off' && lens.effective.curation.autoLink !== 'manual';
  const partners = partnersOf(edited);
  const path = placeForPage(snapshot, 'summary', summary);
  const updatedAt = isoTime(curation.request.now);
  const title = titleOf(curation.request);
  const against = [...partners.pages, ...partners.summaries.map(({ page }) => page.slug)];
  const head = renderNewPage({
    schema: curation.schema,
    slug: summary,
    kind: 'summary',
    title,
    sources: [citeSource(source, curation.schema)],
    updatedAt,
    supersedes: replacedBy(summary, replaced),
    contradicts: [...new Set(against)].filter((slug) => !replacedBy(summary, replaced).includes(slug)).sort(),
    body: '',
  });
  const writing: Writing = {
    source,
    quoted: { path: source.path, hash: text.hash, format: text.format, citation: citationOf(curation.request) },
    title,
    sourceOf: (ref) => snapshot.source(ref),
    date: curation.date,
    updatedAt,
    summary: { slug: summary, head: hunkId(path, 0, 0, head) },
    created: new Map([
      [summary, hunkId(path, 0, 0, head)],
      ...created.pages.map((page) => [page.name.slug, page.headId] as const),
    ]),
  };
  const titles = new Map([[summary, title], ...created.pages.map(({ name }) => [name.slug, name.name] as const)]);
  const supersededAt = (path: string): Superseded | undefined => {
    const found = replaced.find(({ page }) => page.path === path);
    const by = found && titles.get(found.by);
    return found && by !== undefined ? { ...found, by: { slug: found.by, title: by } } : undefined;
  };
  const updates = edited.flatMap(({ job, judged, conflicts, affected }) => {
    const built = buildPage(job, judged, conflicts, affected.why, writing, supersededAt(job.page.path));
    if (built !== null) curation.notes.push(...built.notes);
    return built === null ? [] : [built.edit];
  });
  const news = created.pages.map((page) =>
    createFile({
      path: page.name.path,
      parts: pageParts(page, survey.claims, rules, writing, links),
      why: [page.name.reason],
    }),
  );
  const mentioned: readonly Mentioned[] = [
    ...edited.map(({ job: { page } }) => ({ slug: page.slug, title: page.title, createdBy: null })),
    ...created.pages.map(({ name, headId }) => ({ slug: name.slug, title: name.name, createdBy: headId })),
  ];
  const place = { path, links, transcribed: survey.transcription !== null };
  const files = [
    buildSummary(head, created.summary, survey.claims, mentioned, rules, writing, place),
    ...news,
    ...updates,
  ];
  for (const { page } of replaced) {
    const superseded = supersededAt(page.path);
    const base = files.some((file) => file.path === page.path) ? null : await snapshot.text(page.path);
    if (superseded === undefined || base === null) continue;
    const job: PageJob = { page, text: base, claims: [], rules, citation: writing.quoted.citation };
    const file = supersededFile(job, superseded, writing);
    if (file !== null) files.push(file);
  }
  for (const { page, claim } of partners.summaries) {
    const base = await snapshot.text(page.path);
    if (base === null || files.some((file) => file.path === page.path)) continue;
    const splices = frontmatterSplices(base, [
      { op: 'add', path: ['contradicts'], value: summary },
      { op: 'set', path: ['updated_at'], value: updatedAt },
    ]).map((splice) => ({
      ...splice,
      title: 'Frontmatter',
      reason: `Its source and ${source.path} contradict each other.`,
      evidence: evidenceFor([claim], writing.quoted),
      needs: [writing.summary.head],
    }));
    files.push(updateFile({ path: page.path, base, splices, why: ['its source is contradicted'] }));
  }
  return files;
}

/** Whom the new summary contradicts: the summaries of the other sources, or the pages themselves where there is none. */
function partnersOf(edited: readonly Edited[]): {
  readonly pages: readonly string[];
  readonly summaries: readonly { readonly page: Affected['page']; readonly claim: Claim }[];
} {
  const pages: string[] = [];
  const summaries = new Map<string, { page: Affected['page']; claim: Claim }>();
  for (const { job, conflicts } of edited) {
    for (const conflict of conflicts) {
      if (conflict.settled !== null) continue;
      const page = conflict.partner;
      if (page === null) pages.push(job.page.slug);
      else summaries.set(page.path, { page, claim: conflict.claim });
    }
  }
  return { pages, summaries: [...summaries.values()] };
}

/** Slugs of the pages that a new page replaces. */
export const replacedBy = (slug: string, replaced: readonly Replaced[]): readonly string[] =>
  replaced.flatMap(({ page, by }) => (by === slug ? [page.slug] : []));
