import { type Component } from 'obsidian';

/** Calls `changed` when an element is wider or narrower than it was, also when only a sidebar opened or closed. */
export function followWidth(component: Component, element: HTMLElement, changed: () => void): void {
  let width = element.clientWidth;
  const observer = new ResizeObserver(() => {
    if (Math.abs(element.clientWidth - width) < 8) return;
    width = element.clientWidth;
    element.win.requestAnimationFrame(changed);
  });
  observer.observe(element);
  component.register(() => observer.disconnect());
}
