import { finish, finishInTurns, YieldBudget, type Run, type Steps } from '../base';
import { isBareRename } from './hunk';
import { diffBlocksOf, editScriptOf, type ScriptLine } from './edit-script';
import { groupRegion, groupHunksByLine } from './hunk-groups';
import { type FileEdit, type Hunk } from './types';

/** One line of a diff, as a host displays it. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed';
  /** Without its line break. */
  readonly text: string;
  /** Counted from 1, in the text before; `null` for an added line. */
  readonly oldLine: number | null;
  /** Counted from 1, in the text after all hunks; `null` for a removed line. */
  readonly newLine: number | null;
  /** Ids of the hunks that change this line: several when hunks share a line, none for context. */
  readonly hunks: readonly string[];
  /** `false` for the last line of a text that ends without a line break. */
  readonly newline: boolean;
}

/** Changed lines with their context, and the hunks that they belong to, in order. */
interface DiffBlock {
  readonly hunks: readonly Hunk[];
  readonly lines: readonly DiffLine[];
}

/** The diff of one file of a change set; its lines refer to their hunks. */
export interface UnifiedDiff {
  readonly kind: FileEdit['kind'];
  readonly path: string;
  readonly to?: string;
  /** In the order of the text. A bare rename is a block without lines. */
  readonly blocks: readonly DiffBlock[];
}

/**
 * The diff of one file.
 *
 * @param context the number of unchanged lines around a change
 */
export function unifiedDiff(edit: FileEdit, context = 3): UnifiedDiff {
  return finish(unifiedDiffInSteps(edit, context));
}

/** {@link unifiedDiff}, but yields to the host and can be cancelled. */
export function unifiedDiffAsync(edit: FileEdit, context: number, run: Run): Promise<UnifiedDiff> {
  return finishInTurns(unifiedDiffInSteps(edit, context), new YieldBudget(run));
}

function* unifiedDiffInSteps(edit: FileEdit, context: number): Steps<UnifiedDiff> {
  const bare = edit.hunks.filter((hunk) => isBareRename(edit, hunk));
  const content = edit.hunks.filter((hunk) => !isBareRename(edit, hunk));
  const regions = groupHunksByLine(edit.base, content).map((group) => ({
    ...groupRegion(edit.base, group),
    origin: group.hunks,
  }));
  const blocks: DiffBlock[] = bare.map((hunk) => ({ hunks: [hunk], lines: [] }));
  for (const block of diffBlocksOf(yield* editScriptOf(edit.base, regions), context)) {
    blocks.push({ hunks: [...new Set(block.flatMap((line) => line.origin ?? []))], lines: block.map(diffLine) });
  }
  const { kind, path, to } = edit;
  return to === undefined ? { kind, path, blocks } : { kind, path, to, blocks };
}

function diffLine(line: ScriptLine<readonly Hunk[]>): DiffLine {
  const { kind, raw } = line;
  return {
    kind,
    text: raw.replace(/\r?\n$/, ''),
    oldLine: kind === 'added' ? null : line.oldLine,
    newLine: kind === 'removed' ? null : line.newLine,
    hunks: (line.origin ?? []).map((hunk) => hunk.id),
    newline: raw.endsWith('\n'),
  };
}
