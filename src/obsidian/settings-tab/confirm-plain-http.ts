import { ConfirmationModal } from 'obsidian';
import { serverAddress } from '../../workbench';
import { type PluginController } from '../controller';
import { settings as words } from '../locale';

/** Asks whether texts may be sent to the server without encryption. Closing the dialog means no. */
export function confirmPlainHttp(controller: PluginController): Promise<boolean> {
  return new Promise((resolve) => {
    const { title, text, cancel } = words.plainHttp;
    const modal = new ConfirmationModal(controller.app);
    modal.modalEl.addClass('living-wiki-asks');
    let answer = false;
    modal.setTitle(title);
    modal.contentEl.createEl('p', { text: text(serverAddress(controller.settings.model) ?? '') });
    modal.addButton((button) => {
      button
        .setButtonText(words.model.plainHttp)
        .setCta()
        .onClick(() => void (answer = true));
    });
    modal.addCancelButton(cancel);
    modal.setCloseCallback(() => resolve(answer));
    controller.openModal(modal);
  });
}
