/** A small heading above a list. */
export function label(parent: HTMLElement, text: string, count?: number): HTMLElement {
  const el = parent.createEl('h3', { cls: 'living-wiki-label', text });
  if (count !== undefined) el.createSpan({ text: ` ${count}` });
  return el;
}
