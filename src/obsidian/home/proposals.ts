import { type WikiController } from '../controller';
import { coreText, home as words } from '../locale';
import { addButton } from '../ui';
import { drawHeading } from './heading';

/** Proposals to review. */
export function drawProposals(el: HTMLElement, controller: WikiController): void {
  el.empty();
  const { proposals, navigator } = controller;
  drawHeading(el, words.proposals.title, proposals.length);
  if (proposals.length === 0) {
    el.createEl('p', { cls: 'living-wiki-muted', text: words.proposals.none });
    return;
  }
  const list = el.createEl('ul', { cls: 'living-wiki-list' });
  for (const { id, changeSet } of proposals) {
    const hunks = changeSet.files.reduce((sum, file) => sum + Math.max(1, file.hunks.length), 0);
    const size = words.proposals.files(changeSet.files.length, hunks);
    const title = coreText(changeSet.title);
    // Says what the button does, and all that it shows: its title alone reads as if it ingested.
    const label = words.proposals.reviewOne(`${title} ${size}`);
    const options = { cls: 'living-wiki-proposal', key: id, label };
    const button = addButton(list.createEl('li'), options, () => controller.attempt(() => navigator.openReview(id)));
    button.createSpan({ cls: 'living-wiki-name', text: title });
    button.appendText(' ');
    button.createSpan({ cls: 'living-wiki-muted', text: size });
  }
}
