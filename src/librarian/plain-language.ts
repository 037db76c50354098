import { applySplices } from '../markdown';
import { type PlainEdit } from './types';

export interface PlainRules {
  readonly leaveOut: readonly string[];
  readonly sayInstead: readonly (readonly [was: string, now: string])[];
}

/** The rules of a wiki without `PLAIN-LANGUAGE.md`, in the format of that file. */
export const DEFAULT_PLAIN_LANGUAGE = `# Plain language

Drafts follow these rules. Change them as you like. "…" stands for a few words of the same sentence.

## Leave out

- in today's … world,
- in today's … landscape,
- in the ever-evolving …,
- it is important to note that
- it's important to note that
- it is worth noting that
- it's worth noting that
- it should be noted that
- it goes without saying that
- needless to say,
- as we all know,
- at the end of the day,
- when all is said and done,
- in conclusion,
- in summary,
- to sum up,
- furthermore,
- moreover,
- additionally,
- I hope this email finds you well.
- I hope this message finds you well.
- please do not hesitate to
- truly
- very
- really
- quite
- simply
- seamlessly
- effortlessly
- incredibly

## Say instead

- utilize: use
- utilizes: uses
- utilized: used
- utilizing: using
- leverage: use
- leverages: uses
- leveraging: using
- in order to: to
- due to the fact that: because
- with regard to: about
- with respect to: about
- a wide range of: many
- a number of: some
- prior to: before
- subsequent to: after
- in the event that: if
- at this point in time: now
- facilitate: help
- commence: begin
- delve into: look at
- plays a crucial role in: matters for
- cutting-edge: new
- state-of-the-art: modern
- robust: strong
`;

/** Reads a rule file: list items below a heading with "leave out" or "instead" (`was: now` or `was → now`). */
export function readPlainRules(text: string): PlainRules {
  const leaveOut: string[] = [];
  const sayInstead: (readonly [string, string])[] = [];
  let section: 'out' | 'instead' | null = null;
  for (const line of text.split('\n').slice(0, 2_000)) {
    const heading = /^#{1,6}\s+([^]*)$/.exec(line)?.[1]?.toLowerCase();
    if (heading !== undefined) section = sectionOf(heading);
    const item = /^\s*[-*+]\s+(.{1,200})$/.exec(line)?.[1]?.trim() ?? '';
    if (item === '' || section === null) continue;
    const [was = '', now] = item.split(/\s*(?:→|->|:\s)\s*/, 2);
    if (section === 'out') leaveOut.push(item);
    else if (now !== undefined && !/…|\.{3}/.test(was)) sayInstead.push([was, now.trim()]);
  }
  return { leaveOut, sayInstead };
}

function sectionOf(heading: string): 'out' | 'instead' | null {
  if (heading.includes('leave out')) return 'out';
  return heading.includes('instead') ? 'instead' : null;
}

/** Matches words with any white space between them; "…" matches a few words of the same sentence. */
function patternOf(words: string): RegExp | null {
  if (!/[\p{L}\p{N}]/u.test(words)) return null;
  const parts = words.split(/…|\.\.\./).slice(0, 3);
  const source = parts
    .map((part) =>
      part
        .trim()
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/\s+/g, '\\s+')
        .replace(/['’]/g, "['’]"),
    )
    .join('[^.!?\\n\\[]{1,60}?');
  const [first, last] = [words.charAt(0), words.charAt(words.length - 1)];
  const letter = /[\p{L}\p{N}]/u;
  const before = letter.test(first) ? '(^|[^\\p{L}\\p{N}])' : '()';
  return new RegExp(`${before}(${source})${letter.test(last) ? '(?![\\p{L}\\p{N}])' : ''}`, 'giu');
}

const PROTECTED_PART = /\[\[[^[\]\n]*\]\]|`[^`\n]*`/g;

/** Applies the rules to prose, not to citations and code. Returns every change. */
export function makePlain(
  text: string,
  { leaveOut, sayInstead }: PlainRules,
): { text: string; edits: readonly PlainEdit[] } {
  const edits: PlainEdit[] = [];
  let plain = text;
  for (const [was, now] of [...leaveOut.map((words) => [words, ''] as const), ...sayInstead].slice(0, 400)) {
    const pattern = patternOf(was);
    if (pattern === null) continue;
    const kept = [...plain.matchAll(PROTECTED_PART)].map(
      ({ index, 0: { length } }) => [index, index + length] as const,
    );
    const splices: { start: number; end: number; text: string }[] = [];
    let done = 0;
    for (const match of plain.matchAll(pattern)) {
      const [, before = '', found = ''] = match;
      const start = match.index + before.length;
      let end = start + found.length;
      if (start < done || kept.some(([from, to]) => start < to && end > from)) continue;
      const isCapital = /^\p{Lu}/u.test(found);
      let put = isCapital ? now.charAt(0).toUpperCase() + now.slice(1) : now;
      if (now === '') {
        end += /^[ \t]*/.exec(plain.slice(end))?.[0].length ?? 0;
        const next = plain.charAt(end);
        if (isCapital && /\p{Ll}/u.test(next)) {
          put = next.toUpperCase();
          end += 1;
        }
      }
      done = end;
      splices.push({ start, end, text: put });
      edits.push({ was: found, now });
    }
    plain = applySplices(plain, splices);
  }
  return { text: plain.replace(/[ \t]{1,20}([.,;:!?])(?=\s|$)/g, '$1').replace(/[ \t]{1,20}$/gm, ''), edits };
}

/** Turns citations into footnotes. */
export function withFootnotes(text: string): string {
  const notes = new Map<string, number>();
  const marked = text.replace(/ ?\[\[([^[\]\n]*)\]\]/g, (_, link: string) => {
    const target = link.split('|')[0] ?? link;
    const shown = link.includes('|') ? ` ${link.slice(target.length + 1)}` : '';
    const number = notes.get(target) ?? notes.size + 1;
    notes.set(target, number);
    return `${shown}[^${number}]`;
  });
  if (notes.size === 0) return text;
  return `${marked}\n\n${[...notes].map(([target, number]) => `[^${number}]: [[${target}]]`).join('\n')}`;
}
