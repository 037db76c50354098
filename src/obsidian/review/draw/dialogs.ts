import { Modal, Platform } from 'obsidian';
import { type WikiController } from '../../controller';
import { review as words } from '../../locale';
import { keyLabel, keysByAction } from '../view-model/keys';
import { drawReasonForm } from './forms';

interface DialogChoice {
  readonly text: string;
  /** Whether Enter means it. */
  readonly isFocused?: boolean;
}

/** Asks a question with several answers. Resolves with the index of the answer; `null` if the dialog was closed. */
export function askChoice(
  controller: WikiController,
  title: string,
  text: string,
  choices: readonly DialogChoice[],
): Promise<number | null> {
  return new Promise((resolve) => {
    const modal = new Modal(controller.app);
    let answer: number | null = null;
    modal.setTitle(title);
    modal.contentEl.createEl('p', { text });
    const row = modal.contentEl.createDiv({ cls: 'modal-button-container living-wiki-choices' });
    choices.forEach((choice, index) => {
      const button = row.createEl('button', { text: choice.text, attr: { type: 'button' } });
      button.addEventListener('click', () => {
        answer = index;
        modal.close();
      });
      if (choice.isFocused === true) window.setTimeout(() => button.focus(), 0);
    });
    modal.onClose = () => resolve(answer);
    controller.openModal(modal);
  });
}

/** Asks for a reason. Resolves with `null` if the dialog was closed. */
export function askReason(
  controller: WikiController,
  title: string,
  text: string,
  reasons: readonly string[],
): Promise<string | null> {
  return new Promise((resolve) => {
    const modal = new Modal(controller.app);
    let answer: string | null = null;
    modal.setTitle(title);
    modal.contentEl.createEl('p', { text });
    const form = modal.contentEl.createDiv();
    modal.onOpen = () =>
      drawReasonForm(
        form,
        reasons,
        (reason) => {
          answer = reason;
          modal.close();
        },
        () => modal.close(),
      );
    modal.onClose = () => resolve(answer);
    controller.openModal(modal);
  });
}

/** Shows all keyboard shortcuts of the view. */
export function showKeys(controller: WikiController): void {
  const modal = new Modal(controller.app);
  modal.setTitle(words.keysTitle);
  const list = modal.contentEl.createEl('dl', { cls: 'living-wiki-keys' });
  for (const [action, bindings] of keysByAction()) {
    const term = list.createEl('dt');
    for (const binding of bindings) term.createEl('kbd', { text: keyLabel(binding, Platform.isMacOS) });
    list.createEl('dd', { text: words.keys[action] });
  }
  controller.openModal(modal);
}
