import { type FileEdit } from '../../change';
import { type Page } from '../../wiki';
import { resolveByPolicy, type ConflictPolicy } from '../extractive/conflicts';
import { nameTable } from '../recall';
import { type CurateRequest } from '../types';
import { buildPageEdit } from './build-page-edit';
import { type Supersession } from './page-history';
import { type WriteContext } from './write-context';
import { type NewPageName } from './select-new-names';
import { type EditTarget } from './validate-edits';
import { describePolicy } from './resolve-conflicts';
import { type Survey } from './types';

/** An existing page that a new one replaces. */
export interface ReplacedPage extends Pick<Supersession, 'why' | 'claim'> {
  readonly page: Page;
  /** Slug of the new page. */
  readonly by: string;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * The pages that new ones replace. The model only reports what the source says. Code requires a quote of the source with both
 * names, exactly one page with the old name, a new page with the new one, and a policy by which the source wins against every
 * source of the old page. Source: AIP-10, Layer 2 (`supersedes`), and ingest contract, 6.
 */
export function findReplacedPages(
  { snapshot, index }: CurateRequest,
  { replaces }: Pick<Survey, 'replaces'>,
  names: readonly NewPageName[],
  policy: ConflictPolicy,
): { readonly replaced: readonly ReplacedPage[]; readonly notes: readonly string[] } {
  const table = nameTable(index, snapshot);
  const replaced: ReplacedPage[] = [];
  const notes: string[] = [];
  for (const { old, by, claim } of replaces) {
    const namesBoth = [old, by].every((name) => fold(claim.quote).includes(fold(name)));
    const name = names.find((each) => fold(each.name) === fold(by));
    const [path, other] = table.pagesNamed(old);
    const page = path === undefined || other !== undefined ? undefined : snapshot.pages.get(path);
    if (!namesBoth || claim.verdict !== 'found' || name === undefined || page === undefined) continue;
    if (page.kind === 'summary' || page.schema === null || replaced.some((each) => each.page === page)) continue;
    const own = page.sources.flatMap((ref) => snapshot.source(ref) ?? []);
    const verdicts = (own.length === 0 ? [null] : own).map((source) =>
      resolveByPolicy({ source }, policy, 1 + name.earlier.length, page.sources.length),
    );
    if (verdicts.every((verdict) => verdict?.keeps === 'new')) {
      replaced.push({ page, by: name.slug, claim, why: describePolicy(policy.resolution) });
    } else
      notes.push(
        `The source says that "${by}" replaces "${page.slug}". By the manifest's conflict policy both stay as they are.`,
      );
  }
  return { replaced, notes };
}

/** Slugs of the pages that a new page replaces. */
export const slugsReplacedBy = (slug: string, replaced: readonly ReplacedPage[]): readonly string[] =>
  replaced.flatMap(({ page, by }) => (by === slug ? [page.slug] : []));

/** The edit that marks a page as superseded, for a page without other edits. */
export function buildSupersededFile(
  target: EditTarget,
  superseded: Supersession,
  context: WriteContext,
): FileEdit | null {
  const nothing = { edits: [], fields: [], conflicts: [], anchorProblems: [], notes: [] };
  return buildPageEdit(target, nothing, [], ['it is superseded'], context, superseded)?.edit ?? null;
}
