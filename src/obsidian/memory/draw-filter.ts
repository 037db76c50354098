/** Names the field, so that it keeps the focus when the view is drawn again. */
export const FILTER = 'filter';

/** A field that filters what is below it. */
export function drawFilter(parent: HTMLElement, label: string, value: string, change: (value: string) => void): void {
  const input = parent.createEl('input', {
    type: 'search',
    cls: 'living-wiki-memory-filter',
    attr: { placeholder: label, 'aria-label': label, 'data-living-wiki-focus': FILTER },
  });
  input.value = value;
  input.addEventListener('input', (event) => {
    // An unfinished word of an input method is no filter yet.
    if (!(event as InputEvent).isComposing) change(input.value);
  });
}
