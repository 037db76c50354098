import { compareText, isWikiError, throwIfCancelled, type Run } from '../base';
import {
  diffToHunks,
  isBareRename,
  buildRename,
  buildUpdate,
  type FileEdit,
  type Hunk,
  type SpliceSpec,
} from '../change';
import { editFrontmatter, type FrontmatterEdit, type Splice } from '../markdown';
import { type Snapshot } from '../wiki';
import { isTaken } from './facts';
import { type DetectedFinding } from './findings';
import { type Fixer, type FixNotes } from './rule';

interface NotedEdit<T> {
  readonly edit: T;
  readonly notes: FixNotes;
}

interface FileFixes {
  readonly splices: NotedEdit<Splice>[];
  readonly fields: NotedEdit<FrontmatterEdit>[];
  readonly why: Set<string>;
}

/** Fixes at work: collects what the rules want to edit, then makes one edit a file of it. */
class FixBuilder implements Fixer {
  readonly snapshot: Snapshot;
  readonly #texts = new Map<string, Promise<string>>();
  readonly #files = new Map<string, FileFixes>();
  readonly #renames = new Map<string, { readonly to: string; readonly notes: FixNotes }>();

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
  }

  text(path: string): Promise<string> {
    let text = this.#texts.get(path);
    if (text === undefined) {
      text = this.snapshot.text(path).then((found) => found ?? '');
      this.#texts.set(path, text);
    }
    return text;
  }

  splice(path: string, edit: Splice, notes: FixNotes): void {
    this.#work(path, notes).splices.push({ edit, notes });
  }

  frontmatter(path: string, edit: FrontmatterEdit, notes: FixNotes): void {
    this.#work(path, notes).fields.push({ edit, notes });
  }

  rename(path: string, to: string, notes: FixNotes): void {
    if (!this.#renames.has(path)) this.#renames.set(path, { to, notes });
  }

  isFree(path: string): boolean {
    if (isTaken(path, this.snapshot)) return false;
    return [...this.#renames.values()].every(({ to }) => to.toLowerCase() !== path.toLowerCase());
  }

  /** One edit a file, in the order of the paths. */
  async edits(): Promise<readonly FileEdit[]> {
    const paths = [...new Set([...this.#files.keys(), ...this.#renames.keys()])].sort(compareText);
    const edits: FileEdit[] = [];
    for (const path of paths) edits.push(await this.#editOf(path));
    return tieToRenames(edits.filter((edit) => edit.hunks.length > 0));
  }

  #work(path: string, notes: FixNotes): FileFixes {
    let work = this.#files.get(path);
    if (work === undefined) this.#files.set(path, (work = { splices: [], fields: [], why: new Set() }));
    work.why.add(notes.reason);
    return work;
  }

  async #editOf(path: string): Promise<FileEdit> {
    const base = await this.text(path);
    const work = this.#files.get(path);
    const splices = work === undefined ? [] : [...fieldSplices(path, base, work.fields), ...bodySplices(work.splices)];
    const why = [...(work?.why ?? [])];
    const rename = this.#renames.get(path);
    if (rename === undefined) return buildUpdate({ path, base, splices, why });
    const { to, notes } = rename;
    return buildRename({ path, to, base, splices, why: [notes.reason, ...why], reason: notes.reason });
  }
}

/** Edits of fields as replacements of characters. Frontmatter that cannot be read is left as it is. */
function fieldSplices(
  path: string,
  base: string,
  fields: readonly NotedEdit<FrontmatterEdit>[],
): readonly SpliceSpec[] {
  if (fields.length === 0) return [];
  let next: string;
  try {
    next = editFrontmatter(
      base,
      fields.map(({ edit }) => edit),
    );
  } catch (error) {
    if (isWikiError(error)) return [];
    throw error;
  }
  const reason = [...new Set(fields.map(({ notes }) => notes.reason))].join(' ');
  const needs = [...new Set(fields.flatMap(({ notes }) => renameNeed(notes)))];
  return diffToHunks(base, next, path, { reason }).map(({ start, end, text }) => ({ start, end, text, reason, needs }));
}

/** Edits of the body. Of two that touch the same characters the first stands; the other is found again next time. */
function bodySplices(splices: readonly NotedEdit<Splice>[]): readonly SpliceSpec[] {
  const kept: SpliceSpec[] = [];
  let done = 0;
  for (const { edit, notes } of [...splices].sort((a, b) => a.edit.start - b.edit.start)) {
    if (edit.start < done) continue;
    done = edit.end;
    const { reason, declares = [] } = notes;
    kept.push({ ...edit, reason, declares, needs: renameNeed(notes) });
  }
  return kept;
}

function renameNeed({ togetherWith: leader }: FixNotes): readonly string[] {
  return leader === undefined ? [] : [RENAME_PREFIX + leader];
}

/** Marks, among the needs of a hunk, the path of the page that it follows, until the hunk ids are known. */
const RENAME_PREFIX = 'with ';

/**
 * A rename (or a new slug) and the links that follow it make sense only together, across files: each needs the other.
 */
function tieToRenames(edits: readonly FileEdit[]): readonly FileEdit[] {
  const leaders = new Map<string, string>();
  for (const edit of edits) {
    const leader = edit.hunks.find((hunk) => isBareRename(edit, hunk)) ?? edit.hunks[0];
    if (leader !== undefined) leaders.set(edit.path, leader.id);
  }
  const followers = new Map<string, Set<string>>();
  const tied = mapHunks(edits, (hunk) => {
    const needs = new Set<string>();
    for (const need of hunk.needs) {
      const id = need.startsWith(RENAME_PREFIX) ? leaders.get(need.slice(RENAME_PREFIX.length)) : need;
      if (id === undefined || id === hunk.id) continue;
      needs.add(id);
      if (id === need) continue;
      followers.set(id, (followers.get(id) ?? new Set()).add(hunk.id));
    }
    return needs;
  });
  return mapHunks(tied, (hunk) => new Set([...hunk.needs, ...(followers.get(hunk.id) ?? [])]));
}

function mapHunks(edits: readonly FileEdit[], needsOf: (hunk: Hunk) => ReadonlySet<string>): readonly FileEdit[] {
  return edits.map((edit) => ({ ...edit, hunks: edit.hunks.map((hunk) => ({ ...hunk, needs: [...needsOf(hunk)] })) }));
}

/** Runs the fixes of these findings, in their order, and returns what they edit: one edit a file. */
export async function fixFindings(
  findings: readonly DetectedFinding[],
  snapshot: Snapshot,
  run: Run,
): Promise<readonly FileEdit[]> {
  const builder = new FixBuilder(snapshot);
  for (const { fix: mend } of findings) {
    throwIfCancelled(run);
    await mend?.(builder);
    await run.yieldToHost();
  }
  return builder.edits();
}
