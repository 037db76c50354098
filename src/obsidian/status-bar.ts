import { setTooltip, type Plugin } from 'obsidian';
import { switchLens } from './actions';
import { runSafely } from './commands';
import { type ControllerEvent, type PluginController } from './controller';
import { app } from './locale';
import { iconSpan, showLensTitle } from './panels';

const words = app.status;

/** New sources, the running job, findings and the lens, where the app has a status bar; the home view shows the same. */
export function addStatusBar(plugin: Plugin, controller: PluginController): void {
  const item = (
    tip: string,
    events: readonly ControllerEvent[],
    draw: (el: HTMLElement) => boolean,
    work: () => unknown,
  ): void => {
    const el = plugin.addStatusBarItem();
    el.addClass('mod-clickable', 'living-wiki-status');
    el.setAttrs({ role: 'button', tabindex: '0' });
    setTooltip(el, tip, { placement: 'top' });
    plugin.registerDomEvent(el, 'click', () => runSafely(controller, work));
    plugin.registerDomEvent(el, 'keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      runSafely(controller, work);
    });
    const redraw = (): void => {
      el.empty();
      el.toggle(draw(el));
    };
    for (const event of ['state', ...events] as const) plugin.register(controller.on(event, redraw));
    redraw();
  };
  const home = (): Promise<void> => controller.navigator.openHome();
  item(words.jobTip, ['job'], (el) => drawJob(el, controller), home);
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
    (el) => drawLens(el, controller),
    () => switchLens(controller),
  );
}

function drawJob(el: HTMLElement, { job }: PluginController): boolean {
  if (job === null) return false;
  const { done = 0, total = 0 } = job.progress ?? {};
  el.setText(words.job(job.title, total === 0 ? null : Math.floor((100 * done) / total)));
  return true;
}

function drawSources(el: HTMLElement, { newSources }: PluginController): boolean {
  el.setText(words.sources(newSources.length));
  return newSources.length > 0;
}

function drawLint(el: HTMLElement, { lint }: PluginController): boolean {
  if (lint === null) return false;
  const { error, warn } = lint.counts;
  const found = words.lint(lint.counts);
  el.setAttr('aria-label', found);
  if (error > 0) el.createSpan({ cls: 'living-wiki-error', text: String(error) });
  if (warn > 0) el.createSpan({ cls: 'living-wiki-warn', text: String(warn) });
  el.createSpan({ text: error + warn === 0 ? found : words.lintName });
  return true;
}

function drawLens(el: HTMLElement, controller: PluginController): boolean {
  if (controller.state.kind !== 'ready') return false;
  iconSpan(el, 'glasses');
  const title = el.createSpan();
  showLensTitle(controller, (text) => title.setText(text));
  return true;
}
