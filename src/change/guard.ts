import { compareText, finish, finishInTurns, YieldBudget, type Run, type Steps } from '../base';
import { type Snapshot } from '../wiki';
import { findingOf, guardedFiles, workOn, type GuardedFile } from './guard-file';
import { leakFindings } from './guard-leaks';
import { lossFindings } from './guard-loss';
import { pageFindings } from './guard-page';
import { pathFindings } from './guard-paths';
import { type HandEdits } from './statement-losses';
import { type ChangeSet, type GuardFinding } from './types';

interface GuardInput {
  readonly changeSet: ChangeSet;
  /** Ids of hunks; defaults to all. */
  readonly accepted?: ReadonlySet<string>;
  /** The wiki before the change. */
  readonly snapshot: Snapshot;
  /** The statements with a source that a person edited by hand. They are protected like those without one. */
  readonly handEdited?: HandEdits | undefined;
}

/**
 * Reports what no change may do, whatever its producer: write to a forbidden path, remove what a person wrote or what a page says without naming it,
 * bring leftovers of a prompt or a merge into a page, or break the frontmatter of a page. Problems that existed before the
 * change are not reported.
 *
 * @returns findings sorted by path, line and code; severity `error` prevents the change from being applied. Codes:
 *   `source_mutation_refused`, and `living-wiki:guard_` and `path`, `hidden`, `manifest`, `agents`, `generated`, `not_page`, `loss_own`,
 *   `loss_statements`, `loss_headings`, `loss_links`, `loss_footnotes`, `conflict_marker`, `prompt_tag`, `model_talk`, `elision`, `stray_fence`, `wrapped`, `unseen`, `frontmatter`, `schema`, `slug`,
 *   `slug_taken`, `oversize`
 */
export function guard(input: GuardInput): readonly GuardFinding[] {
  return finish(guardSteps(input));
}

/** {@link guard}, but yields to the host and can be cancelled. */
export function guardAsync(input: GuardInput, run: Run): Promise<readonly GuardFinding[]> {
  return finishInTurns(guardSteps(input), new YieldBudget(run));
}

function* guardSteps(input: GuardInput): Steps<readonly GuardFinding[]> {
  const files = guardedFiles(input.changeSet, input.accepted);
  const { producer } = input.changeSet;
  const losses = producer === 'undo' ? [] : yield* lossFindings(files, { producer, handEdited: input.handEdited });
  const findings = losses.map(({ path, reported }) => findingOf(path, reported));
  for (const file of files) {
    for (const finding of yield* fileFindings(file, files, input)) findings.push(finding);
    yield workOn(file);
  }
  return sorted(findings);
}

function* fileFindings(
  file: GuardedFile,
  files: readonly GuardedFile[],
  { changeSet, snapshot }: GuardInput,
): Steps<readonly GuardFinding[]> {
  const refused = pathFindings(file, changeSet.producer, snapshot.layout);
  const found = refused.map(({ path, reported }) => findingOf(path, reported));
  // An undo restores earlier text, which may have had problems. Only its paths are checked.
  if (changeSet.producer === 'undo') return found;
  const onPage = refused.length > 0 ? [] : pageFindings(file, files, snapshot);
  const leaks = yield* leakFindings(file);
  return [...found, ...[...leaks, ...onPage].map((reported) => findingOf(file.path, reported))];
}

function sorted(findings: readonly GuardFinding[]): readonly GuardFinding[] {
  return [...findings].sort(
    (a, b) =>
      compareText(a.path, b.path) ||
      a.line - b.line ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}
