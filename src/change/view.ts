import { isBareRename } from './hunk';
import { blocksOf, scriptOf } from './script';
import type { ScriptLine } from './script';
import { regionOf, unitsOf } from './units';
import type { FileEdit, Hunk } from './types';

/** One line of a diff as a host draws it. */
export interface ViewLine {
  readonly kind: 'context' | 'added' | 'removed';
  /** Without its line break. */
  readonly text: string;
  /** Counted from 1, in the text before; `null` for an added line. */
  readonly oldLine: number | null;
  /** Counted from 1, in the text after all hunks; `null` for a removed line. */
  readonly newLine: number | null;
  /** Ids of the hunks that this line belongs to: several where hunks share a line, none for context. */
  readonly hunks: readonly string[];
  /** `false` for the last line of a text that ends without a line break. */
  readonly newline: boolean;
}

/** Changed lines with a few around them, and the hunks that they show, in order. */
export interface ViewBlock {
  readonly hunks: readonly Hunk[];
  readonly lines: readonly ViewLine[];
}

/** One file of a change set as a diff whose lines know their hunks; the same data for every host. */
export interface UnifiedView {
  readonly kind: FileEdit['kind'];
  readonly path: string;
  readonly to?: string;
  /** In the order of the text. A bare rename is a block without lines. */
  readonly blocks: readonly ViewBlock[];
}

/**
 * The diff of one file.
 *
 * @param context how many unchanged lines to show around a change
 */
export function unifiedView(edit: FileEdit, context = 3): UnifiedView {
  const bare = edit.hunks.filter((hunk) => isBareRename(edit, hunk));
  const content = edit.hunks.filter((hunk) => !isBareRename(edit, hunk));
  const regions = unitsOf(edit.base, content).map((unit) => ({ ...regionOf(edit.base, unit), by: unit.hunks }));
  const blocks: ViewBlock[] = bare.map((hunk) => ({ hunks: [hunk], lines: [] }));
  for (const block of blocksOf(scriptOf(edit.base, regions), context)) {
    blocks.push({ hunks: [...new Set(block.flatMap((line) => line.by ?? []))], lines: block.map(viewLine) });
  }
  const { kind, path, to } = edit;
  return to === undefined ? { kind, path, blocks } : { kind, path, to, blocks };
}

function viewLine(line: ScriptLine<readonly Hunk[]>): ViewLine {
  const { kind, raw } = line;
  return {
    kind,
    text: raw.replace(/\r?\n$/, ''),
    oldLine: kind === 'added' ? null : line.oldLine,
    newLine: kind === 'removed' ? null : line.newLine,
    hunks: (line.by ?? []).map((hunk) => hunk.id),
    newline: raw.endsWith('\n'),
  };
}
