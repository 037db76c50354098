import { splitLines } from './lines';
import { diffRegions, type Region } from './regions';

/** One line of an edit script, with its line break as it stands. */
export interface ScriptLine<T> {
  readonly kind: 'context' | 'added' | 'removed';
  readonly raw: string;
  /** Counted from 1; the line that is next on a side that this line is not on. */
  readonly oldLine: number;
  readonly newLine: number;
  /** What brought the line in or took it out; `null` for context. */
  readonly origin: T | null;
}

/**
 * The lines of a text with replacements of whole lines made in it. Lines that a replacement repeats are context.
 *
 * @param regions in order, not overlapping, each with whatever the caller wants to find again in its lines
 */
export function editScriptOf<T>(base: string, regions: readonly (Region & { readonly by: T })[]): ScriptLine<T>[] {
  const script: ScriptLine<T>[] = [];
  let oldLine = 1;
  let newLine = 1;
  const emit = (kind: ScriptLine<T>['kind'], text: string, by: T | null): void => {
    for (const raw of splitLines(text)) {
      script.push({ kind, raw, oldLine, newLine, origin: by });
      if (kind !== 'added') oldLine++;
      if (kind !== 'removed') newLine++;
    }
  };
  let at = 0;
  for (const region of regions) {
    emit('context', base.slice(at, region.start), null);
    const old = base.slice(region.start, region.end);
    let within = 0;
    for (const part of diffRegions(old, region.text)) {
      emit('context', old.slice(within, part.start), null);
      emit('removed', old.slice(part.start, part.end), region.by);
      emit('added', part.text, region.by);
      within = part.end;
    }
    emit('context', old.slice(within), null);
    at = region.end;
  }
  emit('context', base.slice(at), null);
  return script;
}

/** The changed lines with `context` lines around them, in blocks; changes that are near each other share one. */
export function diffBlocksOf<T>(
  script: readonly ScriptLine<T>[],
  context: number,
): readonly (readonly ScriptLine<T>[])[] {
  const spans: { from: number; to: number }[] = [];
  script.forEach((line, index) => {
    if (line.kind === 'context') return;
    const from = Math.max(0, index - context);
    const to = Math.min(script.length, index + 1 + context);
    const last = spans.at(-1);
    if (last && from <= last.to) last.to = to;
    else spans.push({ from, to });
  });
  return spans.map(({ from, to }) => script.slice(from, to));
}
