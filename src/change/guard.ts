import { compareText } from '../base';
import type { Snapshot } from '../wiki';
import { findingOf, guardedFiles } from './guard-file';
import { leakFindings } from './guard-leaks';
import { lossFindings } from './guard-loss';
import { pageFindings } from './guard-page';
import { pathFindings } from './guard-paths';
import type { ChangeSet, GuardFinding } from './types';

export interface GuardInput {
  readonly changeSet: ChangeSet;
  /** Ids of hunks; all of them when absent. */
  readonly accepted?: ReadonlySet<string>;
  /** The wiki that the change is made on. */
  readonly snapshot: Snapshot;
  /** Further paths that no proposal may touch: a path, a folder with a slash at its end, or a pattern. */
  readonly protect?: readonly (RegExp | string)[];
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
  const { changeSet, accepted, snapshot, protect = [] } = input;
  const files = guardedFiles(changeSet, accepted);
  const findings: GuardFinding[] = lossFindings(files).map(({ path, reported }) => findingOf(path, reported));
  for (const file of files) {
    const refused = pathFindings(file, changeSet.producer, protect);
    findings.push(...refused.map(({ path, reported }) => findingOf(path, reported)));
    // Whether a file that may not be written is a good page is nobody's question.
    const onPage = refused.length > 0 ? [] : pageFindings(file, files, snapshot);
    findings.push(...[...leakFindings(file), ...onPage].map((reported) => findingOf(file.path, reported)));
  }
  return findings.sort(
    (a, b) =>
      compareText(a.path, b.path) ||
      a.line - b.line ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}
