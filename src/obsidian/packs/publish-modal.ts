import { Modal, Notice, Setting } from 'obsidian';
import {
  DEFAULT_BRIEFING_TOKENS,
  DEFAULT_PACK_FOLDER,
  packName,
  type BuiltPack,
  type LensSummary,
  type WikiPublisher,
  type Workbench,
} from '../../workbench';
import { type WikiController } from '../controller';
import { packs } from '../locale';
import { addButton } from '../ui';
import { drawPreview } from './draw-preview';

const t = packs.publishing;

/** Shows what would be published, and publishes it. */
export class PublishModal extends Modal {
  readonly #controller: WikiController;
  #preview!: HTMLElement;
  #size!: HTMLElement;
  #go!: HTMLButtonElement;
  #reading = new AbortController();
  #name = '';
  #lens: string | undefined;
  #folder = DEFAULT_PACK_FOLDER;
  #withSources = false;
  #follow = false;
  #budget = DEFAULT_BRIEFING_TOKENS;
  #built: BuiltPack | null = null;
  #timer = 0;

  constructor(controller: WikiController) {
    super(controller.app);
    this.#controller = controller;
    this.#lens = controller.lens;
  }

  override onOpen(): void {
    this.setTitle(t.title);
    this.modalEl.addClass('living-wiki-publish');
    const { state } = this.#controller;
    if (state.kind !== 'ready') {
      this.close();
      return;
    }
    const { workbench } = state;
    this.#controller.attempt(async () => {
      const run = this.#controller.backgroundRun(this.#reading.signal);
      const lenses = (await workbench.lenses(run)).filter(({ refused }) => refused === null);
      await this.#restore(await workbench.publisher());
      this.#draw(workbench, lenses);
      this.#read();
    });
  }

  override onClose(): void {
    this.#reading.abort();
    this.contentEl.win.clearTimeout(this.#timer);
    this.contentEl.empty();
  }

  /** Begins with what was chosen last. */
  async #restore(publisher: WikiPublisher | null): Promise<void> {
    const [last] = (await publisher?.publications()) ?? [];
    if (last === undefined) return;
    this.#name = last.name;
    this.#folder = last.to;
    this.#follow = true;
    this.#withSources = last.withSources === true;
    this.#budget = last.briefingTokens ?? DEFAULT_BRIEFING_TOKENS;
    this.#lens = last.lens;
  }

  #draw(workbench: Workbench, lenses: readonly LensSummary[]): void {
    const { contentEl } = this;
    const nameOf = (ref: string | undefined): string =>
      packName(lenses.find((each) => each.ref === ref)?.name ?? workbench.snapshot.lens.name);
    if (this.#name === '') this.#name = nameOf(this.#lens);
    const name = new Setting(contentEl).setName(t.name).addText((text) =>
      text.setValue(this.#name).onChange((value) => {
        this.#name = value.trim();
        this.#readSoon();
      }),
    );
    new Setting(contentEl).setName(t.lens).addDropdown((list) => {
      for (const { ref, title, isRoot } of lenses) list.addOption(isRoot ? '' : ref, isRoot ? t.wholeWiki : title);
      list.setValue(this.#lens ?? '').onChange((value) => {
        const isOwnName = this.#name === nameOf(this.#lens);
        this.#lens = value === '' ? undefined : value;
        if (isOwnName) {
          this.#name = nameOf(this.#lens);
          const input = name.controlEl.querySelector('input');
          if (input !== null) input.value = this.#name;
        }
        this.#readSoon();
      });
    });
    new Setting(contentEl)
      .setName(t.folder)
      .setDesc(t.folderHint)
      .addText((text) => text.setValue(this.#folder).onChange((value) => (this.#folder = value.trim())));
    this.#preview = contentEl.createDiv({ cls: 'living-wiki-publish-preview', attr: { role: 'status' } });
    this.#drawChoices(contentEl);
    this.#drawFoot(contentEl);
  }

  #drawChoices(el: HTMLElement): void {
    new Setting(el).setName(t.budget).addText((text) => {
      text.inputEl.type = 'number';
      text.inputEl.min = '100';
      text.setValue(String(this.#budget)).onChange((value) => {
        this.#budget = Math.max(100, Number(value) || DEFAULT_BRIEFING_TOKENS);
        this.#readSoon();
      });
    });
    new Setting(el)
      .setName(t.withSources)
      .setDesc(t.withSourcesHint)
      .addToggle((toggle) =>
        toggle.setValue(this.#withSources).onChange((value) => {
          this.#withSources = value;
          this.#readSoon();
        }),
      );
    new Setting(el)
      .setName(t.follow)
      .addToggle((toggle) => toggle.setValue(this.#follow).onChange((value) => (this.#follow = value)));
  }

  #drawFoot(el: HTMLElement): void {
    const foot = el.createDiv({ cls: 'living-wiki-row living-wiki-publish-foot' });
    this.#size = foot.createSpan({ cls: 'living-wiki-muted' });
    addButton(foot, { text: t.cancel }, () => this.close());
    this.#go = addButton(foot, { text: t.go, cls: 'mod-cta' }, () => this.#publish());
    this.#go.disabled = true;
  }

  /** Once nothing was typed for a moment. */
  #readSoon(): void {
    const { win } = this.contentEl;
    win.clearTimeout(this.#timer);
    this.#timer = win.setTimeout(() => this.#read(), TYPING);
  }

  #read(): void {
    const { state } = this.#controller;
    if (state.kind !== 'ready') return;
    this.#reading.abort();
    const reading = (this.#reading = new AbortController());
    this.#go.disabled = true;
    this.#preview.setText(t.reading);
    this.#controller.attempt(async () => {
      const publisher = await state.workbench.publisher();
      const built = (await publisher?.preview(this.#request, this.#controller.backgroundRun(reading.signal))) ?? null;
      if (reading.signal.aborted || built === null) return;
      this.#built = built;
      const inside = new Set(built.files.map(({ path }) => path));
      const pages = [...state.workbench.snapshot.pages.values()];
      const hidden = pages.filter(({ path }) => !inside.has(`wiki/${path}`)).map(({ title }) => title);
      this.#size.setText(drawPreview(this.#preview, built, hidden, () => this.#settle()));
      this.#go.disabled = false;
    });
  }

  /** Open contradictions are listed among the findings. */
  #settle(): void {
    this.close();
    this.#controller.attempt(() => this.#controller.navigator.openLint());
  }

  get #request() {
    return {
      name: this.#name,
      ...(this.#lens !== undefined && { lens: this.#lens }),
      withSources: this.#withSources,
      briefingTokens: this.#budget,
    };
  }

  #publish(): void {
    if (this.#built === null) return;
    const request = {
      ...this.#request,
      to: this.#folder === '' ? DEFAULT_PACK_FOLDER : this.#folder,
      follow: this.#follow,
    };
    this.close();
    void this.#controller
      .runWikiJob(t.job, (run, workbench) => workbench.publishPack(request, run))
      .then((result) => {
        if (result === null) return;
        const { created, updated, deleted, folder } = result.written;
        const place = `${result.to}/${folder}`;
        new Notice(created.length + updated.length + deleted.length === 0 ? t.same(place) : t.done(place));
        this.#controller.packsChanged();
      });
  }
}

/** Milliseconds. */
const TYPING = 400;
