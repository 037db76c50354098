import { ConfirmationModal } from 'obsidian';
import { formatMoney, type IngestEstimate } from '../../workbench';
import { app as words, coreText, numberText } from '../locale';
import { type WikiController } from './types';

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
    let answer: EstimateAnswer = 'cancel';
    const { model, sources, tokens, recordings, money } = estimate;
    const isOfPages = sources === 0;
    modal.setTitle(isOfPages ? words.estimate.pagesTitle : words.estimate.title);
    const say = (text: string): void => void modal.contentEl.createEl('p', { text });
    say(isOfPages ? words.estimate.pages(model) : words.estimate.sources(sources, model));
    say(words.estimate.tokens(numberText(tokens.input), numberText(tokens.output)));
    if (recordings !== null) say(words.estimate.recordings(Math.ceil(recordings.seconds / 60), recordings.model));
    say(money === null ? words.estimate.moneyUnknown : words.estimate.money(coreText(formatMoney(money))));
    say(isOfPages ? words.estimate.pagesSent(address) : words.estimate.sent(address));
    const button = (text: string, meant: EstimateAnswer): void => {
      modal.addButton((one) => {
        one.setButtonText(text).onClick(() => void (answer = meant));
        if (meant === 'go') one.setCta().setInitialFocus();
      });
    };
    button(isOfPages ? words.estimate.goPages : words.estimate.go, 'go');
    if (offersBuiltIn) button(words.estimate.builtIn, 'built-in');
    modal.addCancelButton(words.estimate.cancel);
    modal.setCloseCallback(() => resolve(answer));
    controller.openModal(modal);
  });
}
