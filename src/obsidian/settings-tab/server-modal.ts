import { Modal, Notice, SecretComponent, Setting } from 'obsidian';
import { asWikiError } from '../../base';
import { isUnencrypted, PRESETS } from '../../workbench';
import { type PluginController } from '../controller';
import { app, coreText, settings } from '../locale';
import { serverForm, withServer, type ServerForm } from '../settings';
import { addButton } from '../ui';

const words = settings.servers;

/** A further server with its model, key, price and limits. Nothing changes before it is saved. */
export class ServerModal extends Modal {
  readonly #controller: PluginController;
  readonly #name: string | null;
  readonly #onSaved: () => void;
  #form: ServerForm;

  /** @param name of the server to change; `null` for a new one */
  constructor(controller: PluginController, name: string | null, onSaved: () => void) {
    super(controller.app);
    this.#controller = controller;
    this.#name = name;
    this.#onSaved = onSaved;
    this.#form = serverForm(controller.settings, name);
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.setTitle(this.#name === null ? words.addTitle : words.edit(this.#name));
    this.#text('name', words.name, words.nameWhat);
    new Setting(contentEl).setName(settings.model.provider).addDropdown((list) => {
      list.addOption('', words.noProvider);
      for (const { id, name } of PRESETS) list.addOption(id, name);
      list.setValue(this.#form.provider).onChange((provider) => this.#change({ provider }));
      list.selectEl.setAttr('aria-label', settings.model.provider);
    });
    this.#text('baseUrl', settings.model.address, settings.model.addressWhat);
    const plain = new Setting(contentEl).setName(settings.model.plainHttp).setDesc(settings.model.plainHttpWhat);
    plain.addToggle((toggle) =>
      toggle.setValue(this.#form.plainHttp).onChange((plainHttp) => this.#change({ plainHttp })),
    );
    this.#showPlain = (): void => {
      plain.settingEl.toggle(needsConsent(this.#form.baseUrl));
    };
    this.#showPlain();
    this.#text('model', settings.model.name, words.modelWhat);
    new Setting(contentEl)
      .setName(settings.model.key)
      .setDesc(settings.model.keyWhat)
      .addComponent((el) =>
        new SecretComponent(this.app, el).setValue(this.#form.secret).onChange((secret) => this.#change({ secret })),
      );
    this.#text('price', words.priceName, words.priceWhat(this.#controller.settings.model.prices.currency));
    this.#text('money', words.money, words.limitWhat);
    this.#text('tokens', words.tokens, words.limitWhat);
    const problem = contentEl.createDiv({ cls: 'living-wiki-problem', attr: { role: 'alert' } });
    const buttons = contentEl.createDiv({ cls: 'modal-button-container' });
    addButton(buttons, { text: words.save, cls: 'mod-cta' }, () => void this.#save(problem));
    addButton(buttons, { text: settings.rules.cancel }, () => this.close());
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  #showPlain: () => void = () => undefined;

  #change(change: Partial<ServerForm>): void {
    this.#form = { ...this.#form, ...change };
    this.#showPlain();
  }

  #text(key: Exclude<keyof ServerForm, 'plainHttp'>, name: string, desc: string): void {
    new Setting(this.contentEl)
      .setName(name)
      .setDesc(desc)
      .addText((text) => {
        text.inputEl.setAttr('aria-label', name);
        text.setValue(this.#form[key]).onChange((value) => this.#change({ [key]: value.trim() }));
      });
  }

  async #save(problem: HTMLElement): Promise<void> {
    try {
      const patch = withServer(this.#controller.settings, this.#form, this.#name);
      await this.#controller.changeSettings(patch);
      if (this.#form.secret !== '' && patch.serverSecrets?.[this.#form.name] === undefined)
        new Notice(app.notice.keyForgotten);
      this.#onSaved();
      this.close();
    } catch (error) {
      const { message, remedy } = asWikiError(error, 'living-wiki:unexpected');
      problem.setText(coreText(remedy === undefined ? message : `${message} ${remedy}`));
    }
  }
}

const needsConsent = (address: string): boolean => URL.canParse(address) && isUnencrypted(address);
