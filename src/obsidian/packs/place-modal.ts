import { Component, MarkdownRenderer, Modal } from 'obsidian';
import { inertMarkdown, type PackCitation } from '../../workbench';
import { type WikiController } from '../controller';
import { packs as t } from '../locale';

/** Shows the file of a pack that an answer cites, at the section that it names. */
export class PlaceModal extends Modal {
  readonly #controller: WikiController;
  readonly #cited: PackCitation;
  readonly #owner = new Component();

  constructor(controller: WikiController, cited: PackCitation) {
    super(controller.app);
    this.#controller = controller;
    this.#cited = cited;
  }

  override onOpen(): void {
    this.#owner.load();
    const { section, path } = this.#cited;
    this.setTitle(section ?? path);
    this.modalEl.addClass('living-wiki-pack-place');
    this.#controller.attempt(() => this.#show());
  }

  override onClose(): void {
    this.#owner.unload();
    this.contentEl.empty();
  }

  async #show(): Promise<void> {
    const { contentEl } = this;
    const { pack, version, path, link, hash } = this.#cited;
    const about = contentEl.createDiv({ cls: 'living-wiki-muted' });
    about.createSpan({ text: `${t.place.from(pack, version)} · ` });
    about.createEl('code', { text: path });
    const { state } = this.#controller;
    const library = state.kind === 'ready' ? await state.workbench.packs() : null;
    const opened = (await library?.open(link, this.#controller.backgroundRun())) ?? null;
    if (opened === null) {
      contentEl.createEl('p', { text: t.place.gone });
      return;
    }
    if (opened.hash !== hash) contentEl.createDiv({ cls: 'living-wiki-warned', text: t.place.changed });
    if (!opened.isFound) contentEl.createDiv({ cls: 'living-wiki-warned', text: t.place.noSection });
    const box = contentEl.createDiv({ cls: 'living-wiki-pack-text markdown-rendered' });
    const text = inertMarkdown(withoutFrontMatter(opened.text), { asPage: true, resolve: () => null });
    await MarkdownRenderer.render(this.#controller.app, text, box, '', this.#owner);
    const heading = box.findAll('h1, h2, h3, h4, h5, h6').find((el) => el.getText().trim() === lastName(this.#cited));
    heading?.addClass('living-wiki-pack-here');
    heading?.scrollIntoView({ block: 'start' });
  }
}

const withoutFrontMatter = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n/, '');

/** `Bearings#Limits` is the section "Limits". */
const lastName = ({ section }: PackCitation): string => (section ?? '').split('#').at(-1)?.trim() ?? '';
