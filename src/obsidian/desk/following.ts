import type { ObsidianVault } from '../vault';
import type { Companion } from './opening';
import { createDebouncer } from './soon';
import type { Desk } from './types';

/** How long the vault must be quiet before changed files are read. Milliseconds. */
const READ_AFTER = 300;
/** How long after a wiki was opened its pages are kept for the next start: the app may be closed without a word. Milliseconds. */
const KEEP_AFTER = 5_000;

/** Stand among the changed paths for: look at the lenses again; look for wikis again. No path holds these characters. */
const MANIFEST = '\0lenses';
const ANEW = '\0anew';

/** To be called when something else is known: the lenses; the pages or sources. */
interface Heard {
  lenses(): void;
  pages(): void;
}

/** Keeps the picture of the wiki true to what others do to its files. */
export class Following implements Companion {
  readonly #desk: Desk;
  readonly #vault: ObsidianVault;
  readonly #heard: Heard;
  readonly #changed = new Set<string>();
  readonly #read = createDebouncer(READ_AFTER, () => this.#readChanged());
  readonly #keep = createDebouncer(KEEP_AFTER, () => this.#keepNow());
  #stopWatching: (() => void) | null = null;

  constructor(desk: Desk, vault: ObsidianVault, heard: Heard) {
    this.#desk = desk;
    this.#vault = vault;
    this.#heard = heard;
  }

  /** What changes while the wiki is read is read again. */
  begin(): void {
    this.#stopWatching = this.#vault.watchOthers((event) => {
      this.#note(event.path, event.kind === 'removed');
      if (event.kind === 'renamed') this.#note(event.from, true);
    });
  }

  /** What was read is kept for the next start. */
  ready(): void {
    this.#keep.soon();
  }

  /** Reads everything again that is not as it was. */
  async everything(): Promise<void> {
    this.#changed.add('');
    await this.#readChanged();
  }

  async stop(): Promise<void> {
    this.#stopWatching?.();
    this.#stopWatching = null;
    await Promise.all([this.#read.stop(), this.#keep.stop()]);
    this.#changed.clear();
  }

  /** Takes note of a file that somebody else changed. */
  #note(path: string, isGone: boolean): void {
    const desk = this.#desk;
    const changed = this.#changed;
    const isManifest = path === 'KNOWLEDGE.md' || path.endsWith('/KNOWLEDGE.md');
    if (isManifest) changed.add(MANIFEST);
    const isOurs = isManifest && path === desk.inVault('KNOWLEDGE.md');
    // A wiki came, or went.
    if (isManifest && (desk.state.kind !== 'ready' || (isOurs && isGone))) changed.add(ANEW);
    const inside = desk.inWiki(path);
    if (inside !== null) changed.add(inside);
    if (changed.size > 0) this.#read.soon();
  }

  async #readChanged(): Promise<void> {
    const desk = this.#desk;
    const { state } = desk;
    const paths = [...this.#changed];
    this.#changed.clear();
    if (paths.includes(ANEW)) {
      // Not waited for: opening anew waits for this.
      void desk.start();
      return;
    }
    if (state.kind !== 'ready' || paths.length === 0) return;
    const { workbench } = state;
    try {
      if (paths.includes(MANIFEST)) workbench.refreshLenses();
      await workbench.refresh(
        paths.filter((path) => path !== MANIFEST),
        desk.quietly(),
      );
      if (paths.includes(MANIFEST)) this.#heard.lenses();
      this.#heard.pages();
    } catch (error) {
      desk.show(error);
    }
  }

  async #keepNow(): Promise<void> {
    const { state } = this.#desk;
    if (state.kind !== 'ready') return;
    try {
      await state.workbench.save(this.#desk.quietly());
    } catch (error) {
      this.#desk.show(error);
    }
  }
}
