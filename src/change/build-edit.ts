import { hashText } from '../vault';
import { hunkId, sortHunks, spliceText } from './hunk';
import { fileTitle, partTitle, createHunkTitler } from './title';
import {
  LOSS_KINDS,
  type DroppedStatement,
  type Evidence,
  type FileEdit,
  type FootnoteText,
  type Hunk,
  type LossKind,
} from './types';

/** What an edit says about itself. */
export interface EditNotes {
  /** Where and what, for people. Defaults to the enclosing section. */
  readonly title?: string;
  /** Why, in one plain sentence. */
  readonly reason: string;
  readonly evidence?: readonly Evidence[];
  /** Ids of hunks in any file of the set, or `name`s of edits in the same call, that this one depends on. */
  readonly needs?: readonly string[];
  /** What it removes on purpose. */
  readonly declares?: readonly LossKind[];
  /** Definitions of its footnotes. */
  readonly footnotes?: readonly FootnoteText[];
  /** What the page no longer says. */
  readonly drops?: readonly DroppedStatement[];
  /** Lets other edits of the same call name this one in `needs`. */
  readonly name?: string;
}

/** A piece of a new page. */
export interface PartSpec extends EditNotes {
  readonly text: string;
}

/** A replacement of `[start, end)` in the base text, offsets in UTF-16 units. */
export interface SpliceSpec extends EditNotes {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A new file made of parts that are reviewed one by one. Every part needs the first (frontmatter and heading), and
 * further parts only where their `needs` says so.
 *
 * @param spec.path where it will be, relative to the wiki's root
 */
export function buildCreation(spec: {
  readonly path: string;
  readonly parts: readonly PartSpec[];
  readonly why: readonly string[];
}): FileEdit {
  const hunks = makeHunks(
    spec.path,
    spec.parts.map((part) => ({ ...part, start: 0, end: 0 })),
    (part, index) => partTitle(part.text, spec.path, index === 0),
  );
  const first = hunks[0];
  return {
    kind: 'created',
    path: spec.path,
    base: '',
    hunks: hunks.map((hunk) =>
      first === undefined || hunk === first || hunk.needs.includes(first.id)
        ? hunk
        : { ...hunk, needs: [first.id, ...hunk.needs] },
    ),
    why: spec.why,
  };
}

/**
 * Edits of a file, in any order.
 *
 * @param spec.base the whole text that the offsets refer to
 * @throws WikiError `living-wiki:change_invalid` when edits overlap or reach outside the text
 */
export function buildUpdate(spec: {
  readonly path: string;
  readonly base: string;
  readonly splices: readonly SpliceSpec[];
  readonly why: readonly string[];
}): FileEdit {
  const titles = createHunkTitler(spec.base);
  const useful = spec.splices.filter(({ start, end, text }) => spec.base.slice(start, end) !== text);
  spliceText(spec.base, useful, spec.path);
  return {
    kind: 'updated',
    path: spec.path,
    baseHash: hashText(spec.base),
    base: spec.base,
    hunks: makeHunks(spec.path, sortHunks(useful), (splice) => titles.titleFor(splice)),
    why: spec.why,
  };
}

/**
 * A renamed file. Edits given with it (a new slug, a new title) and the rename need each other.
 *
 * @throws WikiError `living-wiki:change_invalid` when edits overlap or reach outside the text
 */
export function buildRename(
  spec: {
    readonly path: string;
    readonly to: string;
    readonly base: string;
    readonly splices?: readonly SpliceSpec[];
    readonly why: readonly string[];
  } & EditNotes,
): FileEdit {
  const { path, to, base, why } = spec;
  const content = buildUpdate({ path, base, splices: spec.splices ?? [], why }).hunks;
  const id = hunkId(path, 0, 0, to);
  const hunk: Hunk = {
    id,
    start: 0,
    end: 0,
    text: '',
    title: spec.title ?? `Rename to "${fileTitle(to)}"`,
    reason: spec.reason,
    evidence: spec.evidence ?? [],
    needs: [...(spec.needs ?? []), ...content.map((one) => one.id)],
    declares: spec.declares ?? [],
  };
  const tied = content.map((one) => ({ ...one, needs: [id, ...one.needs] }));
  return { kind: 'renamed', path, to, baseHash: hashText(base), base, hunks: sortHunks([hunk, ...tied]), why };
}

/** A deleted file. A deletion declares the loss of everything in the file. */
export function buildDeletion(
  spec: { readonly path: string; readonly base: string; readonly why: readonly string[] } & EditNotes,
): FileEdit {
  const { path, base, why } = spec;
  const notes: SpliceSpec = {
    start: 0,
    end: base.length,
    text: '',
    reason: spec.reason,
    evidence: spec.evidence ?? [],
    needs: spec.needs ?? [],
    declares: LOSS_KINDS,
    title: spec.title ?? `Delete "${fileTitle(path)}"`,
  };
  return { kind: 'deleted', path, baseHash: hashText(base), base, hunks: makeHunks(path, [notes], () => ''), why };
}

function makeHunks(
  path: string,
  splices: readonly SpliceSpec[],
  titleOf: (splice: SpliceSpec, index: number) => string,
): readonly Hunk[] {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  const ids = splices.map((splice) => {
    const { start, end, text } = splice;
    const key = JSON.stringify([start, end, text]);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    const id = hunkId(path, start, end, text, ordinal);
    if (splice.name !== undefined) names.set(splice.name, id);
    return id;
  });
  return splices.map((splice, index) => ({
    id: ids[index] ?? '',
    start: splice.start,
    end: splice.end,
    text: splice.text,
    title: splice.title ?? titleOf(splice, index),
    reason: splice.reason,
    evidence: splice.evidence ?? [],
    needs: (splice.needs ?? []).map((need) => names.get(need) ?? need),
    declares: splice.declares ?? [],
    ...(splice.footnotes !== undefined && { footnotes: splice.footnotes }),
    ...(splice.drops !== undefined && splice.drops.length > 0 && { drops: splice.drops }),
  }));
}
