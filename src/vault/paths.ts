import { WikiError } from '../base';

/** Longest name of a file or folder, in bytes of UTF-8: what ext4, APFS and NTFS all hold. */
const MAX_NAME_BYTES = 255;
/** Longest path, in bytes of UTF-8: macOS allows 1024 with the vault's own folder included. */
const MAX_PATH_BYTES = 1000;

/** Names that Windows gives to devices, whatever the extension. Source: Microsoft, "Naming files, paths, and namespaces". */
const WINDOWS_DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)$/i;
/** Characters that no name on Windows or Android may hold. A colon would also open a hidden stream of the file. */
const UNPORTABLE = /[<>:"|?*]/;
/** Control characters, lone surrogates, and the two separators that end a line in some programs. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Marks that turn the direction of writing and so can make `exe.md` look like something else. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;
/** Windows drops trailing dots and spaces, so that `.. ` means `..`. */
const DOTS_ONLY = /^[. ]+$/;

const REMEDIES = {
  inside: 'Use a path inside the folder, with “/” between the names and without “.” or “..”.',
  name: 'Choose another name.',
  shorter: 'Choose a shorter name.',
} as const;

function refuse(path: string, message: string, remedy: string): never {
  throw new WikiError('living-wiki:path_refused', message, { path, remedy });
}

/** Bytes of `text` in UTF-8. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // The two units of a surrogate pair make four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
  }
  return bytes;
}

/**
 * Checks that a path can only mean a place inside the vault, whatever the host: what every operation of every
 * adapter asks of every path. Names that exist but should not be given any more (`aux.md`, `Acme Inc./`) pass.
 *
 * The path is never rewritten: it is returned as it came, in the Unicode form that it has.
 *
 * @throws `living-wiki:path_refused`
 */
export function checkSafePath(path: string): string {
  if (path === '') refuse(path, 'The path is empty.', REMEDIES.inside);
  if (path.startsWith('/')) refuse(path, 'The path starts at the root of the disk.', REMEDIES.inside);
  if (/^[a-z]:/i.test(path)) refuse(path, 'The path names a drive.', REMEDIES.inside);
  if (path.includes('\\')) refuse(path, 'The path holds a backslash.', REMEDIES.inside);
  if (UNPRINTABLE.test(path)) refuse(path, 'The path holds a character that cannot be printed.', REMEDIES.name);
  if (utf8Length(path) > MAX_PATH_BYTES)
    refuse(path, `The path is longer than ${MAX_PATH_BYTES} bytes.`, REMEDIES.shorter);
  for (const name of path.split('/')) {
    if (name === '') refuse(path, 'The path holds an empty name.', REMEDIES.inside);
    if (DOTS_ONLY.test(name)) refuse(path, `The path holds the name “${name}”.`, REMEDIES.inside);
    if (utf8Length(name) > MAX_NAME_BYTES)
      refuse(path, `A name is longer than ${MAX_NAME_BYTES} bytes.`, REMEDIES.shorter);
  }
  return path;
}

/** {@link checkSafePath} for a folder: the root `''` passes as well. */
export function checkFolderPath(path: string): string {
  return path === '' ? path : checkSafePath(path);
}

/**
 * The path rules in full: {@link checkSafePath}, and that each name can be held by every system that the wiki may be
 * copied to. Ask this of every path that is going to be created.
 *
 * @returns the path, unchanged
 * @throws `living-wiki:path_refused`
 */
export function checkPortablePath(path: string): string {
  checkSafePath(path);
  for (const name of path.split('/')) {
    if (/[. ]$/.test(name)) refuse(path, 'A name ends in a dot or a space, which Windows drops.', REMEDIES.name);
    const stem = (name.split('.', 1)[0] ?? '').trimEnd();
    if (WINDOWS_DEVICES.test(stem)) refuse(path, `Windows reserves the name “${stem}” for a device.`, REMEDIES.name);
    const mark = UNPORTABLE.exec(name);
    if (mark) refuse(path, `A name holds “${mark[0]}”, which Windows and Android do not allow.`, REMEDIES.name);
    if (BIDI_CONTROLS.test(name))
      refuse(path, 'A name holds a mark that turns the direction of writing.', REMEDIES.name);
  }
  return path;
}

/** Joins names and paths with `/`; empty parts are left out. Resolves nothing. */
export function joinPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/');
}

/** The folder that holds `path`; `''` for a path of one name. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The last name of `path`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Every folder above `path`, outermost first, the root left out. */
export function parentPaths(path: string): string[] {
  const parents: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    parents.push(path.slice(0, slash));
  return parents;
}

/**
 * Where `target` leads, seen from the file `from`: `../x.md` from `a/b.md` is `x.md`.
 *
 * @param from path of a file in the vault
 * @param target relative, `/`-separated; `.`, `..` and doubled or trailing slashes are allowed
 * @returns the path in the vault (`''` for its root), or `null` when the target is absolute, leaves the vault on the
 *   way, or holds what {@link checkSafePath} refuses
 */
export function resolveRelative(from: string, target: string): string | null {
  if (target === '' || target.startsWith('/')) return null;
  const names = parentPath(from) === '' ? [] : parentPath(from).split('/');
  for (const name of target.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (names.pop() === undefined) return null;
    } else {
      names.push(name);
    }
  }
  const path = names.join('/');
  try {
    return checkFolderPath(path);
  } catch {
    return null;
  }
}

/**
 * The form in which two names are the same file on a system that ignores case or Unicode form (macOS, Windows,
 * Android). Stricter than any one of them: it also joins `ß` with `ss`.
 * Source: Unicode 15, 3.13, canonical caseless match (D145), with JavaScript's own case tables.
 */
export function foldName(name: string): string {
  return name.normalize('NFD').toLowerCase().toUpperCase().normalize('NFD');
}
