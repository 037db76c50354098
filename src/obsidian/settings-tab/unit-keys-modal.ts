import { ConfirmationModal, Modal } from 'obsidian';
import { isoTime } from '../../base';
import { printJwks, type PublicUnitKey } from '../../workbench';
import { type PluginController } from '../controller';
import { distrustSigner, publicUnitKeys, replaceUnitKey, revokeUnitKey, trustedSigners } from '../host/unit-keys';
import { dateText, joinTexts, settings } from '../locale';
import { addButton } from '../ui';

const words = settings.servers.keys;

/** The keys that sign Knowledge Units on this device, with their dates, and whom its user trusts. */
export class UnitKeysModal extends Modal {
  readonly #controller: PluginController;

  constructor(controller: PluginController) {
    super(controller.app);
    this.#controller = controller;
  }

  override onOpen(): void {
    this.modalEl.addClass('living-wiki-unit');
    this.setTitle(words.title);
    this.#controller.attempt(() => this.#draw());
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  async #draw(): Promise<void> {
    const { app, contentEl } = this;
    const [own, trusted] = [await publicUnitKeys(app), await trustedSigners(app)];
    contentEl.empty();
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: words.what });
    const current = own.findLast(({ retired, revoked }) => retired === undefined && revoked === undefined);
    contentEl.createEl('h3', { text: words.own });
    if (own.length === 0) contentEl.createEl('p', { text: words.none });
    const list = contentEl.createEl('ul', { cls: 'living-wiki-unit-list' });
    for (const key of [...own].reverse()) {
      const item = this.#item(list, key, key === current ? words.signs : '');
      if (key.revoked !== undefined) continue;
      addButton(
        item,
        { text: words.revoke, cls: 'living-wiki-small-button', label: `${words.revoke} ${key.kid}` },
        () => this.#askRevoke(key),
      );
    }
    const row = contentEl.createDiv({ cls: 'living-wiki-row' });
    addButton(row, { text: current === undefined ? words.make : words.replace }, () =>
      this.#then(() => replaceUnitKey(app)),
    );
    if (own.length > 0)
      addButton(row, { text: words.copy }, () =>
        this.#controller.attempt(() => navigator.clipboard.writeText(printJwks(own))),
      );
    if (trusted.length === 0) return;
    contentEl.createEl('h3', { text: words.trusted });
    const others = contentEl.createEl('ul', { cls: 'living-wiki-unit-list' });
    for (const key of trusted) {
      const label = `${words.distrust} ${key.kid}`;
      addButton(this.#item(others, key, ''), { text: words.distrust, cls: 'living-wiki-small-button', label }, () =>
        this.#then(() => distrustSigner(app, key.kid)),
      );
    }
  }

  #item(list: HTMLElement, { kid, from, retired, revoked }: PublicUnitKey, note: string): HTMLElement {
    const item = list.createEl('li');
    const text = item.createDiv();
    text.createEl('code', { text: kid });
    const facts = [
      ...(note === '' ? [] : [note]),
      ...(from === undefined ? [] : [words.from(day(from))]),
      ...(retired === undefined ? [] : [words.retired(day(retired))]),
      ...(revoked === undefined ? [] : [words.revoked(day(revoked))]),
    ];
    text.createDiv({ cls: 'living-wiki-muted', text: joinTexts(facts) });
    return item;
  }

  #then(work: () => Promise<unknown>): void {
    this.#controller.attempt(async () => {
      await work();
      await this.#draw();
    });
  }

  /** Since when, because what was signed before stays "valid when signed". */
  #askRevoke({ kid }: PublicUnitKey): void {
    const modal = new ConfirmationModal(this.app);
    const today = isoTime(Date.now()).slice(0, 10);
    modal.setTitle(words.revokeTitle(kid));
    modal.contentEl.createEl('p', { text: words.revokeWhat });
    const label = modal.contentEl.createEl('label', { text: `${words.since} ` });
    const date = label.createEl('input', { type: 'date', value: today });
    date.max = today;
    modal.addButton((yes) =>
      yes
        .setButtonText(words.revoke)
        .setCta()
        .onClick(() => {
          // A day that was not changed means now: what was signed this morning stays valid.
          const at = date.value === '' || date.value === today ? isoTime(Date.now()) : `${date.value}T00:00:00Z`;
          this.#then(() => revokeUnitKey(this.app, kid, at));
        }),
    );
    modal.addCancelButton(settings.rules.cancel);
    this.#controller.openModal(modal);
  }
}

const day = (time: string): string => dateText(Date.parse(time), { dateStyle: 'medium' });
