import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type Nodes, type Root, type Table } from 'mdast';

export const parseMarkdown = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

const INLINE = [
  ...(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'break', 'link', 'linkReference'] as const),
  ...(['image', 'imageReference', 'footnoteReference', 'html'] as const),
];
type Inline = Extract<Nodes, { readonly type: (typeof INLINE)[number] }>;

const isInline = (node: Nodes): node is Inline => INLINE.some((type) => type === node.type);

/** Draws parsed Markdown as elements. It makes no HTML of text: what looks like HTML in a page is drawn as the text that it is. */
export class MarkdownDrawer {
  readonly #definitions = new Map<string, string>();
  readonly #numbers = new Map<string, number>();
  readonly #isThere: (path: string) => boolean;

  /** @param isThere whether a link leads to a page */
  constructor(tree: Root, isThere: (path: string) => boolean) {
    this.#isThere = isThere;
    for (const node of tree.children) if (node.type === 'definition') this.#definitions.set(node.identifier, node.url);
  }

  children(node: { readonly children: readonly Nodes[] }, into: Node): void {
    for (const child of node.children) this.#node(child, into);
  }

  #node(node: Nodes, into: Node): void {
    if (isInline(node)) this.#inline(node, into);
    else this.#block(node, into);
  }

  #block(node: Exclude<Nodes, Inline>, into: Node): void {
    switch (node.type) {
      case 'heading':
        this.#wrap(node, into, `h${String(node.depth)}`, { attr: { dir: 'auto', 'data-heading': plain(node) } });
        return;
      case 'paragraph':
        this.#wrap(node, into, 'p', { attr: { dir: 'auto' } });
        return;
      case 'blockquote':
        this.#quote(node, into);
        return;
      case 'list':
        this.#wrap(node, into, node.ordered === true ? 'ol' : 'ul', {
          attr: node.ordered === true && typeof node.start === 'number' ? { start: node.start } : {},
        });
        return;
      case 'listItem':
        this.#item(node, into);
        return;
      case 'code':
        into
          .createEl('pre', { attr: { tabindex: 0 } })
          .createEl('code', { text: node.value, cls: node.lang ? `language-${node.lang}` : '' });
        return;
      case 'thematicBreak':
        into.createEl('hr');
        return;
      case 'table':
        this.#table(node, into);
        return;
      case 'footnoteDefinition':
        this.#wrap(node, into.createEl('section', { cls: 'footnotes' }).createEl('ol'), 'li', {
          attr: { id: `fn-${node.identifier}` },
        });
        return;
      case 'root':
      case 'tableRow':
      case 'tableCell':
        this.children(node, into);
        return;
      case 'definition':
      case 'yaml':
        return;
    }
  }

  #inline(node: Inline, into: Node): void {
    switch (node.type) {
      case 'text':
        this.#text(node.value, into);
        break;
      case 'emphasis':
        this.#wrap(node, into, 'em');
        break;
      case 'strong':
        this.#wrap(node, into, 'strong');
        break;
      case 'delete':
        this.#wrap(node, into, 'del');
        break;
      case 'inlineCode':
        into.createEl('code', { text: node.value });
        break;
      case 'break':
        into.createEl('br');
        break;
      case 'link':
        this.#link(node.url, node, into);
        break;
      case 'linkReference':
        this.#link(this.#definitions.get(node.identifier) ?? '', node, into);
        break;
      case 'image':
        into.createEl('img', { attr: { alt: node.alt ?? '', 'data-src': node.url } });
        break;
      case 'imageReference':
        into.appendText(node.alt ?? '');
        break;
      case 'footnoteReference':
        // Numbered by first use, whatever the label.
        into.createEl('sup', { cls: 'footnote-ref' }).createEl('a', {
          cls: 'footnote-link',
          href: `#fn-${node.identifier}`,
          text: `[${this.#numberOf(node.identifier)}]`,
        });
        break;
      case 'html':
        // Shown as the text that it is, except for a line break.
        if (/^<br\s*\/?>$/i.test(node.value)) into.createEl('br');
        else if (!/^<!--[\s\S]*-->$/.test(node.value)) into.appendText(node.value);
        break;
    }
  }

  #item(node: Extract<Nodes, { type: 'listItem' }>, into: Node): void {
    const item = into.createEl('li', { attr: { dir: 'auto' } });
    if (typeof node.checked === 'boolean') {
      item.addClass('task-list-item');
      const box = item.createEl('input', { cls: 'task-list-item-checkbox', type: 'checkbox' });
      box.checked = node.checked;
      box.setAttribute('aria-label', plain(node));
    }
    for (const child of node.children) {
      if (child.type === 'paragraph' && node.spread !== true) this.children(child, item);
      else this.#node(child, item);
    }
  }

  #numberOf(label: string): number {
    const known = this.#numbers.get(label) ?? this.#numbers.size + 1;
    this.#numbers.set(label, known);
    return known;
  }

  #wrap(node: { readonly children: readonly Nodes[] }, into: Node, tag: string, info: object = {}): void {
    this.children(node, into.createEl(tag as 'p', info));
  }

  #quote(node: Extract<Nodes, { type: 'blockquote' }>, into: Node): void {
    const [first] = node.children;
    const mark = first?.type === 'paragraph' ? /^\[!(\w+)\][+-]?\s*(.*)/.exec(plain(first).split('\n')[0] ?? '') : null;
    if (mark === null) {
      this.#wrap(node, into, 'blockquote');
      return;
    }
    const type = (mark[1] ?? '').toLowerCase();
    const callout = into.createDiv({ cls: 'callout', attr: { 'data-callout': type } });
    callout
      .createDiv('callout-title')
      .createDiv({ cls: 'callout-title-inner', text: mark[2] === '' ? type : (mark[2] ?? '') });
    const content = callout.createDiv('callout-content');
    const rest = first === undefined ? '' : plain(first).split('\n').slice(1).join('\n');
    if (rest !== '') this.#text(rest, content.createEl('p'));
    for (const child of node.children.slice(1)) this.#node(child, content);
  }

  #link(url: string, node: { readonly children: readonly Nodes[] }, into: Node): void {
    if (/^[a-z][a-z0-9+.-]*:/i.test(url)) {
      this.children(
        node,
        into.createEl('a', { cls: 'external-link', href: url, attr: { target: '_blank', rel: 'noopener nofollow' } }),
      );
    } else this.children(node, this.#internal(decodeURIComponentSafely(url), into));
  }

  #internal(link: string, into: Node): HTMLElement {
    const path = link.split('#')[0] ?? '';
    return into.createEl('a', {
      cls: this.#isThere(path) ? 'internal-link' : 'internal-link is-unresolved',
      href: link,
      attr: { 'data-href': link, target: '_blank', rel: 'noopener nofollow' },
    });
  }

  #text(value: string, into: Node): void {
    const pattern =
      /(!?)\[\[([^[\]|\n]+)(?:\|([^\]\n]*))?\]\]|(^|\s)(#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)|==([^=\n]+)==/gu;
    let at = 0;
    for (const match of value.matchAll(pattern)) {
      const [whole, mark, link, alias, space = '', tag, marked] = match;
      into.appendText(value.slice(at, match.index) + space);
      at = match.index + whole.length;
      if (link !== undefined && mark === '!') {
        into.createSpan({ cls: 'internal-embed', text: alias ?? link, attr: { src: link, alt: alias ?? link } });
      } else if (link !== undefined) this.#internal(link, into).setText(alias ?? link.replace(/#/g, ' > ').trim());
      else if (tag !== undefined) into.createEl('a', { cls: 'tag', text: tag, href: tag });
      else if (marked !== undefined) into.createEl('mark', { text: marked });
    }
    into.appendText(value.slice(at));
  }

  #table(node: Table, into: Node): void {
    const table = into.createEl('table');
    const [head, ...rows] = node.children;
    const draw = (row: Table['children'][number], section: HTMLElement, tag: 'th' | 'td'): void => {
      const line = section.createEl('tr');
      for (const [at, cell] of row.children.entries()) {
        const align = node.align?.[at] ?? null;
        const box = line.createEl(tag);
        if (align !== null) box.style.textAlign = align;
        this.children(cell, box);
      }
    };
    if (head !== undefined) draw(head, table.createEl('thead'), 'th');
    const body = table.createEl('tbody');
    for (const row of rows) draw(row, body, 'td');
  }
}

function plain(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map((child) => plain(child)).join('');
  return node.type === 'break' ? '\n' : '';
}

function decodeURIComponentSafely(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
