import { type IconName } from 'obsidian';
import { maintain, openSearch, switchLens, undoLastIngest } from '../actions';
import { type WikiController } from '../controller';
import { app, home as words } from '../locale';
import { addButton, iconSpan, showLensTitle } from '../ui';
import { drawHeading } from './heading';
import { WikiSwitcher } from './wiki-switcher';

/** The wiki's name and size, and a button to switch if the vault has several wikis. */
export function drawHead(el: HTMLElement, controller: WikiController): void {
  el.empty();
  if (controller.state.kind !== 'ready') return;
  const { snapshot } = controller.state.workbench;
  el.createEl('h2', { cls: 'living-wiki-title', text: snapshot.manifest.title });
  const facts = [words.head.pages(snapshot.pages.size), words.head.sources(snapshot.sources.size)];
  el.createEl('p', { cls: 'living-wiki-muted', text: facts.join(' · ') });
  if (controller.roots.length < 2) return;
  addButton(el, { text: words.head.switchWiki, key: 'switch' }, () =>
    controller.openModal(new WikiSwitcher(controller)),
  );
}

/** Links to the other views and actions. */
export function drawLinks(el: HTMLElement, controller: WikiController): void {
  el.empty();
  drawHeading(el, words.links.title);
  const { lint, navigator } = controller;
  const problems = lint === null ? words.links.lintUnknown : words.links.lint(app.status.lint(lint.counts));
  const links: readonly (readonly [icon: IconName, text: string, key: string, open: () => unknown])[] = [
    ['list-checks', problems, 'lint', () => navigator.openLint()],
    ['glasses', words.links.lens(''), 'lens', () => switchLens(controller)],
    ['layers', words.links.lensView, 'pages', () => navigator.openLensView()],
    ['search', words.links.search, 'search', () => openSearch(controller)],
    ['message-circle', app.commands.ask, 'ask', () => navigator.openChat()],
    ['history', words.links.history, 'history', () => navigator.openHistory()],
    ['undo-2', words.links.undo, 'undo', () => undoLastIngest(controller)],
    ['wrench', app.commands.maintain, 'maintain', () => maintain(controller)],
  ];
  for (const [icon, text, key, open] of links) {
    const button = addButton(el, { cls: 'living-wiki-way clickable-icon', key }, () => controller.attempt(open));
    iconSpan(button, icon);
    const label = button.createSpan({ text });
    if (key === 'lens') showLensTitle(controller, (title) => label.setText(words.links.lens(title)));
  }
}
