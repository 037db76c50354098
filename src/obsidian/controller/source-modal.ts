import { Modal, type App } from 'obsidian';
import { type Anchor, type SourceView } from '../../workbench';
import { app as locale } from '../locale';

const words = locale.source;

/** How many passages are shown before and after the quote. */
const CONTEXT_PASSAGES = 40;

/** The text that was extracted from a source which Obsidian cannot display, with a quote highlighted. */
export class SourceModal extends Modal {
  readonly #source: SourceView;
  readonly #anchor: Anchor;
  readonly #openFile: (() => void) | null;

  /** @param openFile opens the original file; `null` where it cannot be opened */
  constructor(app: App, source: SourceView, anchor: Anchor, openFile: (() => void) | null) {
    super(app);
    this.#source = source;
    this.#anchor = anchor;
    this.#openFile = openFile;
  }

  override onOpen(): void {
    const { path, passages, place } = this.#source;
    this.modalEl.addClass('living-wiki-source');
    this.setTitle(path);
    const note = place === null ? words.notFound : words.asText;
    this.contentEl.createEl('p', { cls: 'living-wiki-muted', text: note });
    const box = this.contentEl.createDiv({
      cls: 'living-wiki-source-text',
      attr: { tabindex: 0, role: 'region', 'aria-label': words.textOf(path), dir: 'auto' },
    });
    const at = place?.passage ?? nearestPassage(this.#source, this.#anchor);
    const [from, to] = [Math.max(0, at - CONTEXT_PASSAGES), Math.min(passages.length, at + CONTEXT_PASSAGES + 1)];
    if (from > 0) box.createDiv({ cls: 'living-wiki-muted', text: words.more });
    for (let index = from; index < to; index += 1) this.#drawPassage(box, index, index === at);
    if (to < passages.length) box.createDiv({ cls: 'living-wiki-muted', text: words.more });
    this.#drawOpen();
    box.focus({ preventScroll: true });
    box.querySelector('.is-place, mark')?.scrollIntoView({ block: 'center' });
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  #drawOpen(): void {
    const open = this.#openFile;
    if (open === null) return;
    const row = this.contentEl.createDiv({ cls: 'modal-button-container' });
    const button = row.createEl('button', { text: words.openFile, attr: { type: 'button' } });
    button.addEventListener('click', () => {
      this.close();
      open();
    });
  }

  #drawPassage(box: HTMLElement, index: number, isPlace: boolean): void {
    const { passages, place } = this.#source;
    const passage = passages[index];
    if (!passage) return;
    const el = box.createDiv({ cls: `living-wiki-passage is-${passage.kind}` });
    const { text, anchor } = passage;
    if (place === null || index < place.passage || index > place.lastPassage) {
      el.setText(text);
      el.toggleClass('is-place', isPlace && place === null);
    } else {
      const start = index === place.passage ? place.start : 0;
      const end = index === place.lastPassage ? place.end : text.length;
      el.appendText(text.slice(0, start));
      el.createEl('mark', { text: text.slice(start, end) });
      el.appendText(text.slice(end));
    }
    const { time } = anchor;
    if (time !== undefined) el.prepend(createSpan({ cls: 'living-wiki-muted', text: `${time} ` }));
  }
}

/** The passage at an anchor, or the last one before it. */
function nearestPassage({ passages }: SourceView, { line, page, time }: Anchor): number {
  let found = 0;
  for (const [index, { anchor }] of passages.entries()) {
    const isBefore =
      (line !== undefined && anchor.line !== undefined && anchor.line <= line) ||
      (page !== undefined && anchor.page !== undefined && anchor.page <= page) ||
      (time !== undefined && anchor.time !== undefined && anchor.time <= time);
    if (isBefore) found = index;
  }
  return found;
}
