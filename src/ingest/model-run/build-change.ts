import { type FileEdit } from '../../change';
import { type Page } from '../../wiki';
import { findSummary } from '../extractive/file-edits';
import { type Unit } from '../units';
import { buildChangedPage, buildHead, buildNewPage, type FileContext } from './build-files';
import { conflictPolicy, type Curation } from './curation';
import { type IngestPlan } from './plan';
import { buildReplacedPage, findReplacedPages } from './replaced-pages';
import { buildContradictedSummary, buildSummary, buildSummaryHead, type SummaryLink } from './summary';
import { type WriteMaterial } from './write-material';
import { type WrittenPage } from './write-pages';

/** What the change of one source is built from. */
export interface IngestContent {
  readonly plan: IngestPlan;
  readonly units: readonly Unit[];
  readonly written: readonly WrittenPage[];
  /** Slug of the summary. */
  readonly summary: string;
  /** The summary of an earlier version of the source. */
  readonly before: Page | null;
  /** Units for which no page was found. */
  readonly unplaced: readonly number[];
  readonly material: WriteMaterial;
}

/** A contradiction that the policy leaves open. */
interface OpenConflict {
  readonly slug: string;
  readonly what: string;
  /** Summaries of the other sources. */
  readonly summaries: readonly Page[];
}

/** The files of the change: the summary, new and changed pages, replaced pages, and summaries of sources that disagree. */
export async function buildChange(
  curation: Curation,
  content: IngestContent,
): Promise<{ readonly files: readonly FileEdit[]; readonly bullets: readonly string[] }> {
  const { plan, units, written, summary, before, unplaced, material } = content;
  const { snapshot } = curation.request;
  const conflicts = openConflicts(curation, content);
  const replaced = findReplacedPages(curation, plan, units);
  const supersedes = new Map<string, readonly string[]>();
  for (const { page, by } of replaced) supersedes.set(by.slug, [...(supersedes.get(by.slug) ?? []), page.slug]);
  const contradicted = new Map(
    conflicts.flatMap((conflict) => conflict.summaries.map((page) => [page.path, { page, what: conflict.what }])),
  );
  const old = before === null ? [] : [before.slug];
  const summaryHead = buildSummaryHead(
    curation,
    summary,
    old,
    [...contradicted.values()]
      .map(({ page }) => page.slug)
      .filter((slug) => !old.includes(slug))
      .sort(),
  );
  const created = written.filter(({ change, content: text }) => change === null && (text?.text ?? '') !== '');
  const heads = created.map((page) => ({
    page,
    head: buildHead(curation, page, supersedes.get(page.planned.slug) ?? []),
  }));
  const context: FileContext = {
    curation,
    summary: summaryHead,
    createdHunks: new Map([
      [summary, summaryHead.headId],
      ...heads.map(({ page, head }) => [page.planned.slug, head.headId] as const),
    ]),
    supersedes,
  };
  const changed = written.flatMap((page) => {
    const isOpen = conflicts.some((conflict) => conflict.slug === page.planned.slug && conflict.summaries.length === 0);
    return buildChangedPage(page, isOpen ? [summary] : [], context) ?? [];
  });
  const links: readonly SummaryLink[] = [
    ...changed.map(({ path }) => linkTo(snapshot.pages.get(path), null)),
    ...heads.map(({ page, head }) => ({ slug: page.planned.slug, title: page.planned.title, createdBy: head.headId })),
  ].flatMap((link) => link ?? []);
  const files = [
    buildSummary(
      curation,
      summaryHead,
      plan,
      links,
      unplaced.flatMap((number) => units[number - 1] ?? []),
      material,
    ),
    ...heads.map(({ page, head }) => buildNewPage(page, head, context)),
    ...changed,
  ];
  const textOf = async ({ path }: Page): Promise<string | null> =>
    files.some((file) => file.path === path) ? null : snapshot.text(path);
  for (const each of replaced) {
    const text = await textOf(each.page);
    if (text !== null && context.createdHunks.has(each.by.slug))
      files.push(buildReplacedPage(each, text, material, context));
  }
  for (const { page, what } of contradicted.values()) {
    const text = page.slug === before?.slug ? null : await textOf(page);
    if (text !== null) files.push(buildContradictedSummary(page, text, summaryHead, what, curation));
  }
  return { files, bullets: conflicts.map(({ slug, what }) => `Contradiction on ${slug}: ${what}`) };
}

function linkTo(page: Page | undefined, createdBy: string | null): SummaryLink | null {
  return page === undefined ? null : { slug: page.slug, title: page.title, createdBy };
}

/** The contradictions that wait for a person: a policy that decides them has none. */
function openConflicts(curation: Curation, { written, material }: IngestContent): readonly OpenConflict[] {
  const { resolution } = conflictPolicy(curation);
  if (resolution !== 'defer' && resolution !== 'keep-both') return [];
  const { snapshot, source } = curation.request;
  return written.flatMap(({ planned, written: raw }) =>
    raw.conflicts.map(({ marks, what }) => {
      const ids = new Set(marks.flatMap((mark) => material.marks.get(mark.replace(/[{}\s!?]/g, ''))?.sourceId ?? []));
      ids.delete(source.id);
      const summaries = [...ids].flatMap((id) => {
        const other = snapshot.source(id);
        return other === undefined ? [] : (findSummary(other, snapshot) ?? []);
      });
      return { slug: planned.slug, what: what.replace(/\s+/g, ' ').slice(0, 200), summaries };
    }),
  );
}
