import { setTooltip, type Plugin } from 'obsidian';
import { switchLens } from './actions';
import { runSafely } from './commands';
import { type ControllerEvent, type PluginController } from './controller';
import { app } from './locale';
import { iconSpan, showLensTitle } from './panels';

const words = app.status;

/** New sources, the running job, findings and the lens, where the app has a status bar; the home view shows the same. */
export function addStatusBar(plugin: Plugin, desk: PluginController): void {
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
    plugin.registerDomEvent(el, 'click', () => runSafely(desk, work));
    plugin.registerDomEvent(el, 'keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      runSafely(desk, work);
    });
    const redraw = (): void => {
      el.empty();
      el.toggle(draw(el));
    };
    for (const event of ['state', ...events] as const) plugin.register(desk.on(event, redraw));
    redraw();
  };
  const home = (): Promise<void> => desk.navigator.openHome();
  item(words.jobTip, ['job'], (el) => drawJob(el, desk), home);
  item(words.sourcesTip, ['proposals'], (el) => drawSources(el, desk), home);
  item(
    words.lintTip,
    ['lint'],
    (el) => drawLint(el, desk),
    () => desk.navigator.openLint(),
  );
  item(
    words.lensTip,
    ['lens', 'wiki'],
    (el) => drawLens(el, desk),
    () => switchLens(desk),
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

function drawLens(el: HTMLElement, desk: PluginController): boolean {
  if (desk.state.kind !== 'ready') return false;
  iconSpan(el, 'glasses');
  const title = el.createSpan();
  showLensTitle(desk, (text) => title.setText(text));
  return true;
}
