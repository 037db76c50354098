import { throwIfCancelled } from '../../base';
import { estimateTokens, isModelError } from '../../model';
import { readLedger, type Claim } from '../../wiki';
import { formatUnitRanges, renderUnits, type Unit } from '../units';
import { accountFor, accountForNew, type AccountContext, type PageAccount } from './account';
import { writeSchema, type RawWrittenPage } from './answer-schemas';
import { conflictPolicy, type Curation } from './curation';
import { type DraftContext, type DraftText } from './draft-text';
import { draftNewPage, draftPage, type PageDraft } from './page-draft';
import { selectChunks } from './select-chunks';
import { type PlannedPage } from './plan';
import { oneLine } from './prompt';
import { type PageView } from './page-view';
import { type WriteMaterial } from './write-material';
import { writePrompt, type WriteTarget } from './write-prompt';

/** A page that the model wrote. */
export interface WrittenPage {
  readonly planned: PlannedPage;
  readonly written: RawWrittenPage;
  readonly account: PageAccount;
  /** Of a page that exists; else `null`. */
  readonly change: { readonly view: PageView; readonly draft: PageDraft } | null;
  /** Of a new page; else `null`. */
  readonly content: DraftText | null;
  /** Numbers of the units that its text cites. */
  readonly cited: ReadonlySet<number>;
  /** What is left of the errors after the repairs, one sentence each. */
  readonly errors: readonly string[];
}

/** Tokens of units of small pages that are written in one call, and the most of such pages. */
const MAX_BATCH_TOKENS = 1500;
const MAX_BATCH_PAGES = 6;
/** A longer page is written in a call of its own. In tokens. */
const MAX_SHARED_PAGE_TOKENS = 800;
const MAX_REPAIRS = 2;
const MAX_ERRORS = 30;
/** So many planned units may stay uncited without a second try. */
const MAX_UNCITED = 2;

/** Has the planned pages written, small ones together. A page without an answer is not in the result. */
export async function writePages(
  curation: Curation,
  pages: readonly PlannedPage[],
  material: WriteMaterial,
): Promise<readonly WrittenPage[]> {
  const { run } = curation.request;
  const batches = batchesOf(pages, material);
  const written: WrittenPage[] = [];
  for (const [at, batch] of batches.entries()) {
    throwIfCancelled(run);
    run.progress({ stage: 'write', done: at, total: batches.length, detail: batch.map(({ slug }) => slug).join(', ') });
    written.push(...(await writeBatch(curation, batch, material)));
  }
  return written;
}

function batchesOf(
  pages: readonly PlannedPage[],
  { units, views }: WriteMaterial,
): readonly (readonly PlannedPage[])[] {
  const batches: { readonly pages: PlannedPage[]; tokens: number; readonly isOpen: boolean }[] = [];
  for (const page of pages) {
    const tokens = page.units.reduce((sum, number) => sum + estimateTokens(units[number - 1]?.text ?? ''), 0);
    const own = estimateTokens(views.get(page.slug)?.text ?? '');
    const isSmall = own <= MAX_SHARED_PAGE_TOKENS && tokens <= MAX_BATCH_TOKENS;
    const open = batches.find(
      (batch) =>
        isSmall && batch.isOpen && batch.pages.length < MAX_BATCH_PAGES && batch.tokens + tokens <= MAX_BATCH_TOKENS,
    );
    if (open === undefined) batches.push({ pages: [page], tokens, isOpen: isSmall });
    else {
      open.pages.push(page);
      open.tokens += tokens;
    }
  }
  return batches.map((batch) => batch.pages);
}

async function writeBatch(
  curation: Curation,
  batch: readonly PlannedPage[],
  material: WriteMaterial,
): Promise<readonly WrittenPage[]> {
  const done = new Map<string, WrittenPage>();
  let open = batch;
  let errors: readonly string[] = [];
  for (let attempt = 0; attempt <= MAX_REPAIRS && open.length > 0; attempt += 1) {
    const answers = await requestPages(curation, open, material, errors, attempt);
    if (answers === null) break;
    const failed: string[] = [];
    for (const page of open) {
      const raw = answers.find(({ slug }) => bare(slug) === page.slug) ?? (open.length === 1 ? answers[0] : undefined);
      if (raw === undefined) {
        if (!done.has(page.slug)) failed.push(`Page "${page.slug}" is missing from the answer.`);
        continue;
      }
      const result = readWritten(page, raw, material);
      const before = done.get(page.slug);
      // A repair that is worse than what it repairs is not taken.
      if (before === undefined || result.errors.length <= before.errors.length) done.set(page.slug, result);
      failed.push(...result.errors.map((error) => `${page.slug}: ${error}`));
    }
    errors = failed.slice(0, MAX_ERRORS);
    open = open.filter(({ slug }) => (done.get(slug)?.errors.length ?? 1) > 0);
  }
  return batch.flatMap(({ slug }) => done.get(slug) ?? []);
}

const bare = (slug: string): string => slug.replace(/^\[\[|\]\]$/g, '').trim();

async function requestPages(
  curation: Curation,
  pages: readonly PlannedPage[],
  material: WriteMaterial,
  errors: readonly string[],
  attempt: number,
): Promise<readonly RawWrittenPage[] | null> {
  const { caller, promptContext } = curation;
  const messages = writePrompt(promptContext, {
    targets: pages.map((page) => targetOf(curation, page, material)),
    policy: conflictPolicy(curation).resolution,
    sources: material.sourceLines(),
    linkable: material.linkable,
    errors,
  });
  try {
    const { pages: written } = await caller.ask(
      `write ${pages.map(({ slug }) => slug).join(', ')}`,
      messages,
      writeSchema(),
    );
    return written;
  } catch (error) {
    // A repair that fails leaves what was written before.
    if (attempt === 0 || !isModelError(error)) throw error;
    return null;
  }
}

function targetOf({ promptContext }: Curation, page: PlannedPage, material: WriteMaterial): WriteTarget {
  const view = material.views.get(page.slug);
  const units = unitsOf(page, material.units);
  const shown = view === undefined ? '' : selectChunks(view, units);
  return {
    slug: page.slug,
    title: page.title,
    kind: page.kind,
    op: page.op,
    why: page.why,
    units: renderUnits(units, 1),
    blocks: shown,
    elsewhere: page.from
      .map((section) => material.elsewhere.get(section) ?? '')
      .filter(Boolean)
      .join('\n\n'),
    reasons: promptContext.steering.flatMap(({ path, hunkTitle, reason }) =>
      path !== null && path === page.page?.path ? [`- ${oneLine(`${hunkTitle ?? ''}: ${reason}`, 400)}`] : [],
    ),
  };
}

function unitsOf({ units }: PlannedPage, all: readonly Unit[]): readonly Unit[] {
  return units.flatMap((number) => all[number - 1] ?? []);
}

/** Checks what the model wrote for a page: its marks, its account, and the units that it should use. */
export function readWritten(planned: PlannedPage, written: RawWrittenPage, material: WriteMaterial): WrittenPage {
  const view = material.views.get(planned.slug);
  const context = material.draftContext(planned.slug);
  return view === undefined
    ? readNew(planned, written, context)
    : readChange(planned, written, view, context, material.accountContext);
}

function readNew(planned: PlannedPage, written: RawWrittenPage, context: DraftContext): WrittenPage {
  // A new page has nothing to edit: its edits are its text.
  const markdown =
    written.markdown.trim() === '' ? written.edits.map((edit) => edit.markdown).join('\n\n') : written.markdown;
  const { draft, problems } = draftNewPage({ markdown }, context);
  const cited = citedUnits(draft.marks);
  const errors = [...problems, ...uncitedError(planned, cited)];
  return { planned, written, account: accountForNew(draft.text), change: null, content: draft, cited, errors };
}

function readChange(
  planned: PlannedPage,
  written: RawWrittenPage,
  view: PageView,
  context: DraftContext,
  accountContext: AccountContext,
): WrittenPage {
  const draft = draftPage(written, view, context);
  const account = accountFor(view, draft.after, written, accountContext);
  const cited = citedUnits(draft.splices.flatMap(({ marks }) => marks));
  const errors = [...draft.problems, ...account.errors, ...uncitedError(planned, cited)];
  return { planned, written, account, change: { view, draft }, content: null, cited, errors };
}

function citedUnits(marks: DraftText['marks']): ReadonlySet<number> {
  return new Set(marks.flatMap(({ unit }) => unit?.number ?? []));
}

function uncitedError({ units }: PlannedPage, cited: ReadonlySet<number>): readonly string[] {
  const uncited = units.filter((number) => !cited.has(number));
  if (uncited.length <= MAX_UNCITED && uncited.length < units.length) return [];
  return [`These planned units are cited nowhere: ${formatUnitRanges(uncited, 1)}.`];
}

/** Whether a text says what a claim said: it cites the same passage, or has the same words. */
export function saysClaim(text: string, claim: Claim): boolean {
  const { claims } = readLedger(text);
  return claims.some(({ key, support }) => key === claim.key || support.some((each) => claim.support.includes(each)));
}
