import { WikiError } from '../base';

/** Longest name of a file or folder, in bytes of UTF-8: what ext4, APFS and NTFS all allow. */
const MAX_NAME_BYTES = 255;
/** Longest path, in bytes of UTF-8: macOS allows 1024, the vault's own folder included. */
const MAX_PATH_BYTES = 1000;

/** Names that Windows reserves for devices, whatever the extension. Source: Microsoft, "Naming files, paths, and namespaces". */
const WINDOWS_DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)$/i;
/** Characters that Windows and Android do not allow. On Windows, a colon opens a hidden stream of the file. */
const UNPORTABLE = /[<>:"|?*]/;
/** Control characters, lone surrogates, and the two separators that some programs take for a line break. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Characters that change the direction of text, and so can make `exe.md` look like something else. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;
/** Most paths: nothing in them needs a closer look, and a vault has tens of thousands. A name that begins so is not made of dots. */
const PLAIN_PATH = /^\w[\w .,()&'+@#=~-]*(?:\/\w[\w .,()&'+@#=~-]*)*$/;
/** Windows drops trailing dots and spaces, so `.. ` means `..`. */
const DOTS_ONLY = /^[. ]+$/;

const REMEDIES = {
  inside: 'Use a path inside the folder, with “/” between names and without “.” and “..”.',
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
    if (unit < 0x80) bytes += 1;
    // Each half of a surrogate pair counts two: a pair takes four bytes.
    else if (unit < 0x800 || (unit >= 0xd800 && unit < 0xe000)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

/**
 * Checks that a path cannot lead outside the vault on any host. Every operation of every adapter checks its paths with
 * this. Names that may exist but should not be created (`aux.md`, `Acme Inc./`) pass.
 *
 * Returns the path as it is; paths are never rewritten.
 *
 * @throws `living-wiki:path_refused`
 */
export function checkSafePath(path: string): string {
  if (path.length <= MAX_NAME_BYTES && PLAIN_PATH.test(path)) return path;
  if (path === '') refuse(path, 'The path is empty.', REMEDIES.inside);
  if (path.startsWith('/')) refuse(path, 'The path is absolute.', REMEDIES.inside);
  if (/^[a-z]:/i.test(path)) refuse(path, 'The path starts with a drive letter.', REMEDIES.inside);
  if (path.includes('\\')) refuse(path, 'The path contains a backslash.', REMEDIES.inside);
  if (UNPRINTABLE.test(path)) refuse(path, 'The path contains a character that cannot be printed.', REMEDIES.name);
  if (utf8Length(path) > MAX_PATH_BYTES)
    refuse(path, `The path is longer than ${MAX_PATH_BYTES} bytes.`, REMEDIES.shorter);
  for (const name of path.split('/')) {
    if (name === '') refuse(path, 'The path contains an empty name.', REMEDIES.inside);
    if (DOTS_ONLY.test(name)) refuse(path, `The path contains the name “${name}”.`, REMEDIES.inside);
    if (utf8Length(name) > MAX_NAME_BYTES)
      refuse(path, `A name is longer than ${MAX_NAME_BYTES} bytes.`, REMEDIES.shorter);
  }
  return path;
}

/** {@link checkSafePath} for a folder; the root `''` passes too. */
export function checkFolderPath(path: string): string {
  return path === '' ? path : checkSafePath(path);
}

/**
 * {@link checkSafePath}, and that every file system the wiki may be copied to allows each name. For every path that is
 * going to be created.
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
    if (mark) refuse(path, `A name contains “${mark[0]}”, which Windows and Android do not allow.`, REMEDIES.name);
    if (BIDI_CONTROLS.test(name))
      refuse(path, 'A name contains a character that changes the direction of text.', REMEDIES.name);
  }
  return path;
}

/** Joins names and paths with `/`, without empty parts. Does not resolve `.` and `..`. */
export function joinPath(...parts: readonly string[]): string {
  let path = '';
  for (const part of parts) if (part !== '') path = path === '' ? part : `${path}/${part}`;
  return path;
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

/** Every folder above `path`, outermost first, without the root. */
export function parentPaths(path: string): string[] {
  const parents: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    parents.push(path.slice(0, slash));
  return parents;
}

/**
 * Resolves a relative path: `../x.md` in the file `a/b.md` is `x.md`.
 *
 * @param from path of a file in the vault
 * @param target relative, `/`-separated; `.`, `..` and doubled or trailing slashes are allowed
 * @returns the path in the vault (`''` for its root), or `null` when the target is absolute, leaves the vault, or is
 *   refused by {@link checkSafePath}
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

/** `to` relative to the folder of `from`. */
export function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) common++;
  return [...here.slice(common).map(() => '..'), ...there.slice(common)].join('/');
}

/**
 * Two names with the same fold are the same file on a system that ignores case or Unicode form (macOS, Windows,
 * Android). Stricter than each of them: `ß` equals `ss`.
 * Source: Unicode 15, 3.13, canonical caseless match (D145), with JavaScript's own case tables.
 */
export function foldName(name: string): string {
  return name.normalize('NFD').toLowerCase().toUpperCase().normalize('NFD');
}
