import { allHunks, type ChangeSet, type FileEdit } from '../../../src/change';

export function changeSetOf(files: readonly FileEdit[], producer: ChangeSet['producer'] = 'ingest'): ChangeSet {
  return {
    title: 'Test',
    producer,
    files,
    log: { event: 'ingest', subject: 'test', bullets: [] },
    sources: [],
    notes: [],
    facts: {},
  };
}

export function allOf(changeSet: ChangeSet): ReadonlySet<string> {
  return new Set(allHunks(changeSet).map(({ hunk }) => hunk.id));
}

/** Reads texts from a record. */
export function reader(files: Readonly<Record<string, string>>): (path: string) => Promise<string | null> {
  return (path) => Promise.resolve(Object.hasOwn(files, path) ? (files[path] ?? null) : null);
}
