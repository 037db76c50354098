import { type IconName } from 'obsidian';
import { isExample, removeExample } from '../actions/example';
import { maintain, openSearch, switchLens, undoLastIngest } from '../actions';
import { type WikiController } from '../controller';
import { app, home as words, memory, pictures } from '../locale';
import { addButton, FOCUS_KEY, iconSpan, showLensTitle } from '../ui';
import { drawHeading } from './heading';
import { WikiSwitcher } from './wiki-switcher';

/** The wiki's name and size, and a button to switch if the vault has several wikis. */
export function drawHead(el: HTMLElement, controller: WikiController): void {
  el.empty();
  if (controller.state.kind !== 'ready') return;
  const { snapshot } = controller.state.workbench;
  const attr = { tabindex: -1, [FOCUS_KEY]: 'title' };
  el.createEl('h2', { cls: 'living-wiki-title', text: snapshot.manifest.title, attr });
  const facts = [words.head.pages(snapshot.pages.size), words.head.sources(snapshot.sources.size)];
  el.createEl('p', { cls: 'living-wiki-muted', text: facts.join(' · ') });
  if (isExample(controller)) {
    const note = el.createEl('p', { cls: 'living-wiki-example', text: `${words.example.is} ` });
    addButton(note, { text: words.example.remove, cls: 'living-wiki-small-button', key: 'remove-example' }, () =>
      controller.attempt(() => removeExample(controller)),
    );
  }
  if (controller.roots.length < 2) return;
  addButton(el, { text: words.head.switchWiki, key: 'switch' }, () =>
    controller.openModal(new WikiSwitcher(controller)),
  );
}

/** The key of the link that names the lens. */
const LENS = 'lens';

type Link = readonly [icon: IconName, text: string, key: string, run: () => unknown];

/** Opens the other views. */
export function drawViews(el: HTMLElement, controller: WikiController): void {
  const { lint, navigator } = controller;
  const problems = lint === null ? words.links.lintUnknown : words.links.lint(app.status.lint(lint.counts));
  drawLinks(el, controller, words.links.views, [
    ['search', words.links.search, 'search', () => openSearch(controller)],
    ['message-circle', app.commands.ask, 'ask', () => navigator.openChat()],
    ['list-checks', problems, 'lint', () => navigator.openLint()],
    ['glasses', words.links.lensView, 'pages', () => navigator.openLensView()],
    ['layout-grid', pictures.coverage.title, 'grid', () => navigator.openPicture('coverage')],
    ['equal-not', pictures.contradictions.title, 'contradictions', () => navigator.openPicture('contradictions')],
    ['milestone', pictures.timeline.title, 'timeline', () => navigator.openPicture('timeline')],
    ['coins', pictures.usage.title, 'usage', () => navigator.openPicture('usage')],
    ['list-todo', words.links.jobs, 'jobs', () => navigator.openJobs()],
    ['brain', memory.title, 'memory', () => navigator.openMemory()],
    ['history', words.links.history, 'history', () => navigator.openHistory()],
  ]);
}

/** Runs what needs no view of its own. */
export function drawActions(el: HTMLElement, controller: WikiController): void {
  drawLinks(el, controller, words.links.actions, [
    ['glasses', words.links.lens('…'), LENS, () => switchLens(controller)],
    ['wrench', app.commands.maintain, 'maintain', () => maintain(controller)],
    ['undo-2', words.links.undo, 'undo', () => undoLastIngest(controller)],
  ]);
}

function drawLinks(el: HTMLElement, controller: WikiController, title: string, links: readonly Link[]): void {
  el.empty();
  drawHeading(el, title);
  for (const [icon, text, key, run] of links) {
    const button = addButton(el, { cls: 'living-wiki-way clickable-icon', key }, () => controller.attempt(run));
    iconSpan(button, icon);
    const label = button.createSpan({ text });
    if (key === LENS) showLensTitle(controller, (current) => label.setText(words.links.lens(current)));
  }
}
