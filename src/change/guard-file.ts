import { type Steps } from '../base';
import { renderEdit, renderedPath } from './hunk';
import { splitLines } from './lines';
import { diffRegionsInSteps } from './regions';
import { type ChangeSet, type FileEdit, type GuardFinding, type Hunk } from './types';

/** One file of a change set, reduced to its accepted hunks. */
export interface GuardedFile {
  readonly edit: FileEdit;
  readonly hunks: readonly Hunk[];
  /** `null` for a created file. */
  readonly before: string | null;
  /** `null` for a deleted file. */
  readonly after: string | null;
  /** The path after the change; for a deleted file, the path before it. */
  readonly path: string;
}

/** A line that the change adds. */
export interface AddedLine {
  readonly text: string;
  /** Counted from 1, in the text after the change. */
  readonly line: number;
  readonly hunks: readonly Hunk[];
}

/** AIP-10 has a code of its own for a write to a source. */
const SOURCE_CODE = 'source_mutation_refused';

/** A finding without its path. */
export type GuardReport = Omit<GuardFinding, 'path' | 'line' | 'hunk' | 'code'> & {
  readonly code: string;
  readonly line?: number;
  readonly hunk?: Hunk | undefined;
};

export function findingOf(path: string, reported: GuardReport): GuardFinding {
  const { code, severity, message, remedy, line = 1, hunk } = reported;
  const full = code === SOURCE_CODE ? SOURCE_CODE : (`living-wiki:guard_${code}` as const);
  const finding = { code: full, severity, path, line, message, remedy } as const;
  return hunk === undefined ? finding : { ...finding, hunk: hunk.id };
}

/** What it takes to check a file: its text is read several times. In characters of text that take as long to read. */
export function workOn({ before, after }: GuardedFile): number {
  return 10_000 + 10 * ((before?.length ?? 0) + (after?.length ?? 0));
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

/** The lines that occur after the change but nowhere before it. */
export function* addedLines(file: GuardedFile): Steps<readonly AddedLine[]> {
  const before = file.before ?? '';
  const after = file.after ?? '';
  const old = new Set(splitLines(before).map(withoutLineBreak));
  const lines: AddedLine[] = [];
  const spans = hunkSpans(file);
  let first = 0;
  let line = 1;
  let at = 0;
  let from = 0;
  for (const region of yield* diffRegionsInSteps(before, after)) {
    const kept = before.slice(from, region.start);
    line += splitLines(kept).length;
    at += kept.length;
    for (const raw of splitLines(region.text)) {
      const end = at + raw.length;
      const text = withoutLineBreak(raw);
      // Lines and spans are in order, so the spans that end before this line are done with.
      while (first < spans.length && (spans[first]?.end ?? 0) < at) first += 1;
      if (!old.has(text)) lines.push({ text, line, hunks: hunksIn(spans, at, end, first) });
      at = end;
      line++;
    }
    from = region.end;
  }
  return lines;
}

/** The hunk at an offset of the text after the change, or else the first hunk of the file. */
export function hunkAt(file: GuardedFile, offset: number): Hunk | undefined {
  return hunksIn(hunkSpans(file), offset, offset + 1)[0] ?? file.hunks[0];
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly hunk: Hunk;
}

/** The place of each hunk in the text after the change. */
function hunkSpans(file: GuardedFile): readonly Span[] {
  let shift = 0;
  return file.hunks.map((hunk) => {
    const start = hunk.start + shift;
    shift += hunk.text.length - (hunk.end - hunk.start);
    return { start, end: start + hunk.text.length, hunk };
  });
}

/** @param from the first span that may reach so far; spans are in order */
function hunksIn(spans: readonly Span[], start: number, end: number, from = 0): readonly Hunk[] {
  const found: Hunk[] = [];
  for (let at = from; at < spans.length; at++) {
    const span = spans[at];
    if (span === undefined || span.start >= end) break;
    if (span.end >= start && span.hunk.text !== '') found.push(span.hunk);
  }
  return found;
}

function withoutLineBreak(line: string): string {
  return line.replace(/\r?\n$/, '');
}
