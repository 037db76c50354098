/** A file or folder. Paths are relative to the vault, `/`-separated, without a leading or trailing slash. */
export interface FileStat {
  readonly kind: 'file' | 'folder';
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Last change of the content, or of the file's record where the host knows that; milliseconds since the epoch; 0 where the host does not know. */
  readonly mtime: number;
}

export interface VaultEntry extends FileStat {
  readonly path: string;
}

export type EntryKind = Pick<VaultEntry, 'path' | 'kind'>;

export type VaultEvent =
  | { readonly kind: 'changed' | 'created' | 'removed'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string };

/** Something in a folder that the vault cannot read. */
export interface SkippedEntry {
  /** As the host spells it; no operation accepts it. */
  readonly path: string;
  /** Why, in one sentence. */
  readonly reason: string;
}

export interface WriteOptions {
  /** Return only once the bytes would survive a power cut, where the host can ensure that. */
  readonly durable?: boolean;
  /**
   * Hash of the bytes that the file must hold (`null`: it must not exist). Otherwise `living-wiki:edited_meanwhile`, and
   * nothing is changed. Each adapter looks as late as its host allows.
   */
  readonly expected?: string | null;
}

/**
 * The port to a tree of files. The root folder is `''`. Every adapter passes the same contract tests (`test/vault`).
 *
 * Errors (all `WikiError`): `living-wiki:path_refused` for a path that the resolver refuses,
 * `living-wiki:file_missing`, `living-wiki:not_a_file`, `living-wiki:not_a_folder`, `living-wiki:file_exists`,
 * `living-wiki:folder_not_empty`, `living-wiki:not_utf8`, `living-wiki:disk_full`, `living-wiki:read_only`, `living-wiki:file_system` for the rest.
 */
export interface Vault {
  /**
   * The children of a folder, sorted by `compareText`. A missing folder has none. Skips devices, links that lead out of
   * the vault, and names that no path can express (with a backslash or a control character).
   */
  list(folder: string): Promise<readonly VaultEntry[]>;
  /** What `list` gives, without sizes and times; absent on hosts where those cost nothing. */
  listKinds?(folder: string): Promise<readonly EntryKind[]>;
  /** What `list` skips in a folder, to be shown to the user; absent on hosts that skip nothing. */
  listSkipped?(folder: string): Promise<readonly SkippedEntry[]>;
  /** `null` where nothing exists. */
  stat(path: string): Promise<FileStat | null>;
  /** UTF-8 text, a byte-order mark kept. Bytes that are not UTF-8 are `living-wiki:not_utf8`, never replaced. */
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Creates or replaces a file as a whole, and the folders that it needs; a reader sees the old or the new bytes. */
  write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void>;
  /**
   * Moves a file, and creates the folders that it needs. An existing target is `living-wiki:file_exists`; a name that
   * differs only in case from the file's own is no such target.
   */
  rename(from: string, to: string, options?: WriteOptions): Promise<void>;
  /**
   * Moves a folder with all that is in it, in one step, to a name that is free in a folder that exists; absent on hosts that
   * cannot. `living-wiki:file_missing` without the folder, `living-wiki:file_exists` where the name is taken.
   */
  renameFolder?(from: string, to: string): Promise<void>;
  /**
   * Gives a file a second name without writing it again, and creates the folders that the name needs; absent on hosts that cannot.
   * @returns whether it has that name: not every disk can, and a link stays what it is
   */
  linkFile?(from: string, to: string): Promise<boolean>;
  /** Removes a file or an empty folder. It is no error if neither exists. */
  remove(path: string, options?: WriteOptions): Promise<void>;
  /** Reports every change, whoever made it. Returns a function that stops the reports. */
  watch(listener: (event: VaultEvent) => void): () => void;
}

/** Lower-case hex SHA-256 of a file's bytes. */
export type Hash = string;

/**
 * One change to one file, as a transaction applies it: the hash of the text that it expects, and the new text. A
 * transaction writes only text.
 */
export type FileChange =
  | { readonly op: 'create'; readonly path: string; readonly text: string }
  | { readonly op: 'update'; readonly path: string; readonly expected: Hash; readonly text: string }
  | {
      readonly op: 'rename';
      readonly from: string;
      readonly path: string;
      readonly expected: Hash;
      readonly text: string;
    }
  | { readonly op: 'delete'; readonly path: string; readonly expected: Hash };
