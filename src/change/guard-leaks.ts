import { hunkAt, addedLines, type GuardedFile, type AddedLine, type GuardReport } from './guard-file';
import { lineAt } from './lines';
import { type Hunk } from './types';

interface Pattern {
  readonly code: string;
  readonly what: string;
  readonly find: RegExp;
}

/** Names that prompts wrap their parts in. Alone on a line they are no prose. */
const PROMPT_TAGS =
  'documents?|instructions?|system|assistant|human|user|context|tool_use|output_format|examples?|page|answer|response';

/**
 * What a model or a merge leaves behind. Each stands on one line; none matches what a person is likely to write in a page
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
  // `<source>` is HTML where it names a file; it has no closing tag there.
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
    what: 'talk of a model about itself',
    find: /\bas an? (?:ai|artificial intelligence)(?: language)? (?:model|assistant)\b/i,
  },
  {
    code: 'model_talk',
    what: 'talk of a model about its answer',
    find: /^\s*(?:(?:sure|certainly|of course|okay|absolutely)[,.!:]? {0,2})?here(?: is|['’]s| are) (?:the|your|an?) (?:updated|revised|rewritten|improved|corrected|requested|edited|complete|full|new|merged)\b.{0,40}\b(?:page|article|entry|version|text|markdown|content|note|file|section|wiki)\b/i,
  },
  {
    code: 'model_talk',
    what: 'talk of a model about its answer',
    find: /^\s*(?:sure|certainly|of course|absolutely)[,.!] {0,2}(?:here|i can|i will|i['’]ll|let me)\b/i,
  },
  {
    code: 'elision',
    what: 'a placeholder for text that was left out',
    find: /^\s*(?:<!--|\[|\(|\.{3}|…)\s*(?:\.{3}|…)?\s*(?:the )?(?:rest|remainder) of (?:the |this )?(?:page|section|document|content|text|article|file)\b/i,
  },
];

/** Control characters (tabs and line breaks are let through), marks that turn the direction of writing, characters without width, and invisible tags. */
const INVISIBLE_CHARS = /[\p{Cc}\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * What leaks from a prompt, an answer or a merge into a page, where this change brings it in. Code may show such text, and
 * so may a verbatim quote of a source.
 */
export function leakFindings(file: GuardedFile): readonly GuardReport[] {
  if (file.after === null) return [];
  const inCode = codeLines(file.after);
  const found: GuardReport[] = [];
  for (const line of addedLines(file)) {
    if (inCode.lines.has(line.line)) continue;
    const text = withoutCodeSpans(line.text);
    const seen = new Set<string>();
    for (const { code, what, find } of LEAK_PATTERNS) {
      const match = find.exec(text)?.[0];
      if (match === undefined || seen.has(code) || wasThereBefore(match, file) || isQuoted(match.trim(), line.hunks))
        continue;
      seen.add(code);
      found.push(leak(code, `The new text holds ${what}: "${match.trim().slice(0, 60)}".`, line));
    }
  }
  return [...found, ...fenceFindings(file, inCode), ...invisibleCharFindings(file)];
}

function leak(code: string, message: string, line: Pick<AddedLine, 'line' | 'hunks'>): GuardReport {
  return {
    code,
    severity: 'error',
    message,
    remedy: 'Reject this part, or take the text out by hand.',
    line: line.line,
    hunk: line.hunks[0],
  };
}

function wasThereBefore(match: string, file: GuardedFile): boolean {
  return countOccurrences(file.before ?? '', match) >= countOccurrences(file.after ?? '', match);
}

function isQuoted(part: string, hunks: readonly Hunk[]): boolean {
  return hunks.some(({ evidence }) =>
    evidence.some(({ quote, verdict }) => verdict !== 'not-found' && quote.includes(part)),
  );
}

function countOccurrences(text: string, part: string): number {
  return part === '' ? 0 : text.split(part).length - 1;
}

/** Each code span as a blank. A span ends at the next run of as many backticks. Source: CommonMark 0.31, 6.1. */
function withoutCodeSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  // For each run, where the next one of its length stands.
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
  /** The line that opens a fence which is never closed; `null` when all are. */
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
    found.push(
      leak('stray_fence', 'A code fence is opened and never closed.', { line: code.open, hunks: hunk ? [hunk] : [] }),
    );
  }
  for (const hunk of file.hunks) {
    if (!isFenceWrapped(hunk.text)) continue;
    const line = lineAt(after, Math.max(0, after.indexOf(hunk.text)));
    found.push(leak('wrapped', 'The text is wrapped in a code fence as a whole.', { line, hunks: [hunk] }));
  }
  const isAll = isFenceWrapped(bodyOf(after)) && !isFenceWrapped(bodyOf(file.before ?? ''));
  if (isAll && !found.some(({ code: name }) => name === 'wrapped')) {
    const first = file.hunks[0];
    found.push(
      leak('wrapped', 'The page is wrapped in a code fence as a whole.', { line: 1, hunks: first ? [first] : [] }),
    );
  }
  return found;
}

/** Whether Markdown with a heading or frontmatter of its own stands in one fence from the first line to the last. */
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

function invisibleCharFindings(file: GuardedFile): readonly GuardReport[] {
  const found: GuardReport[] = [];
  for (const line of addedLines(file)) {
    for (const [char] of withoutFlagEmoji(line.text).matchAll(INVISIBLE_CHARS)) {
      if (char === '\t' || char === '\r') continue;
      const isMark = char === '\ufeff' && line.line === 1 && line.text.startsWith(char);
      if (isMark || wasThereBefore(char, file) || isQuoted(char, line.hunks)) continue;
      const name = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
      found.push({
        ...leak('unseen', `The new text holds a character that nobody can see (${name}).`, line),
        severity: 'warn',
        remedy: 'Take the character out, unless it is meant.',
      });
      break;
    }
  }
  return found;
}

/** Flags of regions are drawn by invisible tags after a black flag. Source: Unicode TR 51, ED-14a. */
function withoutFlagEmoji(text: string): string {
  return text.replace(/\u{1f3f4}[\u{e0020}-\u{e007f}]+/gu, '');
}
