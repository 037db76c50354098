import { setIcon } from './icons';
import { keymap, Scope } from './scope';

/** An entry of a menu. */
class MenuItem {
  readonly el: HTMLElement;
  readonly #icon: HTMLElement;
  readonly #title: HTMLElement;

  constructor(parent: HTMLElement, hide: () => void) {
    this.el = parent.createDiv({ cls: 'menu-item', attr: { role: 'menuitem', tabindex: -1 } });
    this.#icon = this.el.createDiv('menu-item-icon');
    this.#title = this.el.createDiv('menu-item-title');
    this.el.addEventListener('click', hide);
  }

  setTitle(title: string): this {
    this.#title.textContent = title;
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.#icon, icon);
    return this;
  }

  setChecked(isChecked: boolean): this {
    this.el.setAttrs({ role: 'menuitemcheckbox', 'aria-checked': isChecked });
    if (isChecked) setIcon(this.#icon, 'check');
    return this;
  }

  setDisabled(isDisabled: boolean): this {
    this.el.setAttr('aria-disabled', isDisabled ? true : null);
    return this;
  }

  setWarning(isWarning: boolean): this {
    this.el.toggleClass('is-warning', isWarning);
    return this;
  }

  onClick(onClick: () => unknown): this {
    this.el.addEventListener('click', () => {
      if (this.el.getAttribute('aria-disabled') === null) onClick();
    });
    return this;
  }
}

/** A menu below a button. The arrow keys move, Enter chooses, Escape closes. */
export class Menu {
  readonly #el = createDiv({ cls: 'menu', attr: { role: 'menu', tabindex: -1 } });
  readonly #items: MenuItem[] = [];
  readonly #scope = new Scope();
  readonly #closing = new AbortController();
  #before: Element | null = null;

  addItem(draw: (item: MenuItem) => unknown): this {
    const item = new MenuItem(this.#el, () => this.hide());
    draw(item);
    this.#items.push(item);
    return this;
  }

  addSeparator(): this {
    this.#el.createDiv({ cls: 'menu-separator', attr: { role: 'separator' } });
    return this;
  }

  showAtPosition({ x, y }: { readonly x: number; readonly y: number }): this {
    const { body } = window.document;
    this.#before = window.document.activeElement;
    body.append(this.#el);
    const { width, height } = this.#el.getBoundingClientRect();
    this.#el.style.insetInlineStart = `${Math.max(0, Math.min(x, window.innerWidth - width))}px`;
    this.#el.style.insetBlockStart = `${Math.max(0, Math.min(y, window.innerHeight - height))}px`;
    this.#listen();
    this.#items[0]?.el.focus();
    return this;
  }

  hide(): void {
    if (!this.#el.isConnected) return;
    this.#closing.abort();
    keymap.pop(this.#scope);
    this.#el.remove();
    if (this.#before instanceof HTMLElement) this.#before.focus();
  }

  #listen(): void {
    const { signal } = this.#closing;
    const away = (event: Event): void => {
      if (!this.#el.contains(event.target as Node)) this.hide();
    };
    window.addEventListener('pointerdown', away, { capture: true, signal });
    const handled = (act: () => void) => (): false => {
      act();
      return false;
    };
    const keys: Readonly<Record<string, () => void>> = {
      ArrowDown: () => this.#move(1),
      ArrowUp: () => this.#move(-1),
      Home: () => this.#items[0]?.el.focus(),
      End: () => this.#items.at(-1)?.el.focus(),
      Enter: () => this.#focused?.el.click(),
      ' ': () => this.#focused?.el.click(),
      Escape: () => this.hide(),
      Tab: () => this.hide(),
    };
    for (const [key, act] of Object.entries(keys)) this.#scope.register([], key, handled(act));
    keymap.push(this.#scope);
  }

  get #focused(): MenuItem | undefined {
    return this.#items.find(({ el }) => el === window.document.activeElement);
  }

  #move(by: number): void {
    const at = this.#items.findIndex((item) => item === this.#focused);
    this.#items[(at + by + this.#items.length) % this.#items.length]?.el.focus();
  }
}
