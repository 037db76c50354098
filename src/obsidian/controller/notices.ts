import { Notice } from 'obsidian';
import { app as words, coreText, trust } from '../locale';

/** Long enough to read a problem and its remedy. Milliseconds. */
const LONG_DURATION = 12_000;
/** Characters of a notice. */
const MOST = 200;

export function showNotice(text: string): void {
  new Notice(text, LONG_DURATION);
}

/** Shows a problem with its remedy, and with its path unless the message already names it. */
export function showProblem({ message, path, remedy }: Problem): void {
  const text = words.notice.error(coreText(message), remedy ? coreText(remedy) : null);
  showNotice(path === undefined || message.includes(path) ? text : words.notice.at(path, text));
}

/** Shows that the rules for the model are not approved, with a button that opens the approval. */
export function showUnapproved({ message }: Problem, review: () => void): void {
  const notice = new Notice(coreText(shortened(message)), LONG_DURATION);
  const button = notice.messageEl.createEl('button', { text: trust.review, attr: { type: 'button' } });
  button.addClass('living-wiki-notice-button');
  button.addEventListener('click', () => {
    notice.hide();
    review();
  });
}

/** What changed is in the approval, and would fill a phone. What waits for it is said last. */
function shortened(message: string): string {
  if (message.length <= MOST) return message;
  const first = message.slice(0, message.indexOf('. ') + 1);
  const last = message.slice(message.lastIndexOf('. ') + 2);
  return last.endsWith(' in the queue.') ? `${first} ${last}` : first;
}

interface Problem {
  readonly message: string;
  readonly path?: string | undefined;
  readonly remedy?: string | null | undefined;
}
