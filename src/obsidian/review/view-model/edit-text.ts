import { type FileEdit, type Hunk } from '../../../workbench';

/** The text of a hunk for editing, with the unchanged text around it on its lines. */
export interface EditableText {
  /** Text on the line before the hunk. */
  readonly lead: string;
  readonly text: string;
  /** Text on the line after the hunk. */
  readonly tail: string;
  /** Line breaks at the ends of the hunk, which are not shown. */
  readonly head: string;
  readonly foot: string;
}

export function editableText({ base }: FileEdit, { start, end, text }: Hunk): EditableText {
  const head = /^(?:\r?\n)*/.exec(text)?.[0] ?? '';
  const rest = text.slice(head.length);
  let cut = rest.length;
  while (cut > 0 && /[\r\n]/.test(rest.charAt(cut - 1))) cut--;
  const lineStart = start === 0 ? 0 : base.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = base.indexOf('\n', end);
  const foot = rest.slice(cut);
  const open = foot === '' && !(end > start && base.charAt(end - 1) === '\n');
  return {
    lead: head === '' ? base.slice(lineStart, start) : '',
    text: rest.slice(0, cut),
    tail: open ? base.slice(end, lineEnd < 0 ? base.length : lineEnd).replace(/\r$/, '') : '',
    head,
    foot,
  };
}

/** The typed text as the text of the hunk, with the line breaks of the file. */
export function editedText({ head, foot }: EditableText, typed: string, base: string): string {
  const eol = base.includes('\r\n') && !/[^\r]\n/.test(base) ? '\r\n' : '\n';
  return head + typed.replace(/\r\n?|\n/g, eol) + foot;
}
