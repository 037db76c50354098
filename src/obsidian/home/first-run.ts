import { setIcon } from 'obsidian';
import { type WikiController } from '../controller';
import { home as words } from '../locale';
import { button } from './parts';
import { SetUpModal, TEMPLATES } from './set-up-modal';

/** What this is, and three ways to begin. */
export function drawFirstRun(el: HTMLElement, controller: WikiController): void {
  el.empty();
  el.createEl('h2', { cls: 'living-wiki-title', text: words.first.title });
  el.createEl('p', { text: words.first.what });
  el.createEl('p', { cls: 'living-wiki-muted', text: words.first.promise });
  el.createEl('h3', { cls: 'living-wiki-heading', text: words.first.choose });
  const cards = el.createDiv({ cls: 'living-wiki-cards' });
  for (const { id, icon } of TEMPLATES) {
    const card = cards.createEl('button', { cls: 'living-wiki-card', attr: { 'data-key': id } });
    setIcon(card.createSpan({ cls: 'living-wiki-icon', attr: { 'aria-hidden': 'true' } }), icon);
    card.createSpan({ cls: 'living-wiki-card-title', text: words.templates[id].title });
    card.createSpan({ cls: 'living-wiki-muted living-wiki-card-what', text: words.templates[id].what });
    card.addEventListener('click', () => controller.openModal(new SetUpModal(controller, { template: id })));
  }
  button(el, { text: words.first.adopt, key: 'adopt' }, () =>
    controller.openModal(new SetUpModal(controller, { adopt: true })),
  );
  el.createEl('p', { cls: 'living-wiki-muted', text: words.first.adoptWhat });
}
