import { renderEdit, renderedPath } from './hunk';
import { splitLines } from './lines';
import { diffRegions } from './regions';
import { type ChangeSet, type FileEdit, type GuardFinding, type Hunk } from './types';

/** One file of a change set as the guard looks at it: the accepted hunks only. */
export interface GuardedFile {
  readonly edit: FileEdit;
  readonly hunks: readonly Hunk[];
  /** `null` for a created file. */
  readonly before: string | null;
  /** `null` for a deleted file. */
  readonly after: string | null;
  /** Where it is after the change; for a deleted file where it was. */
  readonly path: string;
}

/** A line that the change brings in. */
export interface AddedLine {
  readonly text: string;
  /** Counted from 1, in the text after. */
  readonly line: number;
  readonly hunks: readonly Hunk[];
}

/** What a rule says; the guard adds the path. */
export type GuardReport = Omit<GuardFinding, 'path' | 'line' | 'hunk' | 'code'> & {
  readonly code: string;
  readonly line?: number;
  readonly hunk?: Hunk | undefined;
};

export function findingOf(path: string, reported: GuardReport): GuardFinding {
  const { code, severity, message, remedy, line = 1, hunk } = reported;
  const finding = { code: `living-wiki:guard_${code}`, severity, path, line, message, remedy } as const;
  return hunk === undefined ? finding : { ...finding, hunk: hunk.id };
}

/** The files that the accepted hunks change. */
export function guardedFiles(changeSet: ChangeSet, accepted?: ReadonlySet<string>): readonly GuardedFile[] {
  const files: GuardedFile[] = [];
  for (const edit of changeSet.files) {
    const hunks = accepted ? edit.hunks.filter((hunk) => accepted.has(hunk.id)) : edit.hunks;
    if (hunks.length === 0) continue;
    files.push({
      edit,
      hunks,
      before: edit.kind === 'created' ? null : edit.base,
      after: renderEdit(edit, accepted),
      path: renderedPath(edit, accepted) ?? edit.path,
    });
  }
  return files;
}

/** The lines of the text after that the text before has not, wherever in it. */
export function addedLines(file: GuardedFile): readonly AddedLine[] {
  const before = file.before ?? '';
  const after = file.after ?? '';
  const old = new Set(splitLines(before).map(withoutLineBreak));
  const lines: AddedLine[] = [];
  const spans = hunkSpans(file);
  let line = 1;
  let at = 0;
  let from = 0;
  for (const region of diffRegions(before, after)) {
    const kept = before.slice(from, region.start);
    line += splitLines(kept).length;
    at += kept.length;
    for (const raw of splitLines(region.text)) {
      const end = at + raw.length;
      const text = withoutLineBreak(raw);
      if (!old.has(text)) lines.push({ text, line, hunks: hunksIn(spans, at, end) });
      at = end;
      line++;
    }
    from = region.end;
  }
  return lines;
}

/** The hunk that the text after has at an offset, or the file's first. */
export function hunkAt(file: GuardedFile, offset: number): Hunk | undefined {
  return hunksIn(hunkSpans(file), offset, offset + 1)[0] ?? file.hunks[0];
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly hunk: Hunk;
}

/** Where each hunk's text stands in the text after. */
function hunkSpans(file: GuardedFile): readonly Span[] {
  let shift = 0;
  return file.hunks.map((hunk) => {
    const start = hunk.start + shift;
    shift += hunk.text.length - (hunk.end - hunk.start);
    return { start, end: start + hunk.text.length, hunk };
  });
}

function hunksIn(spans: readonly Span[], start: number, end: number): readonly Hunk[] {
  return spans.filter((span) => span.start < end && span.end >= start && span.hunk.text !== '').map(({ hunk }) => hunk);
}

function withoutLineBreak(line: string): string {
  return line.replace(/\r?\n$/, '');
}
