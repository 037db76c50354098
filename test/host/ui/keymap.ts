import { type App } from '../app';
import { Platform } from '../platform';
import { strict } from '../strict';

interface Context {
  readonly modifiers: string | null;
  readonly key: string | null;
  readonly vkey: string;
}

interface Handler {
  readonly scope: Scope;
  readonly modifiers: string | null;
  readonly key: string | null;
  readonly func: (evt: KeyboardEvent, ctx: Context) => unknown;
}

/** d.ts: "`Mod` translates to `Meta` on macOS and `Ctrl` otherwise." */
function normalise(modifiers: readonly string[]): string {
  const names = modifiers.map((name) => (name === 'Mod' ? (Platform.isMacOS ? 'Meta' : 'Ctrl') : name));
  return [...new Set(names)].sort().join(',');
}

export function modifiersOf(evt: KeyboardEvent | MouseEvent): string {
  const held = [evt.altKey && 'Alt', evt.ctrlKey && 'Ctrl', evt.metaKey && 'Meta', evt.shiftKey && 'Shift'];
  return held.filter((name) => name !== false).join(',');
}

/** d.ts `Scope`: "scopes may define parent scopes (in the constructor) and inherit their hotkeys". */
export class Scope {
  #hostHandlers: Handler[] = [];

  readonly #hostParent: Scope | undefined;

  constructor(hostParent?: Scope) {
    this.#hostParent = hostParent;
  }

  register(
    modifiers: readonly string[] | null,
    key: string | null,
    func: (evt: KeyboardEvent, ctx: Context) => unknown,
  ): Handler {
    const handler = { scope: this, modifiers: modifiers === null ? null : normalise(modifiers), key, func };
    this.#hostHandlers.push(handler);
    return handler;
  }

  unregister(handler: Handler): void {
    this.#hostHandlers = this.#hostHandlers.filter((other) => other !== handler);
  }

  /**
   * Guess: the first handler that fits takes the key, the first registered first; the parent is asked when none does.
   * @returns whether a handler took it
   */
  hostHandle(evt: KeyboardEvent): boolean {
    const held = modifiersOf(evt);
    for (const { modifiers, key, func } of this.#hostHandlers) {
      if (modifiers !== null && modifiers !== held) continue;
      if (key !== null && key.toLowerCase() !== evt.key.toLowerCase()) continue;
      const result = func(evt, { modifiers: held, key: evt.key, vkey: evt.key });
      // d.ts `KeymapEventListener`: "Return `false` to automatically preventDefault".
      if (result === false) {
        evt.preventDefault();
        evt.stopPropagation();
      }
      return true;
    }
    return this.#hostParent?.hostHandle(evt) ?? false;
  }
}
strict(Scope);

/** d.ts `Keymap`. */
export class Keymap {
  #hostScopes: Scope[] = [];

  readonly #hostApp: App;

  constructor(hostApp: App) {
    this.#hostApp = hostApp;
  }

  pushScope(scope: Scope): void {
    this.#hostScopes.push(scope);
  }

  popScope(scope: Scope): void {
    const at = this.#hostScopes.lastIndexOf(scope);
    if (at >= 0) this.#hostScopes.splice(at, 1);
  }

  static isModifier(evt: MouseEvent | KeyboardEvent, modifier: string): boolean {
    return modifiersOf(evt)
      .split(',')
      .includes(normalise([modifier]));
  }

  /** d.ts: 'tab' for Mod or a middle click, 'split' with Alt too, 'window' with Shift too. */
  static isModEvent(evt?: MouseEvent | KeyboardEvent | null): 'tab' | 'split' | 'window' | boolean {
    if (evt === undefined || evt === null) return false;
    if ('button' in evt && evt.button === 1) return 'tab';
    if (!Keymap.isModifier(evt, 'Mod')) return false;
    if (!evt.altKey) return 'tab';
    return evt.shiftKey ? 'window' : 'split';
  }

  /** A key goes to the scope on top; with none, to the active view's, which need not lead to the app's; then to the app's. */
  hostKeyDown(evt: KeyboardEvent): void {
    this.#hostApp.lastEvent = evt;
    const top = this.#hostScopes.at(-1);
    if (top !== undefined) {
      top.hostHandle(evt);
      return;
    }
    const { scope: viewScope } = this.#hostApp.workspace.activeLeaf?.view ?? { scope: null };
    if (viewScope?.hostHandle(evt) === true) return;
    this.#hostApp.scope.hostHandle(evt);
  }
}
strict(Keymap);
