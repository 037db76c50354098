/** A file or folder as the vault lists it. Paths are vault-relative, `/`-separated, without a leading or trailing slash. */
export interface FileStat {
  readonly kind: 'file' | 'folder';
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Last change, milliseconds since the epoch; 0 where the host does not know. */
  readonly mtime: number;
}

export interface VaultEntry extends FileStat {
  readonly path: string;
}

export type VaultEvent =
  | { readonly kind: 'changed' | 'created' | 'removed'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string };

/** Something in a folder that cannot be had from here. */
export interface SkippedEntry {
  /** As it is spelt there; not a path that any operation takes. */
  readonly path: string;
  /** Why, in one plain sentence. */
  readonly reason: string;
}

export interface WriteOptions {
  /** Do not return before the bytes would survive a power cut, where the host can promise that. */
  readonly durable?: boolean;
  /**
   * What the file has to hold, by the hash of its bytes (`null`: it must not be there), where the host can look and write in
   * one step. Others rely on the caller's own look. Broken: `living-wiki:edited_meanwhile`, and nothing is written.
   */
  readonly expected?: string | null;
}

/**
 * The port to a tree of files. The root folder is `''`. Every adapter passes the same contract tests.
 *
 * Errors (all `WikiError`): `living-wiki:path_refused` for a path that the resolver refuses,
 * `living-wiki:file_missing`, `living-wiki:not_a_file`, `living-wiki:not_a_folder`, `living-wiki:file_exists`,
 * `living-wiki:folder_not_empty`, `living-wiki:not_utf8`, `living-wiki:disk_full`, `living-wiki:read_only`, `living-wiki:file_system` for the rest.
 */
export interface Vault {
  /**
   * The direct children of a folder, in the order of `compareText`. A missing folder has none. Names that no path can
   * address (with a backslash or a control character), devices, and links that leave the vault are left out.
   */
  list(folder: string): Promise<readonly VaultEntry[]>;
  /** What `list` leaves out of a folder, for people to be told of it; absent where a host leaves nothing out. */
  listSkipped?(folder: string): Promise<readonly SkippedEntry[]>;
  /** `null` where nothing is there. */
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
  /** Removes a file, or a folder that is empty. Nothing there is no error. */
  remove(path: string, options?: WriteOptions): Promise<void>;
  /** Reports changes made by anybody; returns the function that stops it. */
  watch(listener: (event: VaultEvent) => void): () => void;
}

/** Lower-case hex SHA-256 of a file's bytes. */
export type Hash = string;

/**
 * One change to one file, as the transaction applies it: the text it expects (by hash of its UTF-8 bytes) and the
 * text it will hold. Only text is ever written into a wiki.
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
