import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { type Nodes, type Root, type Table } from 'mdast';
import { type App } from '../app';
import { Component } from '../component';
import { reportUncaught } from '../events';
import { getFrontMatterInfo } from '../metadata/parse';
import { Keymap } from './keymap';

/** d.ts `MarkdownRenderChild`. */
export class MarkdownRenderChild extends Component {
  containerEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.containerEl = containerEl;
  }
}

/** d.ts `MarkdownRenderer`: GitHub's Markdown and wikilinks. Guess: the classes of links, tags and callouts. */
export abstract class MarkdownRenderer extends MarkdownRenderChild {
  static async render(
    app: App,
    markdown: string,
    el: HTMLElement,
    sourcePath: string,
    component: Component,
  ): Promise<void> {
    // d.ts asks for a parent that manages the life of what is rendered; leaving it out is a leak.
    if (!(component instanceof Component)) throw new TypeError('MarkdownRenderer.render needs a component.');
    // It is never done in the same turn.
    await Promise.resolve();
    drawMarkdown(app, markdown, el, sourcePath);
    await postProcess(app, el, { sourcePath, component, section: null });
  }
}

/** d.ts `MarkdownSectionInformation`. */
interface Section {
  readonly text: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

interface Rendered {
  readonly sourcePath: string;
  readonly component: Component;
  readonly section: Section | null;
}

async function postProcess(app: App, el: HTMLElement, { sourcePath, component, section }: Rendered): Promise<void> {
  const ctx = {
    docId: 'stand-in',
    sourcePath,
    frontmatter: null,
    addChild: (child: Component) => component.addChild(child),
    // d.ts: "may also return null in many circumstances". Guess: not in reading mode.
    getSectionInfo: () => section,
  };
  for (const { run } of [...app.hostState.postProcessors].sort((a, b) => a.sortOrder - b.sortOrder)) {
    try {
      await run(el, ctx);
    } catch (error) {
      reportUncaught(error);
    }
  }
}

/** Reading mode of a note, where links do what they do in the app. Guess: each block is an element of its own. */
export async function renderMarkdownInto(
  app: App,
  markdown: string,
  el: HTMLElement,
  sourcePath: string,
  component: Component,
): Promise<void> {
  await Promise.resolve();
  const { contentStart } = getFrontMatterInfo(markdown);
  const skipped = markdown.slice(0, contentStart).split('\n').length - 1;
  const tree = parse(markdown.slice(contentStart));
  const drawer = new Drawer(app, el.ownerDocument, tree, sourcePath);
  const notes = tree.children.filter(({ type }) => type === 'footnoteDefinition');
  for (const node of [...tree.children.filter((each) => !notes.includes(each)), ...notes]) {
    const block = el.createDiv(`el-${node.type}`);
    drawer.children({ children: [node] }, block);
    const { start, end } = node.position ?? { start: { line: 1 }, end: { line: 1 } };
    const section = { text: markdown, lineStart: start.line - 1 + skipped, lineEnd: end.line - 1 + skipped };
    void postProcess(app, block, { sourcePath, component, section });
  }
  el.onclick = (evt) => {
    const link = (evt.target as Element).closest<HTMLElement>('a.internal-link');
    if (link === null) return;
    evt.preventDefault();
    void app.workspace.openLinkText(link.dataset.href ?? '', sourcePath, Keymap.isModEvent(evt)).catch(reportUncaught);
  };
}

/** Draws Markdown at once, and calls no post processor. */
export function drawMarkdown(app: App, markdown: string, el: HTMLElement, sourcePath: string): void {
  const tree = parse(markdown);
  new Drawer(app, el.ownerDocument, tree, sourcePath).children(tree, el);
}

const parse = (markdown: string): Root =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

class Drawer {
  readonly #definitions = new Map<string, string>();
  readonly #numbers = new Map<string, number>();

  readonly #app: App;
  readonly #sourcePath: string;

  constructor(app: App, doc: Document, tree: Root, sourcePath: string) {
    this.#app = app;
    this.#sourcePath = sourcePath;
    for (const node of tree.children) if (node.type === 'definition') this.#definitions.set(node.identifier, node.url);
  }

  children(node: { readonly children: readonly Nodes[] }, into: Node): void {
    for (const child of node.children) this.#node(child, into);
  }

  #node(node: Nodes, into: Node): void {
    switch (node.type) {
      case 'text':
        this.#text(node.value, into);
        return;
      case 'heading':
        this.#wrap(node, into, `h${String(node.depth)}`, { attr: { dir: 'auto', 'data-heading': plain(node) } });
        return;
      case 'paragraph':
        this.#wrap(node, into, 'p', { attr: { dir: 'auto' } });
        return;
      case 'emphasis':
        this.#wrap(node, into, 'em');
        return;
      case 'strong':
        this.#wrap(node, into, 'strong');
        return;
      case 'delete':
        this.#wrap(node, into, 'del');
        return;
      case 'blockquote':
        this.#quote(node, into);
        return;
      case 'list':
        this.#wrap(node, into, node.ordered === true ? 'ol' : 'ul', {
          attr: node.ordered === true && typeof node.start === 'number' ? { start: node.start } : {},
        });
        return;
      case 'listItem': {
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
        return;
      }
      case 'inlineCode':
        into.createEl('code', { text: node.value });
        return;
      case 'code':
        into
          .createEl('pre', { attr: { tabindex: 0 } })
          .createEl('code', { text: node.value, cls: node.lang ? `language-${node.lang}` : '' });
        return;
      case 'thematicBreak':
        into.createEl('hr');
        return;
      case 'break':
        into.createEl('br');
        return;
      case 'link':
        this.#link(node.url, node, into);
        return;
      case 'linkReference':
        this.#link(this.#definitions.get(node.identifier) ?? '', node, into);
        return;
      case 'image':
        into.createEl('img', { attr: { alt: node.alt ?? '', 'data-src': node.url } });
        return;
      case 'table':
        this.#table(node, into);
        return;
      case 'footnoteReference':
        // Guess: numbered by first use, whatever the label.
        into.createEl('sup', { cls: 'footnote-ref' }).createEl('a', {
          cls: 'footnote-link',
          href: `#fn-${node.identifier}`,
          text: `[${this.#numberOf(node.identifier)}]`,
        });
        return;
      case 'footnoteDefinition':
        this.#wrap(node, into.createEl('section', { cls: 'footnotes' }).createEl('ol'), 'li', {
          attr: { id: `fn-${node.identifier}` },
        });
        return;
      case 'html':
        // The app sanitises HTML; here it is shown as the text that it is, except for a line break.
        if (/^<br\s*\/?>$/i.test(node.value)) into.createEl('br');
        else if (!/^<!--[\s\S]*-->$/.test(node.value)) into.appendText(node.value);
        return;
      case 'root':
      case 'tableRow':
      case 'tableCell':
        this.children(node, into);
        return;
      case 'imageReference':
        into.appendText(node.alt ?? '');
        return;
      case 'definition':
      case 'yaml':
        return;
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
    const isThere = this.#app.metadataCache.getFirstLinkpathDest(path, this.#sourcePath) !== null;
    return into.createEl('a', {
      cls: isThere ? 'internal-link' : 'internal-link is-unresolved',
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
        this.children(cell, line.createEl(tag, { attr: align === null ? {} : { style: `text-align: ${align}` } }));
      }
    };
    if (head !== undefined) draw(head, table.createEl('thead'), 'th');
    const body = table.createEl('tbody');
    for (const row of rows) draw(row, body, 'td');
  }
}

function plain(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map((child) => plain(child)).join('') : node.type === 'break' ? '\n' : '';
}

function decodeURIComponentSafely(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
