import { type IconName } from 'obsidian';
import { maintain, openSearch, switchLens, undoLastIngest } from '../actions';
import { openChat } from '../chat';
import { type WikiController } from '../controller';
import { app, home as words } from '../locale';
import { showLensTitle } from '../panels';
import { safely, button, heading, link } from './parts';
import { WikiSwitcher } from './wiki-switcher';

/** The wiki's name and size, and where there are several, another one. */
export function drawHead(el: HTMLElement, controller: WikiController): void {
  el.empty();
  if (controller.state.kind !== 'ready') return;
  const { snapshot } = controller.state.workbench;
  el.createEl('h2', { cls: 'living-wiki-title', text: snapshot.manifest.title });
  const facts = [words.head.pages(snapshot.pages.size), words.head.sources(snapshot.sources.size)];
  el.createEl('p', { cls: 'living-wiki-muted', text: facts.join(' · ') });
  if (controller.roots.length < 2) return;
  button(el, { text: words.head.switchWiki, key: 'switch' }, () => controller.openModal(new WikiSwitcher(controller)));
}

/** The ways to everything else. */
export function drawLinks(el: HTMLElement, controller: WikiController): void {
  el.empty();
  heading(el, words.links.title);
  const { lint } = controller;
  const found = lint === null ? words.links.lintUnknown : words.links.lint(app.status.lint(lint.counts));
  const ways: readonly (readonly [icon: IconName, text: string, key: string, go: () => unknown])[] = [
    ['list-checks', found, 'lint', () => controller.navigator.openLint()],
    ['glasses', words.links.lens(''), 'lens', () => switchLens(controller)],
    ['layers', words.links.lensView, 'pages', () => controller.navigator.openLensView()],
    ['search', words.links.search, 'search', () => openSearch(controller)],
    ['message-circle', app.commands.ask, 'ask', () => openChat(controller)],
    ['history', words.links.history, 'history', () => controller.navigator.openHistory()],
    ['undo-2', words.links.undo, 'undo', () => undoLastIngest(controller)],
    ['wrench', app.commands.maintain, 'maintain', () => maintain(controller)],
  ];
  for (const [icon, text, key, go] of ways) {
    const shown = link(el, { icon, text, key }, safely(controller, go));
    if (key === 'lens') showLensTitle(controller, (title) => shown.setText(words.links.lens(title)));
  }
}
