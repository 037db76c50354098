import { addScreenReaderText } from '../../ui';

export { addScreenReaderText };

/** A button with words on it, in the look of the app. */
export function button(parent: HTMLElement, text: string, cls: string, press: () => void): HTMLButtonElement {
  const el = parent.createEl('button', { cls: `living-wiki-button ${cls}`, text, attr: { type: 'button' } });
  el.addEventListener('click', (event) => {
    event.stopPropagation();
    press();
  });
  return el;
}

/** A small heading over a list. */
export function label(parent: HTMLElement, text: string, count?: number): HTMLElement {
  const el = parent.createEl('h3', { cls: 'living-wiki-label', text });
  if (count !== undefined) el.createSpan({ text: ` ${count}` });
  return el;
}

const SLICE = 8;

/** Does work in slices that leave the screen its frames. Ends early once the signal aborts. */
export async function runInSlices(
  win: Window,
  steps: Iterable<() => void>,
  breathe: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let began = win.performance.now();
  for (const step of steps) {
    if (signal.aborted) return;
    step();
    if (win.performance.now() - began < SLICE) continue;
    await breathe();
    began = win.performance.now();
  }
}
