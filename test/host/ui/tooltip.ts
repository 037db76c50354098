export interface TooltipOptions {
  readonly placement?: 'bottom' | 'right' | 'left' | 'top';
  readonly classes?: readonly string[];
  readonly gap?: number;
  readonly delay?: number;
}

/** d.ts `setTooltip`. Guess: the text becomes the element's `aria-label`, which the app shows while the mouse is over it. */
export function setTooltip(el: HTMLElement, tooltip: string, options: TooltipOptions = {}): void {
  if (tooltip === '') el.removeAttribute('aria-label');
  else el.setAttribute('aria-label', tooltip);
  if (options.placement !== undefined) el.dataset.tooltipPosition = options.placement;
}

/** d.ts `displayTooltip`: shown at once. Guess: until the element is left. */
export function displayTooltip(
  newTargetEl: HTMLElement,
  content: string | DocumentFragment,
  options: TooltipOptions = {},
): void {
  const { body } = newTargetEl.ownerDocument;
  body.querySelector('.tooltip')?.remove();
  const el = body.createDiv({ cls: ['tooltip', ...(options.classes ?? [])], text: content });
  const { left, bottom } = newTargetEl.getBoundingClientRect();
  el.setCssStyles({ left: `${String(left)}px`, top: `${String(bottom + 4)}px` });
  newTargetEl.addEventListener('mouseleave', () => el.remove(), { once: true });
}
