import { Platform } from './platform';

type Handle = (event: KeyboardEvent) => unknown;

interface Binding {
  /** Sorted and joined; `null` for any. */
  readonly modifiers: string | null;
  readonly key: string | null;
  readonly handle: Handle;
}

/** Keys that mean something while a view or a dialog is on top. */
export class Scope {
  readonly #bindings: Binding[] = [];

  register(modifiers: readonly string[] | null, key: string | null, handle: Handle): void {
    this.#bindings.push({ modifiers: modifiers === null ? null : joined(modifiers), key, handle });
  }

  /** The first binding that fits takes the key; one that gives `false` has handled it. */
  take(event: KeyboardEvent): void {
    const held = heldWith(event);
    const found = this.#bindings.find(
      ({ modifiers, key }) =>
        (modifiers === null || modifiers === held) && (key === null || key.toLowerCase() === event.key.toLowerCase()),
    );
    if (found?.handle(event) !== false) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** "Mod" is the command key on a Mac and the control key elsewhere. Source: obsidian.d.ts, `Modifier`. */
function joined(modifiers: readonly string[]): string {
  const main = Platform.isMacOS ? 'Meta' : 'Ctrl';
  return [...new Set(modifiers.map((name) => (name === 'Mod' ? main : name)))].sort().join(',');
}

function heldWith({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const held = [altKey && 'Alt', ctrlKey && 'Ctrl', metaKey && 'Meta', shiftKey && 'Shift'];
  return held.filter((name) => name !== false).join(',');
}

/** Which keys count: those of the dialog or menu on top, else those of the view. */
class Keymap {
  readonly #scopes: Scope[] = [];
  #view: Scope | null = null;

  setView(scope: Scope | null): void {
    this.#view = scope;
  }

  push(scope: Scope): void {
    this.#scopes.push(scope);
  }

  pop(scope: Scope): void {
    const at = this.#scopes.lastIndexOf(scope);
    if (at >= 0) this.#scopes.splice(at, 1);
  }

  take(event: KeyboardEvent): void {
    (this.#scopes.at(-1) ?? this.#view)?.take(event);
  }
}

/** The keys of the page. */
export const keymap = new Keymap();
