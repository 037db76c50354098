import { renderEdit, type ChangeSet, type FileEdit } from '../../change';
import { type FileChange, type Hash } from '../../vault';
import { normaliseName, type Page, type Snapshot } from '../../wiki';

/** A change that a curator made while others could write, and what it was made from. */
export interface PreparedChange {
  readonly changeSet: ChangeSet;
  /** Of the source. */
  readonly hash: Hash;
  readonly base: Snapshot;
}

/**
 * Whether a change is as right for the wiki as it is now: what others wrote meanwhile is in none of its files, took no page away, and
 * gave no page a name of one that it creates. A model is then not asked, and paid, again.
 */
export async function stillFits({ changeSet, base }: PreparedChange, now: Snapshot): Promise<boolean> {
  if (now === base) return true;
  // Read again, it is another object.
  if (JSON.stringify(now.manifest) !== JSON.stringify(base.manifest)) return false;
  const changed = [...now.changedSince(base)];
  if (changed.some((path) => !now.pages.has(path))) return false;
  for (const edit of changeSet.files) if ((await now.text(edit.path)) !== textBefore(edit)) return false;
  const taken = new Set(
    changed.flatMap((path) => {
      const known = new Set(namesOf(base.pages.get(path)));
      return namesOf(now.pages.get(path)).filter((name) => !known.has(name));
    }),
  );
  const created = changeSet.files.filter(({ kind }) => kind === 'created');
  const { pages } = base.with(created.map(toChange));
  return !created.some(({ path }) => namesOf(pages.get(path)).some((name) => taken.has(name)));
}

const textBefore = ({ kind, base }: FileEdit): string | null => (kind === 'created' ? null : base);

const toChange = (edit: FileEdit): FileChange => ({ op: 'create', path: edit.path, text: renderEdit(edit) ?? '' });

const namesOf = (page: Page | undefined): readonly string[] =>
  page === undefined ? [] : [page.slug, page.title, ...page.aliases].map(normaliseName);
