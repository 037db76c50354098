import { ConfirmationModal } from 'obsidian';
import { type UnconfirmedChange } from '../../workbench';
import { type WikiController } from '../controller';
import { panels as words } from '../locale';

const t = words.lint.trust;

/** Shows how a manifest, `AGENTS.md` or policy changed, and asks whether that is right. */
export function askToConfirm(
  controller: WikiController,
  { path, reason, differences }: UnconfirmedChange,
  confirm: () => void,
): void {
  const modal = new ConfirmationModal(controller.app);
  modal.setTitle(t.title(path));
  modal.contentEl.createEl('p', { text: t.reasons[reason] });
  const list = modal.contentEl.createEl('ul');
  for (const { message } of differences) list.createEl('li', { text: message });
  modal.contentEl.createEl('p', { cls: 'living-wiki-muted', text: t.lead });
  modal.addButton((button) => {
    button.setButtonText(t.confirm).setCta().onClick(confirm);
  });
  modal.addCancelButton(words.cancel);
  controller.openModal(modal);
}
