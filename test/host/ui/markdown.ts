import { MarkdownDrawer, parseMarkdown } from '../../../src/obsidian/browser/app/draw-markdown';
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
  const tree = parseMarkdown(markdown.slice(contentStart));
  const drawer = new MarkdownDrawer(tree, isThereFrom(app, sourcePath));
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
  const tree = parseMarkdown(markdown);
  new MarkdownDrawer(tree, isThereFrom(app, sourcePath)).children(tree, el);
}

const isThereFrom =
  (app: App, sourcePath: string) =>
  (path: string): boolean =>
    app.metadataCache.getFirstLinkpathDest(path, sourcePath) !== null;
