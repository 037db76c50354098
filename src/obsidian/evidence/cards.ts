import { Component, Platform } from 'obsidian';
import { type EvidenceBlock, type PageEvidence } from '../../workbench';
import { evidence as words } from '../locale';
import { drawNote, drawState, type CardActions } from './draw-card';
import { Popover, type CardAnchor } from './popover';
import { type EvidenceStore } from './store';

/** A number on a page. */
export interface NoteTarget {
  /** Wiki-relative. */
  readonly page: string;
  readonly label: string;
  /** Of the page, as it is shown. */
  readonly text: string;
}

/** Shows the card of a number or a mark, whatever view it is in. */
export class EvidenceCards extends Component {
  readonly store: EvidenceStore;
  readonly #popover: Popover;

  constructor(store: EvidenceStore) {
    super();
    this.store = store;
    this.#popover = this.addChild(new Popover(store.controller.app));
  }

  get isStripShown(): boolean {
    return this.store.controller.settings.evidenceStrip;
  }

  close(): void {
    this.#popover.close();
  }

  /**
   * Opens the card of a number when the pointer rests on it, when it is tapped, and with Enter. A click goes where the app takes it.
   * @returns what ends it
   */
  listen(el: HTMLElement, target: () => NoteTarget): () => void {
    const abort = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void): void =>
      el.addEventListener(type, act, { signal: abort.signal });
    const take = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
      this.show({ el, isAsked: true }, target());
    };
    let isTouch = false;
    on('pointerdown', (event) => (isTouch = event.pointerType !== 'mouse'));
    // The app would show the footnote's text over the card.
    on('mouseover', (event) => {
      event.stopPropagation();
      if (!isTouch && !Platform.isPhone) this.hover(el, target());
    });
    on('mouseleave', () => this.leave(el));
    on('click', (event) => {
      if (isTouch || Platform.isPhone) take(event);
      else this.close();
    });
    on('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') take(event);
    });
    return () => abort.abort();
  }

  hover(el: HTMLElement, target: NoteTarget): void {
    const anchor = { el, isAsked: false };
    this.#popover.hover(anchor, (card) => this.#fill(card, target));
  }

  leave(el: HTMLElement): void {
    this.#popover.leave(el);
  }

  show(anchor: CardAnchor, target: NoteTarget): void {
    this.#popover.open(anchor, (card) => this.#fill(card, target));
  }

  /** Why a paragraph is marked. */
  showState(el: HTMLElement, block: EvidenceBlock, evidence: PageEvidence, page: string): void {
    this.#popover.open({ el, isAsked: true }, (card) =>
      drawState(
        card,
        block,
        evidence,
        this.#actions(() => this.#settle(page)),
      ),
    );
  }

  #fill(card: HTMLElement, { page, label, text }: NoteTarget): void {
    const { controller } = this.store;
    const { state } = controller;
    const looking = card.createDiv({ cls: 'living-wiki-proof-looking', text: words.looking });
    if (state.kind !== 'ready') return;
    controller.attempt(async () => {
      const note = await state.workbench.noteEvidence(page, label, text, controller.backgroundRun());
      if (!card.isConnected) return;
      looking.remove();
      if (note === null) card.createDiv({ cls: 'living-wiki-proof-looking', text: words.none });
      else {
        const { source, anchor, quote } = note;
        const open = (): void =>
          controller.attempt(() =>
            source === null ? undefined : controller.navigator.openSource(source.path, anchor, quote ?? undefined),
          );
        const ids = new Set(note.disagrees.map(({ id }) => id));
        drawNote(card, note, { ...this.#actions(() => this.#settle(page, ids)), openSource: () => this.#then(open) });
      }
      this.#popover.place();
    });
  }

  #actions(settle: () => void): CardActions {
    return { openSource: () => undefined, settle: () => this.#then(settle), close: () => this.close() };
  }

  #then(work: () => void): void {
    this.close();
    work();
  }

  /** @param ids of the contradictions; all of the page when absent */
  #settle(page: string, ids?: ReadonlySet<string>): void {
    const { controller } = this.store;
    controller.attempt(async () => {
      const { settleOnPage } = await import('../actions');
      await settleOnPage(controller, page, ids);
    });
  }
}
