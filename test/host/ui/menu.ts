import { Component } from '../component';
import { current } from '../current';
import { strict } from '../strict';
import { setIcon } from './icons';
import { Scope } from './keymap';

/** d.ts `MenuItem`. */
export class MenuItem {
  hostTitle: string | DocumentFragment = '';
  hostIcon: string | null = null;
  hostChecked: boolean | null = null;
  hostDisabled = false;
  hostWarning = false;
  hostLabel = false;
  hostSection = '';
  hostClick: ((evt: MouseEvent | KeyboardEvent) => unknown) | null = null;

  setTitle(title: string | DocumentFragment): this {
    this.hostTitle = title;
    return this;
  }

  setIcon(icon: string | null): this {
    this.hostIcon = icon;
    return this;
  }

  setChecked(checked: boolean | null): this {
    this.hostChecked = checked;
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.hostDisabled = disabled;
    return this;
  }

  setWarning(isWarning: boolean): this {
    this.hostWarning = isWarning;
    return this;
  }

  setIsLabel(isLabel: boolean): this {
    this.hostLabel = isLabel;
    return this;
  }

  onClick(callback: (evt: MouseEvent | KeyboardEvent) => unknown): this {
    this.hostClick = callback;
    return this;
  }

  setSection(section: string): this {
    this.hostSection = section;
    return this;
  }

  hostText(): string {
    return typeof this.hostTitle === 'string' ? this.hostTitle : this.hostTitle.textContent;
  }
}

export class MenuSeparator {}
strict(MenuItem, MenuSeparator);

/** d.ts `Menu`; https://docs.obsidian.md/Plugins/User+interface/Context+menus. Drawn in the page, never a native one. */
export class Menu extends Component {
  readonly hostItems: (MenuItem | MenuSeparator)[] = [];
  #hostEl: HTMLElement | null = null;
  #hostScope: Scope | null = null;
  readonly #hostOnHide: (() => unknown)[] = [];
  #hostChosen = -1;
  #hostBefore: Element | null = null;

  setNoIcon(): this {
    return this;
  }

  setUseNativeMenu(_useNativeMenu: boolean): this {
    return this;
  }

  /** d.ts: "Only works when menu is not shown yet." */
  addItem(cb: (item: MenuItem) => unknown): this {
    const item = new MenuItem();
    cb(item);
    this.hostItems.push(item);
    return this;
  }

  addSeparator(): this {
    this.hostItems.push(new MenuSeparator());
    return this;
  }

  setParentElement(_el: HTMLElement): this {
    return this;
  }

  showAtMouseEvent(evt: MouseEvent): this {
    return this.showAtPosition({ x: evt.clientX, y: evt.clientY }, (evt.view ?? window).document);
  }

  showAtPosition(position: { x: number; y: number }, doc: Document = activeDocument): this {
    const el = doc.body.createDiv({ cls: 'menu', attr: { role: 'menu' } });
    this.#hostEl = el;
    this.#hostBefore = doc.activeElement;
    const list = el.createDiv({ cls: 'menu-scroll', attr: { role: 'presentation' } });
    let section: string | null = null;
    for (const item of this.hostItems) {
      if (item instanceof MenuItem) {
        if (section !== null && item.hostSection !== section)
          list.createDiv({ cls: 'menu-separator', attr: { role: 'separator' } });
        section = item.hostSection;
        this.#hostDrawItem(list, item);
      } else list.createDiv({ cls: 'menu-separator', attr: { role: 'separator' } });
    }
    const { width, height } = el.getBoundingClientRect();
    const { innerWidth, innerHeight } = doc.defaultView ?? window;
    el.setCssStyles({
      left: `${String(Math.max(0, Math.min(position.x, innerWidth - width)))}px`,
      top: `${String(Math.max(0, Math.min(position.y, innerHeight - height)))}px`,
    });
    this.#hostListen(doc);
    void this.load();
    return this;
  }

  hide(): this {
    if (this.#hostEl === null) return this;
    this.#hostEl.remove();
    this.#hostEl = null;
    if (this.#hostScope !== null) current().app.keymap.popScope(this.#hostScope);
    (this.#hostBefore as HTMLElement | null)?.focus();
    this.unload();
    for (const callback of this.#hostOnHide) callback();
    return this;
  }

  close(): void {
    this.hide();
  }

  onHide(callback: () => unknown): void {
    this.#hostOnHide.push(callback);
  }

  /** d.ts: a menu that several listeners of one event add to. */
  static forEvent(evt: MouseEvent): Menu {
    const known = menus.get(evt);
    if (known !== undefined) return known;
    const menu = new Menu();
    menus.set(evt, menu);
    // Guess: shown once every listener has had its turn.
    setTimeout(() => menu.showAtMouseEvent(evt), 0);
    return menu;
  }

  #hostDrawItem(list: HTMLElement, item: MenuItem): void {
    if (item.hostLabel) {
      list.createDiv({ cls: ['menu-item', 'is-label'], attr: { role: 'presentation' } }).createDiv({
        cls: 'menu-item-title',
        text: item.hostTitle,
      });
      return;
    }
    const isCheck = item.hostChecked !== null;
    const el = list.createDiv({
      cls: 'menu-item tappable',
      attr: { role: isCheck ? 'menuitemcheckbox' : 'menuitem', tabindex: '-1' },
    });
    if (isCheck) el.setAttr('aria-checked', item.hostChecked === true);
    if (item.hostDisabled) el.setAttr('aria-disabled', true);
    el.toggleClass('is-disabled', item.hostDisabled);
    el.toggleClass('is-warning', item.hostWarning);
    if (item.hostIcon !== null) setIcon(el.createDiv('menu-item-icon'), item.hostIcon);
    el.createDiv({ cls: 'menu-item-title', text: item.hostTitle });
    if (item.hostChecked === true) setIcon(el.createDiv('menu-item-icon mod-checked'), 'check');
    el.addEventListener('click', (evt) => this.#hostChoose(item, evt));
  }

  #hostChoose(item: MenuItem, evt: MouseEvent | KeyboardEvent): void {
    if (item.hostDisabled) return;
    this.hide();
    item.hostClick?.(evt);
  }

  #hostListen(doc: Document): void {
    const away = (evt: Event): void => {
      if (this.#hostEl?.contains(evt.target as Node) !== true) this.hide();
    };
    // The click that opened it is not one beside it.
    setTimeout(() => doc.addEventListener('mousedown', away), 0);
    this.register(() => doc.removeEventListener('mousedown', away));
    const scope = new Scope();
    this.#hostScope = scope;
    const items = this.hostItems.filter((item) => item instanceof MenuItem && !item.hostLabel) as MenuItem[];
    const els = this.#hostEl?.findAll('[role^=menuitem]') ?? [];
    const move = (by: number): false => {
      this.#hostChosen = (this.#hostChosen + by + els.length) % Math.max(1, els.length);
      for (const [at, el] of els.entries()) el.toggleClass('selected', at === this.#hostChosen);
      els[this.#hostChosen]?.focus();
      return false;
    };
    scope.register([], 'ArrowDown', () => move(1));
    scope.register([], 'ArrowUp', () => move(this.#hostChosen < 0 ? 0 : -1));
    scope.register([], 'Escape', () => {
      this.hide();
      return false;
    });
    scope.register([], 'Enter', (evt) => {
      const item = items[this.#hostChosen];
      if (item !== undefined) this.#hostChoose(item, evt);
      return false;
    });
    current().app.keymap.pushScope(scope);
    this.#hostEl?.setAttr('tabindex', '-1');
    this.#hostEl?.focus();
  }
}

const menus = new WeakMap<MouseEvent, Menu>();
