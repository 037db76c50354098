import { WikiError } from '../base';
import { readQuoted } from './patch-path';

/** A run of lines that a patch replaces. */
export interface PatchHunk {
  /** Counted from 1; the line before which new lines go is `oldLine + 1` when there are no old ones. */
  readonly oldLine: number;
  /** With their line breaks as they stand. */
  readonly oldText: string;
  readonly newText: string;
  /** The line of the patch that the hunk begins at, counted from 1. */
  readonly at: number;
}

/** What a patch does to one file, as read; nothing is looked up or applied yet. */
export interface PatchEntry {
  /** `null` for a file that the patch creates. */
  readonly from: string | null;
  /** `null` for a file that the patch deletes. */
  readonly to: string | null;
  readonly hunks: readonly PatchHunk[];
  /** The line of the patch that the file begins at, counted from 1. */
  readonly at: number;
}

/** A patch that is larger than this is no review of a wiki. UTF-16 units. */
const MAX_PATCH = 64 * 1024 * 1024;
const MAX_FILES = 10_000;

/**
 * Reads unified diffs, git's and plain ones. Text before and between them (a commit message, a signature) is skipped.
 * Source: git-apply(1), git-diff(1) "Generating patch text with -p"; POSIX diff, unified format.
 *
 * @throws WikiError `living-wiki:patch_invalid` with the line that cannot be read, `living-wiki:patch_unsupported` for
 *   what is no change of text: a binary patch, a symbolic link, a submodule, a copy; `living-wiki:patch_too_large`
 */
export function parsePatch(text: string): readonly PatchEntry[] {
  if (text.length > MAX_PATCH) {
    throw new WikiError('living-wiki:patch_too_large', 'The patch is too large to read.', { remedy: 'Split it.' });
  }
  return new PatchReader(text).read();
}

interface Header {
  from: string | null;
  to: string | null;
  renameFrom?: string;
  renameTo?: string;
  created: boolean;
  deleted: boolean;
  readonly at: number;
}

class PatchReader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#lines = text.split('\n');
    // What follows the last line break is no line.
    if (this.#lines.at(-1) === '') this.#lines = this.#lines.slice(0, -1);
  }

  read(): readonly PatchEntry[] {
    const entries: PatchEntry[] = [];
    while (this.#at < this.#lines.length) {
      const line = this.#line();
      if (line.startsWith('diff --git ')) entries.push(this.#gitFile());
      else if (line.startsWith('--- ') && this.#line(1).startsWith('+++ ')) entries.push(this.#plainFile());
      else if (/^@@ -\d/.test(line)) throw this.#invalid('A hunk stands before any file name.');
      else if (isBinary(line)) throw this.#unsupported('a binary file');
      else this.#at++;
      if (entries.length > MAX_FILES) throw this.#invalid('The patch names too many files.');
    }
    if (entries.length === 0) {
      throw new WikiError('living-wiki:patch_invalid', 'The text holds no unified diff.', {
        line: 1,
        remedy: 'Give the output of "git diff" or "diff -u".',
      });
    }
    return entries;
  }

  #gitFile(): PatchEntry {
    const names = this.#gitNames(trimReturn(this.#line()).slice('diff --git '.length));
    const header: Header = { from: names, to: names, created: false, deleted: false, at: this.#at + 1 };
    this.#at++;
    while (this.#at < this.#lines.length && this.#extended(trimReturn(this.#line()), header)) this.#at++;
    let hunks: readonly PatchHunk[] = [];
    if (this.#line().startsWith('--- ') && this.#line(1).startsWith('+++ ')) {
      const [from, to] = this.#fileLines(true);
      if (from === null) header.created = true;
      if (to === null) header.deleted = true;
      header.from = from ?? header.from;
      header.to = to ?? header.to;
      hunks = this.#hunks();
    }
    const from = header.renameFrom ?? header.from ?? header.to;
    const to = header.renameTo ?? header.to ?? header.from;
    if (from === null || to === null) throw this.#invalid('The names of the file cannot be read.', header.at);
    if (header.created && header.deleted) throw this.#invalid('A file is both created and deleted.', header.at);
    return { from: header.created ? null : from, to: header.deleted ? null : to, hunks, at: header.at };
  }

  /** Reads one of git's header lines; `false` for a line that is none. */
  #extended(line: string, header: Header): boolean {
    const mode = /^(?:old mode|new mode|new file mode|deleted file mode) (\d+)$/.exec(line)?.[1];
    if (mode !== undefined && !mode.startsWith('100')) {
      throw this.#unsupported(mode === '120000' ? 'a symbolic link' : 'something that is no file');
    }
    if (line.startsWith('new file mode ')) header.created = true;
    else if (line.startsWith('deleted file mode ')) header.deleted = true;
    else if (line.startsWith('rename from ')) header.renameFrom = this.#plainName(line.slice('rename from '.length));
    else if (line.startsWith('rename to ')) header.renameTo = this.#plainName(line.slice('rename to '.length));
    else if (line.startsWith('copy ')) throw this.#unsupported('a copy of a file');
    else if (isBinary(line)) throw this.#unsupported('a binary file');
    else return mode !== undefined || /^(?:index |similarity index |dissimilarity index )/.test(line);
    return true;
  }

  #plainFile(): PatchEntry {
    const at = this.#at + 1;
    const [from, to] = this.#fileLines(false);
    if (from === null && to === null) throw this.#invalid('Both names are /dev/null.', at);
    const hunks = this.#hunks();
    if (hunks.length === 0) throw this.#invalid('The file has no hunks.', at);
    return { from: from === null ? null : (to ?? from), to, hunks, at };
  }

  /** The `---` and `+++` lines. */
  #fileLines(isGit: boolean): readonly [string | null, string | null] {
    const read = (prefix: string): string | null => {
      const raw = trimReturn(this.#line()).slice(4);
      const quoted = raw.startsWith('"') ? readQuoted(raw) : null;
      if (raw.startsWith('"') && !quoted) throw this.#invalid('The quoted file name cannot be read.');
      // A tab ends the name; plain diffs put the time behind it.
      const name = quoted ? quoted.name : (raw.split('\t')[0] ?? '');
      this.#at++;
      if (!quoted && name === '/dev/null') return null;
      if (name.startsWith(prefix)) return name.slice(prefix.length);
      if (isGit) throw this.#invalid(`The file name does not begin with "${prefix}".`, this.#at);
      return name;
    };
    return [read('a/'), read('b/')];
  }

  /** The one name in `a/name b/name`; `null` when there are two, which then stand in other lines. */
  #gitNames(rest: string): string | null {
    if (rest.startsWith('"')) {
      const first = readQuoted(rest);
      if (!first) throw this.#invalid('The quoted file name cannot be read.');
      const other = rest.slice(first.length + 1);
      const second = other.startsWith('"') ? readQuoted(other)?.name : other;
      return first.name.slice(2) === second?.slice(2) ? first.name.slice(2) : null;
    }
    const middle = (rest.length - 1) / 2;
    const left = rest.slice(0, middle);
    const right = rest.slice(middle + 1);
    const isPair = left.startsWith('a/') && right.startsWith('b/') && left.slice(2) === right.slice(2);
    return isPair ? left.slice(2) : null;
  }

  #plainName(text: string): string {
    if (!text.startsWith('"')) return text;
    const quoted = readQuoted(text);
    if (!quoted) throw this.#invalid('The quoted file name cannot be read.');
    return quoted.name;
  }

  #hunks(): readonly PatchHunk[] {
    const hunks: PatchHunk[] = [];
    for (;;) {
      const head = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(this.#line());
      if (!head) {
        if (this.#line().startsWith('@@')) throw this.#invalid('The head of the hunk cannot be read.');
        return hunks;
      }
      const at = this.#at + 1;
      const oldLine = Number(head[1]);
      this.#at++;
      hunks.push({ oldLine, at, ...this.#body(Number(head[2] ?? 1), Number(head[4] ?? 1)) });
    }
  }

  /** The lines of a hunk: exactly as many on each side as its head says. */
  #body(oldCount: number, newCount: number): { readonly oldText: string; readonly newText: string } {
    const old: string[] = [];
    const now: string[] = [];
    while (old.length < oldCount || now.length < newCount) {
      if (this.#at >= this.#lines.length)
        throw this.#invalid('The patch ends in the middle of a hunk.', this.#lines.length);
      const line = this.#line();
      const sign = line === '' ? ' ' : line.charAt(0);
      if (sign !== ' ' && sign !== '-' && sign !== '+')
        throw this.#invalid('A line of a hunk begins with none of " ", "-", "+".');
      this.#at++;
      const isOpen = this.#line().startsWith('\\ ');
      if (isOpen) this.#at++;
      const text = line.slice(1) + (isOpen ? '' : '\n');
      if (sign !== '+') old.push(text);
      if (sign !== '-') now.push(text);
    }
    if (old.length !== oldCount || now.length !== newCount) {
      throw this.#invalid('A hunk has more lines than its head says.', this.#at);
    }
    const open = [old, now].some((lines) => lines.slice(0, -1).some((line) => !line.endsWith('\n')));
    if (open) throw this.#invalid('A line in the middle of a hunk is said to have no line break.', this.#at);
    return { oldText: old.join(''), newText: now.join('') };
  }

  #line(ahead = 0): string {
    return this.#lines[this.#at + ahead] ?? '';
  }

  #invalid(message: string, line = this.#at + 1): WikiError {
    return new WikiError('living-wiki:patch_invalid', `${message} (line ${line} of the patch)`, {
      line,
      remedy: 'Give the unchanged output of "git diff" or "diff -u".',
    });
  }

  #unsupported(what: string): WikiError {
    return new WikiError('living-wiki:patch_unsupported', `The patch changes ${what}; only text can be changed.`, {
      line: this.#at + 1,
      remedy: 'Leave that file out of the patch.',
    });
  }
}

function isBinary(line: string): boolean {
  return line.startsWith('GIT binary patch') || /^Binary files .* differ/.test(line);
}

/** A patch that went through a Windows editor has a carriage return at the end of its own lines. */
function trimReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
