import { AbstractInputSuggest, Modal, Setting, type TextComponent, type TFolder } from 'obsidian';
import { createDebouncer, type KeptLayout, type WikiController } from '../controller';
import { home as words } from '../locale';
import { folderProblem } from './folder-problem';

export type TemplateId = 'research' | 'team' | 'personal';

export const TEMPLATES: readonly { readonly id: TemplateId; readonly icon: string }[] = [
  { id: 'research', icon: 'microscope' },
  { id: 'team', icon: 'users' },
  { id: 'personal', icon: 'notebook-pen' },
];

/** Milliseconds without typing before the folder is looked at. */
const LOOK_PAUSE = 300;

export interface SetUpDefaults {
  readonly template?: TemplateId;
  readonly adopt?: boolean;
  /** Folder in the vault. */
  readonly root?: string;
}

/** Asks for the folder and template of a new wiki, and opens the review of what will be created. */
export class SetUpModal extends Modal {
  readonly #controller: WikiController;
  #root: string;
  #template: TemplateId;
  #adopt: boolean;
  #purpose = '';
  #folderSetting: Setting | null = null;
  #field: TextComponent | null = null;
  #layoutSetting: Setting | null = null;
  /** The layout of the folder that was looked at last. */
  #looked: { readonly root: string; readonly layout: KeptLayout | null } | null = null;
  #keepsLayout = true;
  readonly #look = createDebouncer(LOOK_PAUSE, () =>
    this.#findLayout().catch((error: unknown) => this.#controller.showError(error)),
  );

  constructor(controller: WikiController, { template = 'research', adopt = false, root }: SetUpDefaults = {}) {
    super(controller.app);
    this.#controller = controller;
    this.#template = template;
    this.#adopt = adopt;
    this.#root = root ?? (adopt ? '' : words.setUp.folderPlaceholder);
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.setTitle(words.setUp.title);
    this.#folderSetting = new Setting(contentEl)
      .setName(words.setUp.folder)
      .setDesc(words.setUp.folderWhat)
      .addText((text) => this.#folder(text));
    new Setting(contentEl).setName(words.setUp.template).addDropdown((dropdown) => {
      for (const { id } of TEMPLATES) dropdown.addOption(id, words.templates[id].title);
      dropdown.setValue(this.#template).onChange((id) => {
        this.#template = TEMPLATES.find((one) => one.id === id)?.id ?? this.#template;
      });
    });
    new Setting(contentEl)
      .setName(words.setUp.purpose)
      .setDesc(words.setUp.purposeWhat)
      .addText((text) => {
        text.setPlaceholder(words.setUp.purposePlaceholder).onChange((value) => (this.#purpose = value.trim()));
        text.inputEl.setAttrs({ 'aria-label': words.setUp.purpose, dir: 'auto', maxlength: 500 });
      });
    new Setting(contentEl)
      .setName(words.setUp.adopt)
      .setDesc(words.setUp.adoptWhat)
      .addToggle((toggle) =>
        toggle.setValue(this.#adopt).onChange((adopt) => {
          this.#adopt = adopt;
          this.#showPlaceholder();
          this.#check();
          this.#showLayout();
          this.#look.schedule();
        }),
      );
    this.#layoutSetting = new Setting(contentEl)
      .setName(words.setUp.layout)
      .addToggle((toggle) => toggle.setValue(true).onChange((keeps) => (this.#keepsLayout = keeps)));
    this.#showLayout();
    this.#look.run();
    new Setting(contentEl)
      .addButton((button) =>
        button
          .setButtonText(words.setUp.go)
          .setCta()
          .onClick(() => this.#submit()),
      )
      .addButton((button) => button.setButtonText(words.setUp.cancel).onClick(() => this.close()));
    this.scope.register(['Mod'], 'Enter', () => this.#submit());
  }

  override onClose(): void {
    void this.#look.stop();
    this.contentEl.empty();
  }

  #folder(text: TextComponent): void {
    this.#field = text.setValue(this.#root).onChange((value) => {
      this.#root = value.trim().replace(/^\/+|\/+$/g, '');
      this.#check();
      this.#showLayout();
      this.#look.schedule();
    });
    this.#showPlaceholder();
    new FolderSuggest(this.app, text.inputEl).onSelect((folder) => {
      text.setValue(folder.path);
      text.onChanged();
    });
  }

  /** Shows what an empty field means. */
  #showPlaceholder(): void {
    this.#field?.setPlaceholder(this.#adopt ? words.setUp.root : words.setUp.folderPlaceholder);
  }

  /** Shows what is wrong with the folder. @returns whether it can be used */
  #check(): boolean {
    const problem = this.#problem();
    this.#folderSetting?.setErrorMessage(problem);
    return problem === null;
  }

  /** What is wrong with the folder, or `null`. If notes are kept, an empty field means the whole vault. */
  #problem(): string | null {
    return folderProblem(this.#controller, this.#root, this.#adopt);
  }

  async #findLayout(): Promise<void> {
    const root = this.#root;
    if (!this.#adopt || this.#problem() !== null) return;
    const layout = await this.#controller.findLayout(root);
    this.#looked = { root, layout };
    this.#showLayout();
  }

  /** The layout of the folder in the field, as far as it is known. */
  #currentLayout(): KeptLayout | null {
    return this.#adopt && this.#looked?.root === this.#root ? this.#looked.layout : null;
  }

  #showLayout(): void {
    const layout = this.#currentLayout();
    this.#layoutSetting?.settingEl.toggle(layout !== null);
    if (layout !== null) this.#layoutSetting?.setDesc(words.setUp.layoutWhat(layout.description, layout.sources));
  }

  #submit(): void {
    if (!this.#check()) return;
    this.#controller.attempt(async () => {
      // A layout that was not shown yet has to be seen before it is decided on.
      const isSeen = !this.#adopt || this.#looked?.root === this.#root;
      if (!isSeen) await this.#findLayout();
      const layout = this.#currentLayout();
      if (!isSeen && layout !== null) return;
      this.close();
      const purpose = this.#purpose === '' ? {} : { purpose: this.#purpose };
      const request = { root: this.#root, template: this.#template, adopt: this.#adopt, ...purpose };
      const sources = this.#keepsLayout ? layout?.sources : undefined;
      await this.#controller.setUp(sources === undefined ? request : { ...request, sources });
    });
  }
}

class FolderSuggest extends AbstractInputSuggest<TFolder> {
  protected getSuggestions(query: string): TFolder[] {
    const wanted = query.toLowerCase();
    return this.app.vault.getAllFolders(false).filter(({ path }) => path.toLowerCase().includes(wanted));
  }

  renderSuggestion({ path }: TFolder, el: HTMLElement): void {
    el.setText(path);
  }

  override selectSuggestion(folder: TFolder, event: MouseEvent | KeyboardEvent): void {
    this.setValue(folder.path);
    super.selectSuggestion(folder, event);
    this.close();
  }
}
