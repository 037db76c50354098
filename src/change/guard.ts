import { compareText, throwIfCancelled, type Run } from '../base';
import { type Snapshot } from '../wiki';
import { findingOf, guardedFiles, type GuardedFile } from './guard-file';
import { leakFindings } from './guard-leaks';
import { lossFindings, lossFindingsInSteps } from './guard-loss';
import { pageFindings } from './guard-page';
import { pathFindings } from './guard-paths';
import { type ChangeSet, type GuardFinding } from './types';

export interface GuardInput {
  readonly changeSet: ChangeSet;
  /** Ids of hunks; all of them when absent. */
  readonly accepted?: ReadonlySet<string>;
  /** The wiki that the change is made on. */
  readonly snapshot: Snapshot;
  /** Further paths that no proposal may touch: a path, a folder with a slash at its end, or a pattern. */
  readonly protectedPaths?: readonly (RegExp | string)[];
}

/**
 * What no change may do, whoever proposes it: write where it must not, take away what it does not name, bring prompt or merge
 * leftovers into a page, or break a page's frontmatter. Looks only at what the change itself brings: what was wrong
 * before is not reported.
 *
 * @returns findings sorted by path, line and code; one of severity `error` keeps the change from being applied. Codes:
 *   `living-wiki:guard_` and `path`, `hidden`, `source`, `manifest`, `agents`, `generated`, `not_page`, `protected`,
 *   `loss_headings`, `loss_links`, `loss_quotes`, `loss_code`, `loss_tables`, `loss_footnotes`, `loss_words`,
 *   `conflict_marker`, `prompt_tag`, `model_talk`, `elision`, `stray_fence`, `wrapped`, `unseen`, `frontmatter`, `schema`, `slug`,
 *   `slug_taken`, `oversize`
 */
export function guard(input: GuardInput): readonly GuardFinding[] {
  const files = guardedFiles(input.changeSet, input.accepted);
  return sorted([...allLossFindings(input, files), ...files.flatMap((file) => fileFindings(file, files, input))]);
}

/** {@link guard} that lets others run between two files, and can be cancelled. */
export async function guardAsync(input: GuardInput, run: Run): Promise<readonly GuardFinding[]> {
  const files = guardedFiles(input.changeSet, input.accepted);
  const findings: GuardFinding[] = [];
  if (input.changeSet.producer !== 'undo') {
    const steps = lossFindingsInSteps(files);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) {
      throwIfCancelled(run);
      await run.yieldToHost();
    }
    findings.push(...step.value.map(({ path, reported }) => findingOf(path, reported)));
  }
  for (const file of files) {
    throwIfCancelled(run);
    await run.yieldToHost();
    findings.push(...fileFindings(file, files, input));
  }
  return sorted(findings);
}

function allLossFindings({ changeSet }: GuardInput, files: readonly GuardedFile[]): readonly GuardFinding[] {
  if (changeSet.producer === 'undo') return [];
  return lossFindings(files).map(({ path, reported }) => findingOf(path, reported));
}

function fileFindings(
  file: GuardedFile,
  files: readonly GuardedFile[],
  { changeSet, snapshot, protectedPaths: protect = [] }: GuardInput,
): readonly GuardFinding[] {
  const { producer } = changeSet;
  const refused = pathFindings(file, producer, protect);
  const found = refused.map(({ path, reported }) => findingOf(path, reported));
  // What an undo brings back was there before, good or not; where it may write is asked all the same.
  if (producer === 'undo') return found;
  // Whether a file that may not be written is a good page is nobody's question.
  const onPage = refused.length > 0 ? [] : pageFindings(file, files, snapshot);
  return [...found, ...[...leakFindings(file), ...onPage].map((reported) => findingOf(file.path, reported))];
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
