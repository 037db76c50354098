import { ConfirmationModal } from 'obsidian';
import { type HistoryEntry } from '../../workbench';
import { type WikiController } from '../controller';
import { coreText, dateText, panels } from '../locale';

const t = panels.history;

/** Undo all that is listed, or review the undo of the one alone. `null` means neither. */
type UndoOrderAnswer = 'all' | 'one' | null;

/**
 * Lists what has to be undone before a transaction can be, and asks.
 * @param steps newest first; the transaction itself is the last
 */
export function askUndoOrder(controller: WikiController, steps: readonly HistoryEntry[]): Promise<UndoOrderAnswer> {
  return new Promise((resolve) => {
    const modal = new ConfirmationModal(controller.app);
    let answer: UndoOrderAnswer = null;
    modal.setTitle(t.undoOrderTitle(coreText(steps.at(-1)?.title ?? '')));
    modal.contentEl.createEl('p', { text: t.undoOrderText(steps.length) });
    const list = modal.contentEl.createEl('ol');
    for (const { title, at } of steps) list.createEl('li', { text: `${title} · ${timeText(at)}` });
    modal.addButton((button) => {
      button
        .setButtonText(t.undoAll(steps.length))
        .setCta()
        .onClick(() => void (answer = 'all'));
    });
    modal.addButton((button) => {
      button.setButtonText(t.undoOnlyThis).onClick(() => void (answer = 'one'));
    });
    modal.addCancelButton(t.cancel);
    modal.setCloseCallback(() => resolve(answer));
    controller.openModal(modal);
  });
}

function timeText(at: string): string {
  return dateText(Date.parse(at), { dateStyle: 'medium', timeStyle: 'short' });
}
