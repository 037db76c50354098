import { FuzzySuggestModal } from 'obsidian';
import { type WikiController } from '../controller';
import { app, home } from '../locale';

/** Switches to another wiki of the vault. */
export class WikiSwitcher extends FuzzySuggestModal<string> {
  readonly #controller: WikiController;

  constructor(controller: WikiController) {
    super(controller.app);
    this.#controller = controller;
    this.setPlaceholder(app.commands.chooseWiki);
  }

  getItems(): string[] {
    return [...this.#controller.roots];
  }

  getItemText(root: string): string {
    return root === '' ? home.setUp.root : root;
  }

  onChooseItem(root: string): void {
    this.#controller.attempt(() => this.#controller.changeSettings({ wiki: root }));
  }
}
