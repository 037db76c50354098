import { type ReviewFile } from '../../workbench';
import { review as words } from '../locale';
import { type HunkCard } from './draw/card';
import { type ReviewContext } from './draw/context';
import { drawAccount } from './draw/account';
import { type EvidenceBox } from './draw/evidence-box';
import { type FileList } from './draw/file-list';
import { type FilePane } from './draw/file-pane';
import { KeepInView } from './keep-in-view';
import { readingOrder, undecidedAfter } from './view-model/reading';

interface CursorParts {
  readonly main: HTMLElement;
  readonly pane: FilePane;
  readonly list: FileList;
  readonly evidence: EvidenceBox;
}

/** The current file and the current hunk, on which keys act, and how to move between them. */
export class ReviewCursor {
  readonly #context: ReviewContext;
  readonly #parts: CursorParts;
  readonly #view: KeepInView;
  #path = '';
  #hunk = '';

  constructor(context: ReviewContext, parts: CursorParts) {
    this.#context = context;
    this.#parts = parts;
    this.#view = new KeepInView(parts.main);
  }

  get path(): string {
    return this.#path;
  }

  get hunk(): string {
    return this.#hunk;
  }

  get card(): HunkCard | undefined {
    return this.#parts.pane.cards.get(this.#hunk);
  }

  /** `undefined` for a generated file. */
  get file(): ReviewFile | undefined {
    return this.#context.review.files.find(({ path }) => path === this.#path);
  }

  /** @param withFocus moves the focus and announces the file */
  select(path: string, withFocus = true): void {
    const { main, pane, list, evidence } = this.#parts;
    this.#path = path;
    this.#hunk = '';
    this.#view.stop();
    list.select(path);
    evidence.clear();
    const { file } = this;
    if (file) pane.show(file);
    else pane.showGenerated(path, this.#context.preview?.generated.find((one) => one.path === path) ?? null);
    this.drawAccount();
    main.scrollTop = 0;
    const hunks = file === undefined ? [] : readingOrder(file);
    const first = hunks.find(({ decision }) => !decision) ?? hunks[0];
    if (first) this.setCurrent(first.hunk.id);
    if (!withFocus) return;
    this.#context.announce(words.announce.file(path));
    this.focus();
  }

  /** Makes a hunk of this file the current one. */
  setCurrent(id: string): void {
    if (id === this.#hunk) return;
    const { cards } = this.#parts.pane;
    cards.get(this.#hunk)?.setCurrent(false);
    this.#hunk = id;
    cards.get(id)?.setCurrent(true);
    this.drawEvidence();
  }

  /** {@link setCurrent}, with its card where it was on the screen: the evidence may leave the card above it. */
  setCurrentInPlace(id: string): void {
    const el = this.#parts.pane.cards.get(id)?.el;
    if (id === this.#hunk || !el) return;
    const before = el.getBoundingClientRect().top;
    this.setCurrent(id);
    this.#parts.main.scrollTop += el.getBoundingClientRect().top - before;
  }

  /** Draws the account of a page that is shown as a page. Keeps the focus in it. */
  drawAccount(): void {
    const { evidence, pane } = this.#parts;
    const slot = pane.accountSlot;
    const { file } = this;
    const account = slot === null || !file ? null : this.#context.account(file);
    evidence.placeAccount(account === null ? null : slot);
    if (account === null || !file) return;
    const had = evidence.account.contains(evidence.account.doc.activeElement);
    drawAccount(evidence.account, this.#context, file, account, evidence.isWide || had);
    if (!had) return;
    const next = evidence.account.querySelector<HTMLElement>('.living-wiki-dropped:not(.is-decided)');
    if (next) next.focus();
    else this.focus();
  }

  /** Shows in the account what a hunk drops. */
  showDropped(hunk: string): void {
    const { account } = this.#parts.evidence;
    const card = account.querySelector<HTMLElement>(`[data-drops="${CSS.escape(hunk)}"]`);
    card?.closest('details')?.setAttr('open', '');
    card?.focus();
  }

  drawEvidence(): void {
    const { evidence } = this.#parts;
    const { card } = this;
    if (card) evidence.show(this.#context, card);
    else evidence.clear();
  }

  /** Focuses the conflict, or the current hunk. */
  focus(): void {
    const conflict = this.#conflict();
    if (conflict) conflict.focus({ preventScroll: true });
    else this.#focusCard();
  }

  /** {@link focus} without scrolling. */
  focusInPlace(): void {
    (this.#conflict() ?? this.#target())?.focus({ preventScroll: true });
  }

  /** Goes to a hunk, or to a file and its conflict. */
  goTo(path: string, hunk: string | null): void {
    if (path !== this.#path) this.select(path, false);
    if (hunk === null) this.focus();
    else {
      if (this.#parts.pane.cards.has(hunk)) this.setCurrent(hunk);
      this.#focusCard();
    }
  }

  /** Restores the position after a redraw, or goes to the first file. */
  restore(path: string, hunk: string, scroll: number): void {
    const { files } = this.#context.review;
    const isThere = [...files, ...(this.#context.preview?.generated ?? [])].some((file) => file.path === path);
    const to = isThere ? path : files[0]?.path;
    if (to !== undefined) this.select(to, false);
    if (this.#parts.pane.cards.has(hunk)) this.setCurrent(hunk);
    this.#parts.main.scrollTop = scroll;
  }

  /** Goes to the next change. After the last one of a file comes the first one of the next file. */
  moveHunk(by: 1 | -1): void {
    const conflict = this.#conflict();
    if (by > 0 && conflict?.contains(conflict.doc.activeElement)) {
      this.#focusCard();
      return;
    }
    const { isUndecidedOnly } = this.#context;
    const ids = [...this.#parts.pane.cards].flatMap(([id, card]) =>
      !isUndecidedOnly || id === this.#hunk || !card.place.item.decision ? [id] : [],
    );
    const next = ids[ids.indexOf(this.#hunk) + by];
    if (next !== undefined) {
      this.setCurrent(next);
      this.#focusCard();
      return;
    }
    const { files } = this.#context.review;
    const at = files.findIndex(({ path }) => path === this.#path);
    const beside = at < 0 ? undefined : files[at + by];
    if (!beside) {
      this.#context.announce(words.announce.lastHunk);
      return;
    }
    this.select(beside.path, false);
    const first = readingOrder(beside).at(by > 0 ? 0 : -1);
    if (first) this.setCurrent(first.hunk.id);
    this.#context.announce(words.announce.file(beside.path));
    if (by > 0) this.focus();
    else this.#focusCard();
  }

  /** Goes to the undecided change after the current one; after the last one comes the first. */
  nextUndecided(): void {
    const next = undecidedAfter(this.#context.review.files, this.#path, this.#hunk);
    if (next !== null) this.goTo(next.path, next.hunk);
  }

  moveFile(by: 1 | -1): void {
    const { review, preview } = this.#context;
    const paths = [...review.files, ...(preview?.generated ?? [])].map(({ path }) => path);
    const next = paths[paths.indexOf(this.#path) + by];
    if (next !== undefined) this.select(next);
  }

  /** Goes to the next generated file; after the last one comes the first. */
  nextGenerated(): void {
    const paths = (this.#context.preview?.generated ?? []).map(({ path }) => path);
    const next = paths[(paths.indexOf(this.#path) + 1) % paths.length];
    if (next !== undefined) this.select(next);
  }

  #conflict(): HTMLElement | null {
    return this.#parts.main.querySelector<HTMLElement>('.living-wiki-conflict');
  }

  #target(): HTMLElement | null {
    return this.card?.el ?? this.#parts.main.querySelector<HTMLElement>('h3[tabindex]');
  }

  #focusCard(): void {
    const el = this.#target();
    if (!el) return;
    el.focus({ preventScroll: true });
    this.#view.show(el);
  }
}
