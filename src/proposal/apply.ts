import { checkpoint, type Clock, isoTime, type Run, uncancellable } from '../base';
import {
  allHunks,
  guardAsync,
  toFileChanges,
  type ChangeConflict,
  type ChangeSet,
  type FileEdit,
  type HandEdits,
} from '../change';
import { diffFindings, type Finding, type LintEngine, type LintOptions } from '../lint';
import { type JournalWriter, type FileChange } from '../vault';
import {
  INDEX_FILE,
  LOG_FILE,
  type LogEntry,
  OVERTAKEN_FACT,
  prerenderIndex,
  renderIndex,
  type Snapshot,
} from '../wiki';
import { MANIFEST_NAME, parseManifest, type Lens, type Manifest } from '../workspace';
import { generatedChanges, nextProvenance, rewriteFiles } from './generated';
import { handEditFacts } from './hand-edits';
import { type ApplyOutcome, type CheckResults, type ProposalDecision, type TransactionFacts } from './types';
import { withDisputesPage } from './disputes-page';
import { withPageTitles } from './page-titles';
import { withSummaryLinks } from './summary-links';
import { withOrderedTimelines } from './timelines';
import { withUpdateTimes } from './update-time';
import { undoGeneratedAndSetupFiles, type UndoneTransaction } from './undo';

/** The number of files to parse before yielding to the host. */
const FILES_PER_YIELD = 8;

/** A change set and the wiki that it is planned and checked on. */
interface PlanRequest {
  readonly snapshot: Snapshot;
  readonly lens: Lens;
  readonly engine: LintEngine;
  readonly changeSet: ChangeSet;
  /** Ids of the accepted hunks, including those that they need. */
  readonly accepted: ReadonlySet<string>;
  readonly clock: Clock;
  readonly run: Run;
  /** The transaction that the change undoes as a whole, including its generated files. */
  readonly undoes?: UndoneTransaction;
  /** Finds what a person edited by hand in pages, as {@link findHandEdits} does. Without it nothing counts as edited. */
  readonly handEdits?: (paths: readonly string[]) => Promise<HandEdits>;
  /** Whether `snapshot` holds proposals that wait, so that the next change is checked on them, too. */
  readonly isPending?: boolean;
  /** The lint findings of `snapshot`, if already known. */
  readonly before?: readonly Finding[];
  /** A plan that was made a moment ago. Where the wiki and what is accepted are still the same, it is not worked out again. */
  readonly earlier?: ChangePlan;
}

/** What applying a change would write, and the results of its checks. Planning writes nothing. */
export interface ChangePlan {
  /** Page changes first, then generated files; empty when nothing changes. */
  readonly changes: readonly FileChange[];
  /** The wiki after the change. */
  readonly next: Snapshot;
  readonly conflicts: readonly ChangeConflict[];
  readonly checks: CheckResults;
  /** What a person edited by hand in the pages that change. */
  readonly handEdited: HandEdits;
  readonly basis: PlanBasis;
}

/** What a plan follows from, beside the time. */
interface PlanBasis {
  readonly snapshot: Snapshot;
  readonly accepted: string;
}

/** What a change does to the files of a wiki, and to what lint finds in it. */
type PlannedFiles = Pick<ChangePlan, 'changes' | 'next'> & { readonly findings: Omit<CheckResults, 'guard'> };

export function allHunkIds(changeSet: ChangeSet): ReadonlySet<string> {
  return new Set(allHunks(changeSet).map(({ hunk }) => hunk.id));
}

/** Reads the texts of a snapshot, one a turn. */
function yieldingReader(snapshot: Snapshot, run: Run): (path: string) => Promise<string | null> {
  return async (path) => {
    await checkpoint(run);
    return snapshot.text(path);
  };
}

/**
 * Plans the application of the accepted hunks to the current wiki: the pages, merged three ways with later edits, and the
 * generated files. Checks the result with the guard and lint.
 */
export async function planChange(request: PlanRequest): Promise<ChangePlan> {
  const { snapshot, changeSet, accepted, run, earlier } = request;
  const resolved = await toFileChanges(changeSet, accepted, yieldingReader(snapshot, run), run);
  const basis = basisOf(request, resolved.changes);
  const isSame = earlier?.basis.snapshot === snapshot && earlier.basis.accepted === basis.accepted;
  const planned = isSame ? plannedBefore(earlier) : await planFiles(request, resolved.changes);
  const existing = changeSet.files.flatMap(({ kind, path }) => (kind === 'created' ? [] : [path]));
  const handEdited = (await request.handEdits?.(existing)) ?? new Map<string, ReadonlySet<string>>();
  const refused = await guardAsync({ changeSet, accepted, snapshot, handEdited }, run);
  const { changes, next, findings } = planned;
  return { changes, next, conflicts: resolved.conflicts, checks: { guard: refused, ...findings }, handEdited, basis };
}

const plannedBefore = ({ changes, next, checks: { guard: _, ...findings } }: ChangePlan): PlannedFiles => ({
  ...{ changes, next, findings },
});

/** @param changes of the accepted hunks */
function basisOf(request: PlanRequest, changes: readonly FileChange[]): PlanBasis {
  const { snapshot, lens, changeSet, accepted, undoes, isPending = false } = request;
  const { files, sources } = changeSet;
  const log = logEntry(changeSet, accepted, 0);
  const kinds = files.map(({ kind, path }) => [kind, path]);
  const read = countsAsIngested(changeSet, accepted) ? sources : null;
  const undone = undoes?.transaction.id ?? null;
  const overtaken = changeSet.facts[OVERTAKEN_FACT] ?? null;
  return { snapshot, accepted: JSON.stringify([lens.path, isPending, undone, changes, kinds, log, read, overtaken]) };
}

async function planFiles(request: PlanRequest, accepted: readonly FileChange[]): Promise<PlannedFiles> {
  const { snapshot, lens, engine, run, clock } = request;
  const options = { clock, run };
  const series = (name: 'pending' | 'pending-next'): Pick<LintOptions, 'series'> =>
    request.isPending === true ? { series: name } : {};
  const { edits, pages } = await withDisputes(request, await changePages(request, accepted));
  await prerenderIndex(pages, run);
  const base = request.isPending === true ? await withIndex(snapshot, run) : snapshot;
  const before = request.before ?? (await engine.lint(base, lens, { ...options, ...series('pending') })).findings;
  const { changes: generated, next } = await generatedFor(request, pages);
  await run.yieldToHost();
  const ignoring = changedManifest(edits);
  const after = await engine.lint(next, lens, {
    ...options,
    ...series('pending-next'),
    ...(ignoring && { ignoreFrom: ignoring }),
  });
  await run.yieldToHost();
  // A new log entry alone is not a change.
  const changed = edits.length > 0 || generated.some((change) => change.path !== LOG_FILE);
  const findings = diffFindings(before, after.findings);
  return { changes: changed ? [...edits, ...generated] : [], next, findings };
}

/** The generated files that follow from the changes of pages. */
async function generatedFor(
  { snapshot, changeSet, accepted, clock, run, undoes }: PlanRequest,
  pages: Snapshot,
): Promise<{ readonly changes: readonly FileChange[]; readonly next: Snapshot }> {
  const entry = logEntry(changeSet, accepted, clock.now());
  const undone = undoes && (await undoGeneratedAndSetupFiles({ ...undoes, snapshot, next: pages, entry, run }));
  if (undone) return { changes: undone, next: pages.with(undone) };
  const read = countsAsIngested(changeSet, accepted) ? changeSet.sources : [];
  const provenance = await nextProvenance(snapshot.provenance, pages, read, run);
  return generatedChanges({ current: snapshot, next: pages, provenance, entry, run });
}

/**
 * With the index of its pages. Each proposal that waits brings its own; without it, every later one would claim, and keep, a fix for
 * each page before it that the index does not list yet.
 */
async function withIndex(snapshot: Snapshot, run: Run): Promise<Snapshot> {
  await prerenderIndex(snapshot, run);
  return snapshot.with(await rewriteFiles(snapshot, run, [[INDEX_FILE, () => renderIndex(snapshot)]]));
}

/** The changes of pages, with those that follow from them, and the wiki after them. */
async function changePages(
  { snapshot, changeSet, clock, run, undoes }: PlanRequest,
  changes: readonly FileChange[],
): Promise<{ readonly edits: readonly FileChange[]; readonly pages: Snapshot }> {
  const edits: FileChange[] = [];
  let pages = snapshot;
  for (let at = 0; at < changes.length; at += FILES_PER_YIELD) {
    const slice = changes.slice(at, at + FILES_PER_YIELD);
    // The undo of a whole transaction restores the old time with the old text, and its summaries.
    const written = undoes ? slice : await withUpdateTimes(slice, snapshot, isoTime(clock.now()));
    pages = pages.with(written);
    edits.push(...written);
    await run.yieldToHost();
  }
  if (undoes) return { edits, pages };
  let all: readonly FileChange[] = edits;
  const take = (changes: readonly FileChange[]): void => {
    pages = pages.with(changes.filter((change, at) => change !== all[at]));
    all = changes;
  };
  take(await withSummaryLinks(all, changeSet, snapshot, pages, run));
  take(await withPageTitles(all, snapshot, pages, run));
  take(await withOrderedTimelines(all, pages, run));
  return { edits: all, pages };
}

/** With the page of disputes and changes, which follows from the others. */
async function withDisputes(
  { snapshot, changeSet, clock, run, undoes }: PlanRequest,
  { edits, pages }: Awaited<ReturnType<typeof changePages>>,
): ReturnType<typeof changePages> {
  const all = await withDisputesPage({
    ...{
      current: snapshot,
      edits,
      next: pages,
      facts: changeSet.facts,
      read: changeSet.sources,
      now: clock.now(),
      run,
    },
    isWhole: changeSet.producer === 'lint-fix',
    ...(undoes && { undone: undoes.transaction.files }),
  });
  const known = new Set(edits);
  return { edits: all, pages: pages.with(all.filter((change) => !known.has(change))) };
}

/** The manifest after the changes, if they change it and it is valid. */
function changedManifest(changes: readonly FileChange[]): Manifest | undefined {
  for (const change of changes) {
    if (change.path !== MANIFEST_NAME || (change.op !== 'create' && change.op !== 'update')) continue;
    const parsed = parseManifest(change.text, MANIFEST_NAME);
    if (parsed.kind === 'manifest') return parsed.manifest;
  }
  return undefined;
}

/**
 * Whether the sources of a change count as ingested: a hunk is accepted, even if the files already contain it, or there was
 * nothing to decide.
 */
function countsAsIngested(changeSet: ChangeSet, accepted: ReadonlySet<string>): boolean {
  const hunks = allHunks(changeSet);
  return hunks.length === 0 || hunks.some(({ hunk }) => accepted.has(hunk.id));
}

/**
 * Whether these checks prevent a change from being applied: a guard error or a new lint error. An undo may restore lint
 * errors of the earlier text; they are reported but do not block it.
 */
export function isBlocked(checks: CheckResults, producer: ChangeSet['producer']): boolean {
  return (
    checks.guard.some((finding) => finding.severity === 'error') ||
    (producer !== 'undo' && checks.introduced.some((finding) => finding.severity === 'error'))
  );
}

interface ApplyRequest extends PlanRequest {
  /** The writer that holds the lock since the snapshot was read, or a journal when there are no other writers. */
  readonly journal: JournalWriter;
  /** Id of the proposal that this change comes from. */
  readonly proposal: string | null;
  /** Kept with the transaction, in case the proposal file cannot be written afterwards. */
  readonly decision?: ProposalDecision;
}

/** Writes the accepted part of a change set in one transaction, or returns why nothing was written. */
export async function applyChange(request: ApplyRequest): Promise<ApplyOutcome> {
  const { changeSet, journal, run } = request;
  const plan = await planChange(request);
  if (plan.conflicts.length > 0) return { kind: 'conflict', conflicts: plan.conflicts, checks: plan.checks };
  if (plan.changes.length === 0) return { kind: 'nothing' };
  if (isBlocked(plan.checks, changeSet.producer)) return { kind: 'blocked', checks: plan.checks };
  const facts: TransactionFacts = {
    ...factsToKeep(changeSet, request.proposal),
    event: changeSet.log.event,
    subject: changeSet.log.subject,
    proposal: request.proposal,
    ...(request.decision && { decision: { ...request.decision } }),
    ...handEditFacts(plan.handEdited, plan.changes),
  };
  const { undoes } = request;
  run.progress({ stage: 'Applying', done: 0, total: plan.changes.length });
  const transaction = await journal.commit(
    { title: changeSet.title, changes: plan.changes, facts, ...(undoes && { undoes: undoes.transaction.id }) },
    // Once the journal is written, finish: cancelling now would leave a half-applied change.
    uncancellable(run),
  );
  return {
    kind: 'done',
    transaction: transaction.id,
    files: transaction.files.map((file) => file.path),
    checks: plan.checks,
    wiki: { before: request.snapshot, after: plan.next },
  };
}

/** The proposal tells why each page was looked at; a transaction does not repeat it. */
function factsToKeep({ facts }: ChangeSet, proposal: string | null): ChangeSet['facts'] {
  if (proposal === null) return facts;
  const { recall: _, ...others } = facts;
  return others;
}

/** The log entry for the accepted hunks: one bullet per file, then the bullets of the producer. */
function logEntry(changeSet: ChangeSet, accepted: ReadonlySet<string>, now: number): LogEntry {
  const bullets = changeSet.files.flatMap((edit) => {
    const taken = edit.hunks.filter((hunk) => accepted.has(hunk.id)).length;
    if (taken === 0) return [];
    return [fileBullet(edit) + (taken < edit.hunks.length ? ` (${taken} of ${edit.hunks.length} changes)` : '')];
  });
  return {
    at: isoTime(now),
    event: changeSet.log.event,
    subject: changeSet.log.subject,
    bullets: [...bullets, ...changeSet.log.bullets],
  };
}

function fileBullet(edit: FileEdit): string {
  switch (edit.kind) {
    case 'created':
      return `created ${edit.path}`;
    case 'updated':
      return `updated ${edit.path}`;
    case 'renamed':
      return `renamed ${edit.path} to ${edit.to ?? edit.path}`;
    case 'deleted':
      return `deleted ${edit.path}: ${edit.hunks[0]?.reason ?? 'no reason given'}`;
  }
}
