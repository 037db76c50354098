import { ConfirmationModal } from 'obsidian';
import { type Discovery, type Pack, type PackLibrary } from '../../workbench';
import { coreText, packs as t } from '../locale';
import { addButton, drawEmptyState, focusedKey, iconSpan, restoreFocus, ViewContent, workbenchOrNote } from '../ui';
import { drawPack, type PackActions } from './draw-pack';
import { PublishModal } from './publish-modal';

/** What is known of the packs at one moment. */
interface PacksState {
  readonly discovery: Discovery;
  readonly usable: ReadonlySet<string>;
  /** When each pack was used last, ISO 8601, by its name. */
  readonly lastUse: ReadonlyMap<string, string>;
}

const SCOPES = ['project', 'user', 'organization', 'built-in'] as const;
/** Uses of packs that are looked through. */
const MAX_LOG = 500;

/** The knowledge packs that the wiki can use. */
export class PacksContent extends ViewContent {
  #state: PacksState | null = null;
  #reading = new AbortController();

  override open(): void {
    this.view.contentEl.addClass('living-wiki-panel', 'living-wiki-packs');
    this.register(this.controller.on('state', () => this.#read()));
    this.register(this.controller.on('packs', () => this.#read()));
    // The app tells of no change in hidden folders, so packs are read again whenever their list is looked at.
    this.registerEvent(
      this.view.app.workspace.on('active-leaf-change', (leaf) => {
        if (leaf === this.view.leaf) this.#read();
      }),
    );
    this.#read();
  }

  override onunload(): void {
    this.#reading.abort();
  }

  /** Looks for packs, and draws what was found. */
  #read(): void {
    this.#draw();
    this.#reading.abort();
    const reading = (this.#reading = new AbortController());
    this.controller.attempt(async () => {
      const library = await this.#library();
      if (library === null) return;
      const run = this.controller.backgroundRun(reading.signal);
      const discovery = await library.discover(run);
      const usable = new Set<string>();
      for (const pack of discovery.packs) if (await library.isUsable(pack, run)) usable.add(pack.item.name);
      const lastUse = new Map<string, string>();
      for (const { pack, timestamp } of await library.log(MAX_LOG))
        if (!lastUse.has(pack)) lastUse.set(pack, timestamp);
      if (reading.signal.aborted) return;
      this.#state = { discovery, usable, lastUse };
      this.#draw();
    });
  }

  async #library(): Promise<PackLibrary | null> {
    const { state } = this.controller;
    return state.kind === 'ready' ? state.workbench.packs() : null;
  }

  #draw(): void {
    const { contentEl } = this.view;
    if (workbenchOrNote(this.controller, contentEl) === null) return;
    const scrolled = contentEl.querySelector('.living-wiki-scroll')?.scrollTop ?? 0;
    const isOpen = contentEl.querySelector('details')?.open ?? false;
    const focused = focusedKey(contentEl);
    contentEl.empty();
    this.#drawHead(contentEl.createDiv({ cls: 'living-wiki-head' }));
    const scroller = contentEl.createDiv({ cls: 'living-wiki-scroll', attr: { tabindex: -1 } });
    if (this.#state === null) drawEmptyState(scroller, t.reading);
    else this.#drawPacks(scroller, this.#state, isOpen);
    scroller.scrollTop = scrolled;
    restoreFocus(contentEl, focused);
  }

  #drawHead(head: HTMLElement): void {
    const top = head.createDiv({ cls: 'living-wiki-row' });
    top.createEl('h2', { cls: 'living-wiki-title', text: t.title });
    const cls = 'clickable-icon living-wiki-icon-button';
    addButton(top, { icon: 'upload', cls, label: t.publish, key: 'publish' }, () =>
      this.controller.openModal(new PublishModal(this.controller)),
    );
    addButton(top, { icon: 'refresh-cw', cls, label: t.refresh, key: 'refresh' }, () => this.#read());
    const all = this.#state?.discovery.packs.length;
    const text = all === undefined ? t.what : t.count(all, this.controller.chatPacks.length);
    head.createDiv({ cls: 'living-wiki-muted', text });
  }

  #drawPacks(el: HTMLElement, { discovery, usable, lastUse }: PacksState, isOpen: boolean): void {
    if (discovery.packs.length === 0) drawEmptyState(el, t.empty, t.emptyHint);
    for (const scope of SCOPES) {
      const packs = discovery.packs.filter((pack) => pack.scope === scope);
      if (packs.length === 0) continue;
      const section = el.createEl('section', { cls: 'living-wiki-group' });
      const heading = section.createEl('h3', { cls: 'living-wiki-group-title', text: t.scopes[scope] });
      heading.createSpan({ cls: 'living-wiki-job-count', text: String(packs.length) });
      for (const pack of packs) {
        const { name } = pack.item;
        const isUsed = this.controller.chatPacks.includes(name);
        drawPack(
          section,
          pack,
          { isUsed, isUsable: usable.has(name), lastUse: lastUse.get(name) ?? null },
          this.#actions,
        );
      }
    }
    drawScanned(el, discovery, isOpen);
  }

  readonly #actions: PackActions = {
    use: (name, isUsed) => {
      const others = this.controller.chatPacks.filter((each) => each !== name);
      this.controller.usePacks(isUsed ? [...others, name] : others);
      if (isUsed) this.controller.attempt(() => this.controller.navigator.openChat());
    },
    confirm: (pack) => this.#askToConfirm(pack),
    withdraw: (pack) =>
      this.controller.attempt(async () => {
        await (await this.#library())?.withdraw(pack.item.name);
        this.controller.usePacks(this.controller.chatPacks.filter((each) => each !== pack.item.name));
      }),
  };

  #askToConfirm({ item }: Pack): void {
    const modal = new ConfirmationModal(this.controller.app);
    modal.setTitle(t.confirmTitle(item.name));
    modal.contentEl.createEl('p', { text: item.description });
    modal.contentEl.createEl('p', { text: t.confirmWhat });
    modal.addButton((button) => {
      button
        .setButtonText(t.confirm)
        .setCta()
        .onClick(() =>
          this.controller.attempt(async () => {
            await (await this.#library())?.confirm(item.name, this.controller.backgroundRun());
            this.controller.packsChanged();
          }),
        );
    });
    modal.addCancelButton(t.cancel);
    this.controller.openModal(modal);
  }
}

/** Where packs were looked for, and why some were not loaded. */
function drawScanned(el: HTMLElement, { scanned, leftOut }: Discovery, isOpen: boolean): void {
  const details = el.createEl('details', { cls: 'living-wiki-pack-scanned' });
  details.open = isOpen;
  details.createEl('summary', { text: t.scanned(scanned.length, leftOut.length) });
  const list = details.createEl('ul', { cls: 'living-wiki-list' });
  for (const { place, exists, packs } of scanned) {
    const item = list.createEl('li');
    item.createEl('code', { text: place });
    item.createSpan({ cls: 'living-wiki-muted', text: ` ${exists ? t.found(packs.length) : t.noFolder}` });
  }
  for (const { place, message } of leftOut) {
    const item = list.createEl('li', { cls: 'living-wiki-pack-left' });
    iconSpan(item, 'circle-x');
    const text = item.createDiv();
    text.createEl('code', { text: place });
    text.createDiv({ cls: 'living-wiki-muted', text: coreText(message) });
  }
}
