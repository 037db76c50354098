import { maintain, search, switchLens, undoLastIngest } from '../actions';
import type { Desk } from '../desk';
import { app, home as words } from '../locale';
import { showLensTitle } from '../panels';
import { act, button, heading, link } from './parts';
import { WikiSwitcher } from './wiki-switcher';

/** The wiki's name and size, and where there are several, another one. */
export function drawHead(el: HTMLElement, desk: Desk): void {
  el.empty();
  if (desk.state.kind !== 'ready') return;
  const { snapshot } = desk.state.workbench;
  el.createEl('h2', { cls: 'living-wiki-title', text: snapshot.manifest.title });
  const facts = [words.head.pages(snapshot.pages.size), words.head.sources(snapshot.sources.size)];
  el.createEl('p', { cls: 'living-wiki-muted', text: facts.join(' · ') });
  if (desk.roots.length < 2) return;
  button(el, { text: words.head.switchWiki, key: 'switch' }, () => new WikiSwitcher(desk).open());
}

/** The ways to everything else. */
export function drawLinks(el: HTMLElement, desk: Desk): void {
  el.empty();
  heading(el, words.links.title);
  const { lint } = desk;
  const text = lint === null ? words.links.lintUnknown : words.links.lint(lint.counts.error, lint.counts.warn);
  link(
    el,
    { icon: 'list-checks', text, key: 'lint' },
    act(desk, () => desk.ways.openLint()),
  );
  const lens = link(
    el,
    { icon: 'glasses', text: words.links.lens(''), key: 'lens' },
    act(desk, () => switchLens(desk)),
  );
  showLensTitle(desk, (title) => lens.setText(words.links.lens(title)));
  link(
    el,
    { icon: 'layers', text: words.links.lensView, key: 'pages' },
    act(desk, () => desk.ways.openLensView()),
  );
  link(
    el,
    { icon: 'search', text: words.links.search, key: 'search' },
    act(desk, () => search(desk)),
  );
  link(
    el,
    { icon: 'history', text: words.links.history, key: 'history' },
    act(desk, () => desk.ways.openHistory()),
  );
  link(
    el,
    { icon: 'undo-2', text: words.links.undo, key: 'undo' },
    act(desk, () => undoLastIngest(desk)),
  );
  link(
    el,
    { icon: 'wrench', text: app.commands.maintain, key: 'maintain' },
    act(desk, () => maintain(desk)),
  );
}
