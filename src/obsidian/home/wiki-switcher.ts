import { FuzzySuggestModal } from 'obsidian';
import { type WikiController } from '../controller';
import { app, home } from '../locale';

/** Chooses among the wikis of the vault. */
export class WikiSwitcher extends FuzzySuggestModal<string> {
  readonly #desk: WikiController;

  constructor(desk: WikiController) {
    super(desk.app);
    this.#desk = desk;
    this.setPlaceholder(app.commands.chooseWiki);
  }

  getItems(): string[] {
    return [...this.#desk.roots];
  }

  getItemText(root: string): string {
    return root === '' ? home.setUp.root : root;
  }

  onChooseItem(root: string): void {
    void this.#desk.changeSettings({ wiki: root }).catch((error: unknown) => this.#desk.showError(error));
  }
}
