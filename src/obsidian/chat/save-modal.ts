import { Modal, Setting } from 'obsidian';
import { type Answer } from '../../workbench';
import { type WikiController } from '../controller';
import { chat } from '../locale';

const t = chat.saving;

/** Asks for the title and type of the page, proposes it and opens the review. */
export class SaveModal extends Modal {
  readonly #controller: WikiController;
  readonly #answer: Answer;

  constructor(controller: WikiController, answer: Answer) {
    super(controller.app);
    this.#controller = controller;
    this.#answer = answer;
  }

  override onOpen(): void {
    const { contentEl } = this;
    let title = this.#answer.question.replace(/[?!.\s]+$/, '').slice(0, 160);
    let kind = 'comparison';
    this.setTitle(t.title);
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: t.what });
    const go = (): void => {
      this.close();
      void this.#propose(title.trim(), kind);
    };
    new Setting(contentEl).setName(t.name).addText((text) => {
      text.setValue(title).onChange((value) => (title = value));
      text.inputEl.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && !event.isComposing) go();
      });
    });
    const kinds = [...new Set(['comparison', 'concept', 'summary', ...this.#kinds()])];
    new Setting(contentEl)
      .setName(t.kind)
      .addDropdown((list) =>
        list
          .addOptions(Object.fromEntries(kinds.map((each) => [each, each.charAt(0).toUpperCase() + each.slice(1)])))
          .onChange((value) => (kind = value)),
      );
    new Setting(contentEl)
      .addButton((button) => button.setButtonText(t.cancel).onClick(() => this.close()))
      .addButton((button) => button.setButtonText(t.go).setCta().onClick(go));
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  /** Page types that the wiki uses. */
  #kinds(): string[] {
    const { state } = this.#controller;
    return state.kind === 'ready' ? [...state.workbench.snapshot.pages.values()].map(({ kind }) => kind).sort() : [];
  }

  async #propose(title: string, kind: string): Promise<void> {
    const request = { answer: this.#answer, kind, ...(title !== '' && { title }) };
    const proposal = await this.#controller.runWikiJob(t.job, (run, wiki) => wiki.saveAnswer(request, run));
    if (proposal !== null) await this.#controller.navigator.openReview(proposal.id);
  }
}
