/** `NodeFilter.SHOW_TEXT`, which belongs to a window and not to the one that is drawn in. */
export const SHOW_TEXT = 4;

/** A small heading above a list. */
export function label(parent: HTMLElement, text: string, count?: number, level: 'h2' | 'h3' = 'h3'): HTMLElement {
  const el = parent.createEl(level, { cls: 'living-wiki-label', text });
  if (count !== undefined) el.createSpan({ text: ` ${count}` });
  return el;
}
