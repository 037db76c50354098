import { type SourceDifference } from '../../../workbench';
import { quoteText, review } from '../../locale';
import { addButton } from '../../ui';
import { type ReviewContext } from './context';
import { drawLines } from './lines';

const words = review.sourceDifference;

/** A longer difference is closed at first, and drawn when it is opened. */
const MAX_OPEN_LINES = 60;

/** What became of a source since it was ingested: its changed lines, and the quotes that it no longer has, with their pages. */
export function drawSourceDifference(parent: HTMLElement, context: ReviewContext, change: SourceDifference): void {
  const { path, lines, goneQuotes } = change;
  if (lines.length > 0) {
    const title = words.title(path);
    drawDetails(parent, title, lines.length <= MAX_OPEN_LINES, (details) => {
      const attr = { role: 'group', 'aria-label': title };
      const box = details.createDiv({ cls: 'living-wiki-hunk is-generated', attr });
      drawLines(box, context.queue, lines, context.layout === 'split');
    });
  }
  if (goneQuotes.length === 0) return;
  drawDetails(parent, words.gone(goneQuotes.length), goneQuotes.length <= MAX_OPEN_LINES, (details) => {
    const list = details.createEl('ul', { cls: 'living-wiki-facts' });
    for (const { quote, page, line } of goneQuotes) {
      const item = list.createEl('li');
      item.createEl('blockquote', { text: quoteText(quote), attr: { dir: 'auto' } });
      const place = { text: words.place(page, line), cls: 'living-wiki-button living-wiki-link' };
      addButton(item, place, () => void context.controller.navigator.openPage(page, { line, pane: true }));
    }
  });
}

function drawDetails(parent: HTMLElement, title: string, isOpen: boolean, fill: (details: HTMLElement) => void): void {
  const details = parent.createEl('details', { cls: 'living-wiki-account-list' });
  details.createEl('summary', { text: title });
  details.open = isOpen;
  if (isOpen) fill(details);
  else details.addEventListener('toggle', () => fill(details), { once: true });
}
