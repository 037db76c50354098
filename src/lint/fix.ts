import { checkpoint, compareText, isWikiError, type Run } from '../base';
import {
  buildRename,
  buildUpdate,
  diffToHunks,
  isBareRename,
  type FileEdit,
  type Hunk,
  type SpliceSpec,
} from '../change';
import { editFrontmatter, type FrontmatterEdit, type Splice } from '../markdown';
import { type Snapshot } from '../wiki';
import { isTaken } from './facts';
import { type Fix, type Fixer, type FixNotes } from './rule';

interface NotedEdit<T> {
  readonly edit: T;
  readonly notes: FixNotes;
}

interface FileFixes {
  readonly splices: NotedEdit<Splice>[];
  readonly fields: NotedEdit<FrontmatterEdit>[];
  readonly why: Set<string>;
}

/** Runs fixes in order and returns what they edit, as one edit for each file. */
export async function applyFixes(fixes: readonly Fix[], snapshot: Snapshot, run: Run): Promise<readonly FileEdit[]> {
  const builder = new FixBuilder(snapshot);
  for (const fix of fixes) {
    await fix(builder);
    await checkpoint(run);
  }
  return builder.edits();
}

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
    this.#fixesOf(path, notes).splices.push({ edit, notes });
  }

  frontmatter(path: string, edit: FrontmatterEdit, notes: FixNotes): void {
    this.#fixesOf(path, notes).fields.push({ edit, notes });
  }

  rename(path: string, to: string, notes: FixNotes): void {
    if (!this.#renames.has(path)) this.#renames.set(path, { to, notes });
  }

  isFree(path: string): boolean {
    if (isTaken(path, this.snapshot)) return false;
    return [...this.#renames.values()].every(({ to }) => to.toLowerCase() !== path.toLowerCase());
  }

  /** Sorted by path. */
  async edits(): Promise<readonly FileEdit[]> {
    const paths = [...new Set([...this.#files.keys(), ...this.#renames.keys()])].sort(compareText);
    const edits: FileEdit[] = [];
    for (const path of paths) edits.push(await this.#editOf(path));
    return tieToRenames(edits.filter((edit) => edit.hunks.length > 0));
  }

  #fixesOf(path: string, notes: FixNotes): FileFixes {
    let fixes = this.#files.get(path);
    if (fixes === undefined) this.#files.set(path, (fixes = { splices: [], fields: [], why: new Set() }));
    fixes.why.add(notes.reason);
    return fixes;
  }

  async #editOf(path: string): Promise<FileEdit> {
    const base = await this.text(path);
    const { fields = [], splices: inBody = [], why = [] } = this.#files.get(path) ?? {};
    const splices = [...fieldSplices(path, base, fields), ...bodySplices(inBody)];
    const rename = this.#renames.get(path);
    if (rename === undefined) return buildUpdate({ path, base, splices, why: [...why] });
    const { to, notes } = rename;
    return buildRename({ path, to, base, splices, why: [notes.reason, ...why], reason: notes.reason });
  }
}

/** Leaves frontmatter that cannot be read as it is. */
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

/** Of two overlapping edits the first is kept; the next pass finds the other again. */
function bodySplices(splices: readonly NotedEdit<Splice>[]): readonly SpliceSpec[] {
  const kept: SpliceSpec[] = [];
  let done = 0;
  for (const { edit, notes } of [...splices].sort((a, b) => a.edit.start - b.edit.start)) {
    if (edit.start < done) continue;
    done = edit.end;
    const { reason, declares = [], footnotes } = notes;
    const needs = renameNeed(notes);
    kept.push({ ...edit, reason, declares, needs, ...(footnotes !== undefined && { footnotes }) });
  }
  return kept;
}

/** Stands for a hunk id among the needs of a hunk, with the path of the renamed page, until the ids are known. */
const RENAME_PREFIX = 'with ';

function renameNeed({ togetherWith }: FixNotes): readonly string[] {
  return togetherWith === undefined ? [] : [RENAME_PREFIX + togetherWith];
}

/** Makes a rename (or a new slug) and the link edits in other files need each other: neither works alone. */
function tieToRenames(edits: readonly FileEdit[]): readonly FileEdit[] {
  const renames = new Map<string, string>();
  for (const edit of edits) {
    const rename = edit.hunks.find((hunk) => isBareRename(edit, hunk)) ?? edit.hunks[0];
    if (rename !== undefined) renames.set(edit.path, rename.id);
  }
  const followers = new Map<string, Set<string>>();
  const tied = mapNeeds(edits, (hunk) => {
    const needs = new Set<string>();
    for (const need of hunk.needs) {
      const id = need.startsWith(RENAME_PREFIX) ? renames.get(need.slice(RENAME_PREFIX.length)) : need;
      if (id === undefined || id === hunk.id) continue;
      needs.add(id);
      if (id === need) continue;
      followers.set(id, (followers.get(id) ?? new Set()).add(hunk.id));
    }
    return needs;
  });
  return mapNeeds(tied, (hunk) => new Set([...hunk.needs, ...(followers.get(hunk.id) ?? [])]));
}

function mapNeeds(edits: readonly FileEdit[], needsOf: (hunk: Hunk) => ReadonlySet<string>): readonly FileEdit[] {
  return edits.map((edit) => ({ ...edit, hunks: edit.hunks.map((hunk) => ({ ...hunk, needs: [...needsOf(hunk)] })) }));
}
