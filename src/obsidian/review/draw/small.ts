/** A small heading above a list. */
export function label(parent: HTMLElement, text: string, count?: number): HTMLElement {
  const el = parent.createEl('h3', { cls: 'living-wiki-label', text });
  if (count !== undefined) el.createSpan({ text: ` ${count}` });
  return el;
}

/** Longest time without a frame. Milliseconds. */
const SLICE = 8;

/** Runs steps in slices that leave time to draw frames. Ends early when the signal aborts. */
export async function runInSlices(
  win: Window,
  steps: Iterable<() => void>,
  yieldToHost: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let began = win.performance.now();
  for (const step of steps) {
    if (signal.aborted) return;
    step();
    if (win.performance.now() - began < SLICE) continue;
    await yieldToHost();
    began = win.performance.now();
  }
}
