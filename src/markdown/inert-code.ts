/**
 * Inline code that a plugin runs: Dataview, Datacore, Numerals, Meta Bind, Buttons, Dice Roller, Templater and their like. A web address
 * is none, nor a variable of the shell: `$HOME`, nor a name with an underscore, which no plugin listens to: `cache_control: {}`.
 */
const QUERY =
  /^\s*(?:[$#!]?=|\$(?![A-Z][A-Z0-9_]+(?:$|[^\w([]))|#:|(?!https?:\/\/)[a-z][a-z0-9-]*:(?!:)|button-|\{\{|\{%)|<%/i;
/** Meta Bind writes `INPUT[…]`; `list[0]` is ordinary code. */
const CALL = /^\s*[A-Z][A-Z_]+\[/;

/** Whether a plugin would run this code span. */
export function isInlineQuery(code: string): boolean {
  return QUERY.test(code) || CALL.test(code);
}

/** The blanks of a code span around its content, of which Markdown removes one on each side. */
export function isPadded(code: string): boolean {
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
}

/** The lines of a code span in one, each break with the blanks around it as one blank. */
export function joinCodeLines(code: string): string {
  if (!code.includes('\n')) return code;
  const lines = code.split('\n');
  const last = lines.length - 1;
  return lines
    .map((line, at) => {
      const started = at === 0 ? line : line.trimStart();
      return at === last ? started : started.trimEnd();
    })
    .filter((line, at) => line !== '' || at === 0 || at === last)
    .join(' ');
}
