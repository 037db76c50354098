/** The heading of a section, with a count unless it is zero. */
export function drawHeading(parent: HTMLElement, text: string, count = 0): void {
  const el = parent.createEl('h3', { cls: 'living-wiki-heading', text });
  if (count > 0) el.createSpan({ cls: 'living-wiki-count', text: String(count) });
}
