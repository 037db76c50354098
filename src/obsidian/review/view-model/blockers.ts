import { type ReviewFile, type ReviewPreview } from '../../../workbench';

type Checks = ReviewPreview['checks'];

/** One problem that prevents applying, and where it can be solved. */
export interface Blocker {
  readonly message: string;
  /** What to do; `''` if the only way is to reject or edit the hunk. */
  readonly remedy: string;
  /** Path of the page, which may not be part of the review. */
  readonly path: string;
  /** The hunk that causes it; `null` if unknown. */
  readonly hunk: string | null;
}

/** What prevents applying: errors of the guard, then lint errors that the change would introduce. */
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

/** The accepted hunk that writes this line of the resulting page. */
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
