import { type Steps } from '../base';
import { splitLines } from './lines';
import { diffRegionsInSteps, type Region } from './regions';

/** One line of an edit script, with its line break. */
export interface ScriptLine<T> {
  readonly kind: 'context' | 'added' | 'removed';
  readonly raw: string;
  /** Counted from 1. On a side without this line, the number of the next line there. */
  readonly oldLine: number;
  readonly newLine: number;
  /** What added or removed the line; `null` for context. */
  readonly origin: T | null;
}

/**
 * The edit script of replacements of whole lines. Lines that a replacement leaves unchanged are context.
 *
 * @param regions in order and not overlapping, each with the `origin` that its lines refer to
 */
export function* editScriptOf<T>(
  base: string,
  regions: readonly (Region & { readonly origin: T })[],
): Steps<ScriptLine<T>[]> {
  const script: ScriptLine<T>[] = [];
  let oldLine = 1;
  let newLine = 1;
  const emit = (kind: ScriptLine<T>['kind'], text: string, origin: T | null): void => {
    for (const raw of splitLines(text)) {
      script.push({ kind, raw, oldLine, newLine, origin });
      if (kind !== 'added') oldLine++;
      if (kind !== 'removed') newLine++;
    }
  };
  let at = 0;
  for (const region of regions) {
    emit('context', base.slice(at, region.start), null);
    yield region.end - at;
    const old = base.slice(region.start, region.end);
    let within = 0;
    for (const part of yield* diffRegionsInSteps(old, region.text)) {
      emit('context', old.slice(within, part.start), null);
      emit('removed', old.slice(part.start, part.end), region.origin);
      emit('added', part.text, region.origin);
      within = part.end;
    }
    emit('context', old.slice(within), null);
    at = region.end;
  }
  emit('context', base.slice(at), null);
  return script;
}

/** The changed lines in blocks, with `context` lines around them; changes close to each other share a block. */
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
