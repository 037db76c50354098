import { type JsonValue } from '../../base';
import { type FileEdit } from '../../change';
import { type Page } from '../../wiki';
import { createAutoLinker, linkFirstMentions } from '../auto-link';
import { type Unit } from '../units';
import { buildChangedPage, buildHead, buildNewPage, type NewPageHead } from './build-files';
import { buildConsequences } from './consequences';
import { type Curation } from './curation';
import { contradictionBullets, openConflicts, withFlags, type OpenConflict } from './open-conflicts';
import { type FileContext } from './page-properties';
import { type WrittenPage } from './read-written';
import { type IngestContent } from './ingest-content';
import { findReplacedPages, type ReplacedPage } from './replaced-pages';
import {
  buildSummary,
  buildSummaryHead,
  continueSummary,
  type SummaryHead,
  type SummaryLink,
  type SummaryLinker,
} from './summary';

/** The files of the change: the summary, new and changed pages, replaced pages, and summaries of sources that disagree. */
export async function buildChange(
  curation: Curation,
  given: IngestContent,
): Promise<{
  readonly files: readonly FileEdit[];
  readonly bullets: readonly string[];
  readonly disputes: readonly JsonValue[];
}> {
  const conflicts = openConflicts(curation, given);
  const content = { ...given, written: withFlags(curation, given, conflicts) };
  const replaced = findReplacedPages(curation, content.plan, content.units);
  const { context, summaryHead, heads } = startFiles(curation, content, conflicts, replaced);
  const changed = content.written.flatMap((page) => {
    const isOpen = conflicts.some((conflict) => conflict.slug === page.planned.slug && conflict.summaries.length === 0);
    return buildChangedPage(page, isOpen ? [content.summary] : [], context) ?? [];
  });
  const links: readonly SummaryLink[] = [
    ...changed.map(({ path }) => linkTo(content.written, curation.request.snapshot.pages.get(path))),
    ...heads.map(({ page, head }) => ({ slug: page.planned.slug, title: page.planned.title, createdBy: head.headId })),
  ].flatMap((link) => link ?? []);
  const unplaced = content.unplaced.flatMap((number) => content.units[number - 1] ?? []);
  const files = [
    ...(await summaryFiles(curation, content, summaryHead, links, unplaced, summaryLinker(curation, content, heads))),
    ...heads.map(({ page, head }) => buildNewPage(page, head, context)),
    ...changed,
  ];
  files.push(...(await buildConsequences(context, content, conflicts, replaced, files)));
  const disputes = conflicts.flatMap(({ dispute }) => (dispute === null ? [] : [dispute]));
  return { files, bullets: contradictionBullets(conflicts), disputes };
}

/** The new summary; of a source that is taken up again, the change of its summary. */
async function summaryFiles(
  curation: Curation,
  { plan, material, before, isContinued, units, written }: IngestContent,
  head: SummaryHead,
  links: readonly SummaryLink[],
  unplaced: readonly Unit[],
  link: SummaryLinker,
): Promise<readonly FileEdit[]> {
  if (!isContinued || before === null) return [buildSummary(curation, head, plan, links, unplaced, material, link)];
  const text = await curation.request.snapshot.text(before.path);
  const placed = written.flatMap(({ cited }) => [...cited].flatMap((number) => units[number - 1] ?? []));
  const edit = text === null ? null : continueSummary(curation, before, text, links, placed);
  return edit === null ? [] : [edit];
}

/** Links to pages that exist and to those that the change makes, each once on the summary. */
function summaryLinker(
  curation: Curation,
  { summary }: IngestContent,
  heads: readonly { readonly page: WrittenPage }[],
): SummaryLinker {
  if (!curation.autoLink) return (text) => text;
  const linker = createAutoLinker(
    curation.request,
    heads.map(({ page }) => page.planned),
  );
  const linked = new Set([summary]);
  return (text) => linkFirstMentions({ text, existing: '', linked }, linker);
}

/** The heads of the summary and of new pages, on which other hunks depend. */
function startFiles(
  curation: Curation,
  { written, summary, before, isContinued }: IngestContent,
  conflicts: readonly OpenConflict[],
  replaced: readonly ReplacedPage[],
): {
  readonly context: FileContext;
  readonly summaryHead: SummaryHead;
  readonly heads: readonly { readonly page: WrittenPage; readonly head: NewPageHead }[];
} {
  const supersedes = new Map<string, readonly string[]>();
  for (const { page, by } of replaced) supersedes.set(by.slug, [...(supersedes.get(by.slug) ?? []), page.slug]);
  const old = before === null || isContinued ? [] : [before.slug];
  const contradicts = new Set(conflicts.flatMap(({ summaries }) => summaries.map(({ slug }) => slug)));
  const open = [...contradicts].filter((slug) => !old.includes(slug)).sort();
  const summaryHead = buildSummaryHead(curation, summary, old, open);
  const created = written.filter(({ change, content: text }) => change === null && (text?.text ?? '') !== '');
  const planned = written.map((page) => page.planned);
  const heads = created.map((page) => ({
    page,
    head: buildHead(curation, page, supersedes.get(page.planned.slug) ?? [], planned),
  }));
  const createdHunks = new Map([
    ...(isContinued ? [] : [[summary, summaryHead.headId] as const]),
    ...heads.map(({ page, head }) => [page.planned.slug, head.headId] as const),
  ]);
  return { context: { curation, summary: summaryHead, createdHunks, planned, supersedes }, summaryHead, heads };
}

/** Under the title that the page has from this change on. */
function linkTo(written: readonly WrittenPage[], page: Page | undefined): SummaryLink | null {
  if (page === undefined) return null;
  const title = written.find(({ planned }) => planned.page === page)?.planned.title ?? page.title;
  return { slug: page.slug, title, createdBy: null };
}
