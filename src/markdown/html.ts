/** HTML blocks: how they open and where they end. Source: CommonMark 0.31, 4.6. */

const TAGS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul';

const RAW = /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i;
const RAW_END = /^<[/](?:script|pre|style|textarea)\b/i;
const BLOCK = new RegExp(`^</?(?:${TAGS})(?:\\s|/?>|$)`, 'i');
const ATTRIBUTE = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?';
const WHOLE_TAG = new RegExp(`^(?:<[A-Za-z][A-Za-z\\d-]*(?:${ATTRIBUTE})*\\s*/?>|</[A-Za-z][A-Za-z\\d-]*\\s*>)\\s*$`);

/** The text that ends an HTML block, on the line that contains it; `''` for one that ends before a blank line. */
export type HtmlEnd = '</' | '-->' | '?>' | '>' | ']]>' | '';

/** What ends the HTML block that a line opens, or `null` when it opens none. */
export function htmlBlockEnd(line: string, inParagraph: boolean): HtmlEnd | null {
  if (RAW.test(line)) return '</';
  if (line.startsWith('<!--')) return '-->';
  if (line.startsWith('<?')) return '?>';
  if (line.startsWith('<![CDATA[')) return ']]>';
  if (/^<![A-Za-z]/.test(line)) return '>';
  if (BLOCK.test(line)) return '';
  return !inParagraph && WHOLE_TAG.test(line) && !RAW_END.test(line) ? '' : null;
}

/** Whether a line contains the end of an HTML block. */
export function endsHtmlBlock(line: string, end: HtmlEnd): boolean {
  return end === '</' ? /<\/(?:script|pre|style|textarea)>/i.test(line) : line.includes(end);
}

const INLINE_TAG = new RegExp(
  `<(?:[A-Za-z][A-Za-z\\d-]*(?:${ATTRIBUTE})*\\s*/?|/[A-Za-z][A-Za-z\\d-]*\\s*|[?][^>]{0,2000}[?]|![A-Za-z][^>]{0,2000})>`,
  'y',
);
const AUTOLINK = /<(?:[A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d][A-Za-z\d.-]*)>/y;

/** The offset after an inline tag at `at`, or -1. */
export function inlineTagEnd(source: string, at: number): number {
  INLINE_TAG.lastIndex = at;
  return INLINE_TAG.test(source) ? INLINE_TAG.lastIndex : -1;
}

/** The offset after an autolink (`<https://…>`, `<a@b.c>`) at `at`, or -1. */
export function autolinkEnd(source: string, at: number): number {
  AUTOLINK.lastIndex = at;
  return AUTOLINK.test(source) ? AUTOLINK.lastIndex : -1;
}
