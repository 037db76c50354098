import { type ReviewFile, type ReviewPreview } from '../../../workbench';

type Checks = ReviewPreview['checks'];

/** One finding that keeps the changes from being applied, and the place where something can be done about it. */
export interface Blocker {
  readonly message: string;
  /** What to do; `''` where nothing better is known than to leave the hunk out. */
  readonly remedy: string;
  /** Of the page that it is about; under review or not. */
  readonly path: string;
  /** The hunk that brings it in; `null` where none can be named. */
  readonly hunk: string | null;
}

/** What keeps accepted changes from being applied: errors of the guard, then those that lint would find anew. */
export function blockersOf({ guard, introduced }: Checks, files: readonly ReviewFile[]): readonly Blocker[] {
  return [
    ...guard
      .filter(({ severity }) => severity === 'error')
      .map(({ message, remedy, path, hunk }) => ({ message, remedy, path, hunk: hunk ?? null })),
    ...introduced
      .filter(({ severity }) => severity === 'error')
      .map(({ message, path, line }) => ({ message, remedy: '', path, hunk: hunkAt(files, path, line) })),
  ];
}

/** The accepted hunk that wrote this line of the page as it would be. */
function hunkAt(files: readonly ReviewFile[], path: string, line: number): string | null {
  const file = files.find((one) => one.path === path);
  if (!file) return null;
  const { base } = file.edit;
  const taken = file.hunks.filter(({ decision }) => decision?.verdict === 'accepted').map(({ hunk }) => hunk);
  let [at, offset] = [1, 0];
  for (const { id, start, end, text } of [...taken].sort((a, b) => a.start - b.start)) {
    at += breaksIn(base.slice(offset, start));
    const from = at + breaksIn(/^[\r\n]*/.exec(text)?.[0] ?? '');
    at += breaksIn(text);
    offset = end;
    if (line >= from && line <= at - (text.endsWith('\n') ? 1 : 0)) return id;
  }
  return taken.length === 1 ? (taken[0]?.id ?? null) : null;
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}
