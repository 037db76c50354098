import { type Steps } from '../base';
import { hunkAt, addedLines, type GuardedFile, type AddedLine, type GuardReport } from './guard-file';
import { lineAt } from './lines';
import { type Hunk } from './types';

interface Pattern {
  readonly code: string;
  readonly what: string;
  readonly find: RegExp;
}

/** Tag names that prompts use around their parts. Alone on a line, such a tag is not prose. */
const PROMPT_TAGS =
  'documents?|instructions?|system|assistant|human|user|context|tool_use|output_format|examples?|page|answer|response';

/**
 * Leftovers of a model or a merge. Each pattern matches within one line, and none matches what a person is likely to write
 * outside of code.
 */
const LEAK_PATTERNS: readonly Pattern[] = [
  { code: 'conflict_marker', what: 'a conflict marker', find: /^(?:<{7}|>{7}|\|{7})(?: .*)?$/ },
  { code: 'prompt_tag', what: 'a tag of a prompt', find: /<\|[a-z][a-z0-9_]{1,40}\|>/i },
  { code: 'prompt_tag', what: 'a tag of a prompt', find: /\[\/?INST\]|<<\/?SYS>>|<\/s>/ },
  {
    code: 'prompt_tag',
    what: 'a tag of a prompt',
    find: /<\/?(?:thinking|think|scratchpad|tool_calls?|tool_results?|function_calls?|function_results?|invoke|antml:[a-z_]{1,30})(?: [^<>]{0,200})?>/i,
  },
  // The HTML element `<source>` has a `src` attribute and no closing tag.
  {
    code: 'prompt_tag',
    what: 'a tag of a prompt',
    find: /<\/sources?>|<sources?(?: (?!src)[a-z]+="[^"<>]{0,200}")?>/i,
  },
  {
    code: 'prompt_tag',
    what: 'a tag of a prompt',
    find: new RegExp(`^\\s*</?(?:${PROMPT_TAGS})(?: [^<>]{0,200})?>\\s*$`, 'i'),
  },
  {
    code: 'model_talk',
    what: 'a remark of a model about itself',
    find: /\bas an? (?:ai|artificial intelligence)(?: language)? (?:model|assistant)\b/i,
  },
  {
    code: 'model_talk',
    what: 'a remark of a model about its answer',
    find: /^\s*(?:(?:sure|certainly|of course|okay|absolutely)[,.!:]? {0,2})?here(?: is|['’]s| are) (?:the|your|an?) (?:updated|revised|rewritten|improved|corrected|requested|edited|complete|full|new|merged)\b.{0,40}\b(?:page|article|entry|version|text|markdown|content|note|file|section|wiki)\b/i,
  },
  {
    code: 'model_talk',
    what: 'a remark of a model about its answer',
    find: /^\s*(?:sure|certainly|of course|absolutely)[,.!] {0,2}(?:here|i can|i will|i['’]ll|let me)\b/i,
  },
  {
    code: 'elision',
    what: 'a placeholder for text that was left out',
    find: /^\s*(?:<!--|\[|\(|\.{3}|…)\s*(?:\.{3}|…)?\s*(?:the )?(?:rest|remainder) of (?:the |this )?(?:page|section|document|content|text|article|file)\b/i,
  },
];

/** Lines of a page that are reported: one is enough to refuse the change, and so many are no accident. */
const MAX_FOUND = 200;
/** Different leftovers of a page that are looked for in its earlier text. */
const MAX_PIECES = 500;

/** Control characters, direction marks, zero-width characters and invisible tags. Tabs and line breaks are allowed below. */
const INVISIBLE_CHARS = /[\p{Cc}\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Leftovers of a prompt, an answer or a merge that this change adds to a page. Code and verbatim quotes of a source may
 * contain such text.
 */
export function* leakFindings(file: GuardedFile): Steps<readonly GuardReport[]> {
  if (file.after === null) return [];
  const inCode = codeLines(file.after);
  const found: GuardReport[] = [];
  const added = yield* addedLines(file);
  const wasThereBefore = beforeOf(file);
  for (const line of added) {
    if (found.length >= MAX_FOUND) break;
    yield line.text.length;
    if (inCode.lines.has(line.line)) continue;
    const text = withoutCodeSpans(line.text);
    const seen = new Set<string>();
    for (const { code, what, find } of LEAK_PATTERNS) {
      const match = find.exec(text)?.[0];
      if (match === undefined || seen.has(code) || isQuoted(match.trim(), line.hunks)) continue;
      if (yield* wasThereBefore(match)) continue;
      seen.add(code);
      found.push(leak(code, `The new text contains ${what}: "${match.trim().slice(0, 60)}".`, line));
    }
  }
  return [...found, ...fenceFindings(file, inCode), ...(yield* invisibleCharFindings(added, wasThereBefore))];
}

function leak(code: string, message: string, line: Pick<AddedLine, 'line' | 'hunks'>): GuardReport {
  return {
    code,
    severity: 'error',
    message,
    remedy: 'Reject this part, or remove the text by hand.',
    line: line.line,
    hunk: line.hunks[0],
  };
}

/** Whether the page has had a piece of text as often as after the change. Each piece takes a pass over both texts. */
type WasThereBefore = (piece: string) => Steps<boolean>;

function beforeOf({ before, after }: GuardedFile): WasThereBefore {
  const known = new Map<string, boolean>();
  return function* (piece) {
    const answer = known.get(piece);
    if (answer !== undefined) return answer;
    // More different ones are no accident.
    if (known.size >= MAX_PIECES) return false;
    yield (before?.length ?? 0) + (after?.length ?? 0);
    const isBefore = countOccurrences(before ?? '', piece) >= countOccurrences(after ?? '', piece);
    known.set(piece, isBefore);
    return isBefore;
  };
}

function isQuoted(part: string, hunks: readonly Hunk[]): boolean {
  return hunks.some(({ evidence }) =>
    evidence.some(({ quote, verdict }) => verdict !== 'not-found' && quote.includes(part)),
  );
}

function countOccurrences(text: string, part: string): number {
  return part === '' ? 0 : text.split(part).length - 1;
}

/** Replaces each code span by a space. A span ends at the next run of as many backticks. Source: CommonMark 0.31, 6.1. */
function withoutCodeSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  // For each run, the position of the next run of the same length.
  const next = new Map<number, number>();
  const ends = runs
    .reverse()
    .map(({ at, length }) => {
      const end = next.get(length);
      next.set(length, at);
      return { at, length, end };
    })
    .reverse();
  let text = '';
  let from = 0;
  for (const { at, length, end } of ends) {
    if (at < from || end === undefined) continue;
    text += `${line.slice(from, at)} `;
    from = end + length;
  }
  return text + line.slice(from);
}

interface CodeLines {
  /** Lines of fenced code, fences included, counted from 1. */
  readonly lines: ReadonlySet<number>;
  /** The line of a fence that is never closed; `null` if there is none. */
  readonly open: number | null;
  /** First and last line of each block. */
  readonly blocks: readonly (readonly [from: number, to: number])[];
}

/** Fenced code, found line by line. Fences within quotes and list items count. Source: CommonMark 0.31, 4.5. */
function codeLines(text: string): CodeLines {
  const lines = new Set<number>();
  const blocks: [number, number][] = [];
  let fence: { readonly mark: string; readonly from: number } | null = null;
  text.split('\n').forEach((raw, index) => {
    const line = raw.replace(/^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/, '').trimEnd();
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (fence === null) {
      if (mark === undefined || (mark.startsWith('`') && line.slice(mark.length).includes('`'))) return;
      fence = { mark, from: index + 1 };
      lines.add(index + 1);
      return;
    }
    lines.add(index + 1);
    if (mark !== undefined && mark === line && mark.startsWith(fence.mark)) {
      blocks.push([fence.from, index + 1]);
      fence = null;
    }
  });
  const left = fence as { readonly from: number } | null;
  return {
    lines: left === null ? lines : new Set([...lines].filter((line) => line < left.from)),
    open: left?.from ?? null,
    blocks,
  };
}

function fenceFindings(file: GuardedFile, code: CodeLines): readonly GuardReport[] {
  const after = file.after ?? '';
  const found: GuardReport[] = [];
  if (code.open !== null && codeLines(file.before ?? '').open === null) {
    const offset =
      after
        .split('\n')
        .slice(0, code.open - 1)
        .join('\n').length + 1;
    const hunk = hunkAt(file, offset);
    found.push(leak('stray_fence', 'A code fence is not closed.', { line: code.open, hunks: hunk ? [hunk] : [] }));
  }
  for (const hunk of file.hunks) {
    if (!isFenceWrapped(hunk.text)) continue;
    const line = lineAt(after, Math.max(0, after.indexOf(hunk.text)));
    found.push(leak('wrapped', 'The whole text is wrapped in a code fence.', { line, hunks: [hunk] }));
  }
  const isAll = isFenceWrapped(bodyOf(after)) && !isFenceWrapped(bodyOf(file.before ?? ''));
  if (isAll && !found.some(({ code: name }) => name === 'wrapped')) {
    const first = file.hunks[0];
    found.push(leak('wrapped', 'The whole page is wrapped in a code fence.', { line: 1, hunks: first ? [first] : [] }));
  }
  return found;
}

/** Whether one fence encloses the whole text, and the text has a heading or frontmatter. */
function isFenceWrapped(text: string): boolean {
  const whole = text.trim();
  if (!/^(?:`{3,}|~{3,})(?:markdown|md)?[ \t]*\r?\n/i.test(whole)) return false;
  const { blocks } = codeLines(whole);
  const [first] = blocks;
  if (blocks.length !== 1 || first?.[0] !== 1 || first[1] !== whole.split('\n').length) return false;
  return /\n(?:#{1,6} |---[ \t]*\r?\n)/.test(whole);
}

function bodyOf(text: string): string {
  return text.replace(/^\ufeff?---\r?\n[^]*?\n---[ \t]*(?:\r?\n|$)/, '');
}

function* invisibleCharFindings(
  added: readonly AddedLine[],
  wasThereBefore: WasThereBefore,
): Steps<readonly GuardReport[]> {
  const found: GuardReport[] = [];
  for (const line of added) {
    if (found.length >= MAX_FOUND) break;
    for (const [char] of withoutFlagEmoji(line.text).matchAll(INVISIBLE_CHARS)) {
      if (char === '\t' || char === '\r') continue;
      const isMark = char === '\ufeff' && line.line === 1 && line.text.startsWith(char);
      if (isMark || isQuoted(char, line.hunks) || (yield* wasThereBefore(char))) continue;
      const name = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
      found.push({
        ...leak('unseen', `The new text contains an invisible character (${name}).`, line),
        severity: 'warn',
        remedy: 'Remove the character unless it is intended.',
      });
      break;
    }
  }
  return found;
}

/** Regional flags are encoded as a black flag followed by invisible tags. Source: Unicode TR 51, ED-14a. */
function withoutFlagEmoji(text: string): string {
  return text.replace(/\u{1f3f4}[\u{e0020}-\u{e007f}]+/gu, '');
}
