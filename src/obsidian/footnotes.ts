import { MarkdownRenderChild, type Plugin } from 'obsidian';
import { type WikiController } from './controller';
import { showNotice } from './controller/notices';
import { app } from './locale';

const words = app.source;

/** `[source-id]` at the start of a footnote, as Obsidian shows it. */
const SOURCE_ID = /^\s*\[([a-z0-9][a-z0-9-]*)\]/;

/** Makes footnotes that name a source lead to the place that they quote. Links in them stay as they are. */
export function addFootnoteLinks(plugin: Plugin, controller: WikiController): void {
  const linked = new Set<LinkedFootnote>();
  let isUnloaded = false;
  plugin.register(() => {
    isUnloaded = true;
    for (const each of [...linked]) each.unload();
  });
  plugin.registerMarkdownPostProcessor(async (el, ctx) => {
    const notes = el.findAll('.footnotes li');
    if (notes.length === 0 || controller.toWikiPath(ctx.sourcePath) === null) return;
    const run = controller.backgroundRun();
    for (const note of notes) {
      // A page may have hundreds.
      await run.yieldToHost();
      if (isUnloaded) return;
      const link = linkFootnote(note, ctx.sourcePath, controller);
      if (link !== null) ctx.addChild(new LinkedFootnote(link, linked));
    }
  });
}

/** A link that is taken away again when its note is closed, or the plugin is switched off. */
class LinkedFootnote extends MarkdownRenderChild {
  readonly #linked: Set<LinkedFootnote>;

  constructor(link: HTMLElement, linked: Set<LinkedFootnote>) {
    super(link);
    this.#linked = linked;
  }

  override onload(): void {
    this.#linked.add(this);
  }

  override onunload(): void {
    this.#linked.delete(this);
    this.containerEl.replaceWith(...this.containerEl.childNodes);
  }
}

function linkFootnote(note: HTMLElement, notePath: string, controller: WikiController): HTMLElement | null {
  const { state } = controller;
  const page = controller.toWikiPath(notePath);
  const id = SOURCE_ID.exec(note.textContent)?.[1];
  if (state.kind !== 'ready' || page === null || id === undefined) return null;
  const { workbench } = state;
  if (workbench.snapshot.source(id) === undefined) return null;
  const shown = note.textContent;
  const open = async (): Promise<void> => {
    const place = await workbench.footnote(page, shown);
    if (place === null) showNotice(words.footnoteGone);
    else await controller.navigator.openSource(place.source, place.anchor, place.quote);
  };
  const target = note.querySelector('p') ?? note;
  const link = createSpan({
    cls: 'living-wiki-footnote',
    // What is read aloud is what is seen; where it leads follows.
    attr: { role: 'link', tabindex: '0', title: words.openFootnote(id) },
  });
  const nodes = [...target.childNodes];
  const end = nodes.findIndex((node) => node.nodeName === 'A');
  target.prepend(link);
  link.append(...nodes.slice(0, end === -1 ? nodes.length : end));
  link.addEventListener('click', () => controller.attempt(open));
  link.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    controller.attempt(open);
  });
  return link;
}
