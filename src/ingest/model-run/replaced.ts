import type { FileEdit } from '../../change';
import type { Page } from '../../wiki';
import { settle, type Policy } from '../extractive/conflicts';
import { nameTable } from '../recall';
import type { CurateRequest } from '../types';
import { buildPage } from './build-page';
import type { Superseded } from './page-history';
import type { Writing } from './writing';
import type { NewName } from './new-names';
import type { PageJob } from './judge-edits';
import { policyNamed } from './settle-conflicts';
import type { Survey } from './types';

/** An existing page in whose place a new one comes. */
export interface Replaced extends Pick<Superseded, 'why' | 'claim'> {
  readonly page: Page;
  /** Slug of the new page. */
  readonly by: string;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * The pages that new ones replace. The model only says that the source declares it; code wants one quote of the source that names
 * both, one page of the old name, a new page of the new one, and a policy by which the source stands against all that the
 * old page rests on. Source: AIP-10, Layer 2 (`supersedes`), and ingest contract, 6.
 */
export function replacedPages(
  { snapshot, index }: CurateRequest,
  { replaces }: Pick<Survey, 'replaces'>,
  names: readonly NewName[],
  policy: Policy,
): { readonly replaced: readonly Replaced[]; readonly notes: readonly string[] } {
  const table = nameTable(index, snapshot);
  const replaced: Replaced[] = [];
  const notes: string[] = [];
  for (const { old, by, claim } of replaces) {
    const says = [old, by].every((name) => fold(claim.quote).includes(fold(name)));
    const name = names.find((each) => fold(each.name) === fold(by));
    const [path, other] = table.pagesNamed(old);
    const page = path === undefined || other !== undefined ? undefined : snapshot.pages.get(path);
    if (!says || claim.verdict !== 'found' || name === undefined || page === undefined) continue;
    if (page.kind === 'summary' || page.schema === null || replaced.some((each) => each.page === page)) continue;
    const own = page.sources.flatMap((ref) => snapshot.source(ref) ?? []);
    const verdicts = (own.length === 0 ? [null] : own).map((source) =>
      settle({ source }, policy, 1 + name.sightings.length, page.sources.length),
    );
    if (verdicts.every((verdict) => verdict?.stands === 'new')) {
      replaced.push({ page, by: name.slug, claim, why: policyNamed(policy.resolution) });
    } else
      notes.push(
        `The source says that "${by}" replaces "${page.slug}"; by the manifest's policy both stay as they are.`,
      );
  }
  return { replaced, notes };
}

/** The page as it says that it is superseded, where nothing else of it is edited. */
export function supersededFile(job: PageJob, superseded: Superseded, writing: Writing): FileEdit | null {
  const nothing = { edits: [], fields: [], conflicts: [], misfits: [], notes: [] };
  return buildPage(job, nothing, [], ['it is superseded'], writing, superseded)?.edit ?? null;
}
