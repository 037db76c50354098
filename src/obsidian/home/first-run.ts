import { type WikiController } from '../controller';
import { home as words } from '../locale';
import { addButton, iconSpan } from '../ui';
import { SetUpModal, TEMPLATES } from './set-up-modal';

/** What the plugin does, and how to start. */
export function drawFirstRun(el: HTMLElement, controller: WikiController): void {
  el.empty();
  el.createEl('h2', { cls: 'living-wiki-title', text: words.first.title });
  el.createEl('p', { text: words.first.what });
  el.createEl('p', { cls: 'living-wiki-muted', text: words.first.promise });
  el.createEl('h3', { cls: 'living-wiki-heading', text: words.first.choose });
  const cards = el.createDiv({ cls: 'living-wiki-cards' });
  for (const { id, icon } of TEMPLATES) {
    const card = addButton(cards, { cls: 'living-wiki-card', key: id }, () =>
      controller.openModal(new SetUpModal(controller, { template: id })),
    );
    iconSpan(card, icon);
    card.createSpan({ cls: 'living-wiki-card-title', text: words.templates[id].title });
    card.createSpan({ cls: 'living-wiki-muted living-wiki-card-what', text: words.templates[id].what });
  }
  addButton(el, { text: words.first.adopt, key: 'adopt' }, () =>
    controller.openModal(new SetUpModal(controller, { adopt: true })),
  );
  el.createEl('p', { cls: 'living-wiki-muted', text: words.first.adoptWhat });
}
