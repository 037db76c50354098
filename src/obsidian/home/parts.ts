import { setIcon, type IconName } from 'obsidian';
import { type WikiController } from '../controller';

/** Runs what a click asks for; an error is shown. */
export function safely(controller: WikiController, work: () => unknown): () => void {
  return () => {
    void (async () => {
      try {
        await work();
      } catch (error) {
        controller.showError(error);
      }
    })();
  };
}

export interface ButtonLook {
  readonly text: string;
  /** Tells it from others of its section, so that it keeps the focus when the section is drawn anew. */
  readonly key: string;
  readonly label?: string;
  readonly isMain?: boolean;
  readonly disabled?: boolean;
}

export function button(
  parent: HTMLElement,
  { text, key, label, isMain, disabled }: ButtonLook,
  onClick: () => void,
): void {
  const el = parent.createEl('button', { text, attr: { 'data-key': key, ...(label && { 'aria-label': label }) } });
  if (isMain === true) el.addClass('mod-cta');
  el.disabled = disabled === true;
  el.addEventListener('click', onClick);
}

/** A line that leads somewhere. @returns where its words are */
export function link(
  parent: HTMLElement,
  { icon, text, key }: { readonly icon: IconName; readonly text: string; readonly key: string },
  onClick: () => void,
): HTMLElement {
  const el = parent.createEl('button', { cls: 'living-wiki-way clickable-icon', attr: { 'data-key': key } });
  setIcon(el.createSpan({ cls: 'living-wiki-icon', attr: { 'aria-hidden': 'true' } }), icon);
  const words = el.createSpan({ text });
  el.addEventListener('click', onClick);
  return words;
}

export function heading(parent: HTMLElement, text: string, count?: number): HTMLElement {
  const el = parent.createEl('h3', { cls: 'living-wiki-heading', text });
  if (count !== undefined && count > 0) el.createSpan({ cls: 'living-wiki-count', text: String(count) });
  return el;
}
