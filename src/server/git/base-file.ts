import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isMapping, parseForeignJson } from '../../base';
import { asVaultError } from '../../node';
import { type KnownFiles } from './local-files';

/** What the folder of a wiki was last the same as. */
export interface SyncBase {
  /** Address, branch and folder, in one line; `''` for none yet. */
  readonly of: string;
  readonly commit: string | null;
  readonly files: KnownFiles;
  /** Towards what the folder was being moved when a program ended. */
  readonly moving: string | null;
  /** Id of the newest transaction that is in a commit. Ids sort by time. */
  readonly shared: string;
}

const NO_BASE: SyncBase = { of: '', commit: null, files: new Map(), moving: null, shared: '' };

const commitId = () => z.nullable(z.string().check(z.regex(/^[0-9a-f]{40}$/)));
const shape = z.lazy(() =>
  z.object({
    version: z.literal(1),
    of: z.string(),
    commit: commitId(),
    files: z.array(z.tuple([z.string(), z.string(), z.number(), z.number()])),
    moving: commitId(),
    shared: z.string(),
  }),
);

/**
 * A file that is missing or damaged means that nothing is known: every file is then compared.
 * @throws WikiError for a file that is there and cannot be read now
 */
export function readBase(file: string): SyncBase {
  try {
    const { files, of, commit, moving, shared } = z.parse(shape, parseForeignJson(readFileSync(file, 'utf8')));
    const known = new Map(files.map(([path, blob, size, mtime]) => [path, { blob, size, mtime }]));
    return { of, commit, files: known, moving, shared };
  } catch (error) {
    throwIfUnreadable(error);
    return NO_BASE;
  }
}

/** What is there and cannot be read now, because too many files are open, must not be taken for missing. */
export function throwIfUnreadable(error: unknown): void {
  const isOfSystem = isMapping(error) && typeof error.syscall === 'string';
  if (isOfSystem && error.code !== 'ENOENT') throw asVaultError(error, '');
}

export function writeBase(file: string, { files, ...rest }: SyncBase): void {
  const stored = [...files].map(([path, { blob, size, mtime }]) => [path, blob, size, mtime]);
  const text = JSON.stringify({ version: 1, ...rest, files: stored });
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
