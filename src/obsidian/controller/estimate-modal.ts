import { ConfirmationModal } from 'obsidian';
import { formatMoney, type IngestEstimate } from '../../workbench';
import { app, coreText, numberText } from '../locale';
import { type WikiController } from './types';

const words = app.estimate;

export type EstimateAnswer = 'go' | 'built-in' | 'cancel';

/**
 * Shows what a model run will cost and where the text is sent, and asks. Closing the dialog means no.
 * @param offersBuiltIn whether the built-in curator could do it instead
 */
export function confirmEstimate(
  controller: WikiController,
  estimate: IngestEstimate,
  address: string,
  offersBuiltIn: boolean,
): Promise<EstimateAnswer> {
  return new Promise((resolve) => {
    const modal = new ConfirmationModal(controller.app);
    modal.modalEl.addClass('living-wiki-asks');
    let answer: EstimateAnswer = 'cancel';
    const { model, sources, tokens, recordings, money } = estimate;
    const isOfPages = sources === 0;
    modal.setTitle(isOfPages ? words.pagesTitle : words.title);
    const say = (text: string): void => void modal.contentEl.createEl('p', { text });
    say(isOfPages ? words.pages(model) : words.sources(sources, model));
    say(words.tokens(numberText(tokens.input), numberText(tokens.output)));
    if (recordings !== null) say(words.recordings(Math.ceil(recordings.seconds / 60), recordings.model));
    say(money === null ? words.moneyUnknown : words.money(coreText(formatMoney(money))));
    say(isOfPages ? words.pagesSent(address) : words.sent(address));
    const button = (text: string, meant: EstimateAnswer): void => {
      modal.addButton((one) => {
        one.setButtonText(text).onClick(() => void (answer = meant));
        if (meant === 'go') one.setCta().setInitialFocus();
      });
    };
    button(isOfPages ? words.goPages : words.go, 'go');
    if (offersBuiltIn) button(words.builtIn, 'built-in');
    modal.addCancelButton(words.cancel);
    modal.setCloseCallback(() => resolve(answer));
    controller.openModal(modal);
  });
}
