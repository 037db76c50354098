import { Menu, Notice } from 'obsidian';
import { type WikiController } from '../controller';
import { packs as t } from '../locale';
import { addButton, iconSpan, menuPosition } from '../ui';

/** The knowledge packs that the chat uses. */
export class PackChips {
  readonly #el: HTMLElement;
  readonly #controller: WikiController;

  constructor(parent: HTMLElement, controller: WikiController) {
    this.#controller = controller;
    this.#el = parent.createSpan({ cls: 'living-wiki-pack-chips', attr: { 'aria-label': t.chips } });
    this.show();
  }

  show(): void {
    const { chatPacks } = this.#controller;
    this.#el.empty();
    for (const name of chatPacks) {
      const chip = this.#el.createSpan({ cls: 'living-wiki-pack-chip' });
      iconSpan(chip, 'package');
      chip.createSpan({ text: `@${name}` });
      addButton(chip, { icon: 'x', cls: 'clickable-icon', label: t.remove(name) }, () =>
        this.#controller.usePacks(chatPacks.filter((each) => each !== name)),
      );
    }
    const add = addButton(this.#el, { icon: 'package-plus', cls: 'clickable-icon', label: t.add }, () =>
      this.choose(add),
    );
    add.setAttr('aria-haspopup', 'menu');
  }

  /** Lets the person choose a pack. @param at below which the menu opens */
  choose(at: HTMLElement): void {
    this.#controller.attempt(async () => {
      const { state, chatPacks } = this.#controller;
      const library = state.kind === 'ready' ? await state.workbench.packs() : null;
      const usable = (await library?.others(this.#controller.backgroundRun())) ?? [];
      const left = usable.filter(({ item }) => !chatPacks.includes(item.name));
      if (left.length === 0) {
        new Notice(t.noneToAdd);
        return;
      }
      const menu = new Menu();
      for (const { item } of left) {
        menu.addItem((entry) =>
          entry
            .setTitle(`@${item.name}`)
            .setIcon('package')
            .onClick(() => this.#controller.usePacks([...this.#controller.chatPacks, item.name])),
        );
      }
      menu.showAtPosition(menuPosition(at), at.doc);
    });
  }
}
