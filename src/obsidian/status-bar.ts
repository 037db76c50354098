import { setTooltip, type Plugin } from 'obsidian';
import { type ControllerEvent, type WikiController } from './controller';
import { app } from './locale';
import { iconSpan, showLensTitle } from './ui';

const words = app.status;

/** Shows the running job, new sources, problems and the lens in the status bar. */
export function addStatusBar(plugin: Plugin, controller: WikiController): void {
  const item = (
    tip: string,
    events: readonly ControllerEvent[],
    draw: (el: HTMLElement, onText: () => void) => boolean,
    work: () => unknown,
  ): void => {
    const el = plugin.addStatusBarItem();
    el.addClass('mod-clickable', 'living-wiki-status');
    el.setAttrs({ role: 'button', tabindex: '0' });
    plugin.registerDomEvent(el, 'click', () => controller.attempt(work));
    plugin.registerDomEvent(el, 'keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      controller.attempt(work);
    });
    // Screen readers read the tooltip in place of the text, so it begins with it.
    const name = (): void => setTooltip(el, `${el.textContent}. ${tip}`, { placement: 'top' });
    const redraw = (): void => {
      el.empty();
      el.toggle(draw(el, name));
      name();
    };
    for (const event of ['state', ...events] as const) plugin.register(controller.on(event, redraw));
    redraw();
  };
  const home = (): Promise<void> => controller.navigator.openHome();
  item(words.jobTip, ['job'], (el) => drawJob(el, controller), home);
  item(words.jobTip, ['sources'], (el) => drawIndexing(el, controller), home);
  item(words.sourcesTip, ['proposals'], (el) => drawSources(el, controller), home);
  item(
    words.lintTip,
    ['lint'],
    (el) => drawLint(el, controller),
    () => controller.navigator.openLint(),
  );
  item(
    words.lensTip,
    ['lens', 'wiki'],
    (el, onText) => drawLens(el, controller, onText),
    async () => {
      const { switchLens } = await import('./actions');
      switchLens(controller);
    },
  );
}

function drawJob(el: HTMLElement, { job }: WikiController): boolean {
  if (job === null) return false;
  el.setText(words.job(job.title, job.fraction === null ? null : Math.floor(100 * job.fraction)));
  return true;
}

function drawIndexing(el: HTMLElement, { sourceIndex: { progress } }: WikiController): boolean {
  if (progress === null) return false;
  el.setText(words.indexing(Math.floor((100 * progress.done) / Math.max(1, progress.total))));
  return true;
}

function drawSources(el: HTMLElement, { newSources }: WikiController): boolean {
  el.setText(words.sources(newSources.length));
  return newSources.length > 0;
}

function drawLint(el: HTMLElement, { lint }: WikiController): boolean {
  if (lint === null) return false;
  const { error, warn } = lint.counts;
  // One box, since a row of boxes drops the space after the comma.
  const found = el.createSpan();
  if (error > 0) found.createSpan({ cls: 'living-wiki-error', text: words.errors(error) });
  if (error > 0 && warn > 0) found.appendText(', ');
  if (warn > 0) found.createSpan({ cls: 'living-wiki-warn', text: words.warnings(warn) });
  if (error + warn === 0) found.setText(words.lint(lint.counts));
  return true;
}

function drawLens(el: HTMLElement, controller: WikiController, onText: () => void): boolean {
  if (controller.state.kind !== 'ready') return false;
  iconSpan(el, 'glasses');
  const title = el.createSpan();
  showLensTitle(controller, (text) => {
    title.setText(text);
    onText();
  });
  return true;
}
