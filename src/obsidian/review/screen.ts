import { Component, Notice } from 'obsidian';
import type { Decisions, HunkDecision, Review, ReviewDesk, ReviewHunk, ReviewPreview } from '../../workbench';
import type { Desk } from '../desk/types';
import { review as words } from '../locale';
import { Conclusion } from './conclusion';
import { Cursor } from './cursor';
import { Deciding } from './deciding';
import { FootBar, HeadBar } from './draw/bars';
import type { Layout, ReviewContext } from './draw/context';
import { showKeys } from './draw/dialogs';
import { EvidenceBox } from './draw/evidence-box';
import { FileList } from './draw/file-list';
import { FilePane } from './draw/file-pane';
import { drawFrame } from './draw/frame';
import { drawResult } from './draw/result';
import type { Ending } from './draw/result';
import { allIds, countHunks, idsOf } from './model/counts';
import { acceptingAtOnce } from './model/decide';
import type { Hindrance } from './model/hindrances';
import type { Action } from './model/keys';
import { Preview } from './preview';
import { Writing } from './writing';

/** The screen on one review: its parts, what keys and buttons do, and which part is drawn anew after it. */
export class ReviewScreen extends Component implements ReviewContext {
  readonly desk: Desk;
  readonly #go: (id: string) => void;
  readonly #el: HTMLElement;
  readonly #main: HTMLElement;
  readonly #live: HTMLElement;
  readonly #deciding: Deciding;
  readonly #conclusion: Conclusion;
  readonly #preview: Preview;
  readonly #cursor: Cursor;
  readonly #writing: Writing;
  readonly #evidence: EvidenceBox;
  readonly #pane: FilePane;
  readonly #list: FileList;
  readonly #head: HeadBar;
  readonly #foot: FootBar;
  #layout: Layout;
  #ended = false;
  /** A newer reading waits until what is being written is done. */
  #behind = false;
  #page = new Component();

  /** @param go opens another proposal in the place of this one */
  constructor(
    el: HTMLElement,
    desk: Desk,
    reviewDesk: ReviewDesk,
    review: Review,
    layout: Layout,
    go: (id: string) => void,
  ) {
    super();
    this.desk = desk;
    this.#go = go;
    this.#layout = layout;
    this.#el = el;
    this.#deciding = new Deciding(desk, reviewDesk, review);
    this.#conclusion = new Conclusion(desk, reviewDesk, this.#deciding, this);
    const { head, files, main, aside, foot, live } = drawFrame(el);
    this.#main = main;
    this.#live = live;
    this.#writing = new Writing(main, (text) => this.say(text));
    this.#preview = new Preview(el.win, reviewDesk, desk, (preview) => this.#previewed(preview));
    this.#head = new HeadBar(head, this, (chosen) => this.#choose(chosen));
    this.#pane = new FilePane(main, this);
    this.#list = new FileList(files, this);
    this.#evidence = new EvidenceBox(el, aside);
    const parts = { main, pane: this.#pane, list: this.#list, evidence: this.#evidence };
    this.#cursor = new Cursor(this, parts);
    this.#foot = new FootBar(foot, this, {
      acceptAll: () => void this.accept(this.#hunks),
      rejectAll: () => void this.#conclusion.rejectAll(),
      apply: () => this.#apply(),
      goTo: (hindrance) => this.goTo(hindrance),
    });
    const first = review.files.find(({ conflict }) => conflict !== null) ?? review.files[0];
    if (first) this.#cursor.select(first.path, false);
    this.#preview.ask();
  }

  readonly #acts: Readonly<Record<Action, () => void>> = {
    nextHunk: () => this.#cursor.step(1),
    previousHunk: () => this.#cursor.step(-1),
    nextFile: () => this.#cursor.stepFile(1),
    previousFile: () => this.#cursor.stepFile(-1),
    accept: () => this.#cursor.card?.accept(),
    reject: () => this.#cursor.card?.askReason(),
    edit: () => this.#cursor.card?.edit(),
    undecide: () => this.#cursor.card?.takeBack(),
    source: () => this.#cursor.card && this.openSource(this.#cursor.card.place.item),
    acceptFile: () => this.acceptFile(),
    unified: () => this.#choose('unified'),
    split: () => this.#choose('split'),
    rendered: () => this.#choose('rendered'),
    generated: () => this.#cursor.stepGenerated(),
    apply: () => this.#apply(),
    keys: () => showKeys(this.desk),
  };

  override onload(): void {
    this.register(this.#evidence.watch(this.#el));
  }

  override onunload(): void {
    this.#preview.stop();
    this.#pane.clear();
  }

  get review(): Review {
    return this.#deciding.review;
  }
  get decisions(): Decisions {
    return this.#deciding.decisions;
  }
  get reasons(): readonly string[] {
    return this.#deciding.reasons;
  }
  get preview(): ReviewPreview | null {
    return this.#preview.last;
  }
  get layout(): Layout {
    return this.#layout;
  }
  get owner(): Component {
    return this.#page;
  }
  get ended(): boolean {
    return this.#ended;
  }
  /** It ended, or is about to write: what is read meanwhile is not to be shown. */
  get busy(): boolean {
    return this.#ended || this.#conclusion.running;
  }

  get #hunks(): readonly ReviewHunk[] {
    return this.review.files.flatMap(({ hunks }) => hunks);
  }

  turnPage(): void {
    this.removeChild(this.#page);
    this.#page = this.addChild(new Component());
  }

  say(text: string): void {
    // The same words twice are said twice.
    this.#live.setText(this.#live.textContent === text ? `${text}\u00a0` : text);
  }

  /** Does what a key stands for. */
  act(action: Action): void {
    if (action === 'keys' || (!this.#ended && !this.#writing.holds())) this.#acts[action]();
  }

  selectFile(path: string): void {
    if (!this.#writing.holds()) this.#cursor.select(path);
  }

  focusHunk(id: string): void {
    this.#cursor.mark(id);
  }

  focus(): void {
    this.#cursor.focus();
  }

  /** Takes the focus, where it is not here already nor in a dialog, and scrolls nothing. */
  takeFocus(): void {
    const at = this.#el.doc.activeElement;
    if (!this.#el.contains(at) && !at?.closest('.modal-container')) this.#cursor.focusInPlace();
  }

  decide(changes: Readonly<Record<string, HunkDecision | null>>, said: string): Promise<void> {
    return this.#deciding.inTurn(async () => {
      const ids = await this.#deciding.decide(changes);
      this.#drawDecided(ids);
      const along = ids.filter((id) => !(id in changes)).length;
      const { accepted, total } = countHunks(allIds(this.review), this.decisions);
      if (along > 0) new Notice(`${said}.${words.said.along(along)}.`);
      this.say(words.said.decided(said + (along > 0 ? `,${words.said.along(along)}` : ''), accepted, total));
    });
  }

  /** Accepts what of these can be accepted at once, and says how much is left. */
  accept(hunks: readonly ReviewHunk[]): Promise<void> {
    const { decisions, left } = acceptingAtOnce(hunks, this.#hunks);
    if (left > 0) new Notice(words.said.left(left));
    if (Object.keys(decisions).length > 0) return this.decide(decisions, words.said.accepted);
    this.say(words.said.left(left));
    return Promise.resolve();
  }

  acceptFile(): void {
    void this.accept(this.#cursor.file?.hunks ?? []);
  }

  resolve(path: string, hunks: readonly string[], side: 'ours' | 'theirs', text?: string): Promise<void> {
    if (text === undefined && this.#writing.holds()) return Promise.resolve();
    return this.#deciding.inTurn(async () => {
      await this.#deciding.resolve(path, hunks, side, text);
      this.redraw();
      this.say(words.said.conflictSettled);
    });
  }

  openSource({ hunk }: ReviewHunk, index = 0): void {
    const item = hunk.evidence[index];
    const { source } = this.review;
    if (item) void this.desk.ways.openSource(item.source, item.anchor, item.quote);
    else if (source !== null) void this.desk.ways.openSource(source);
    else this.say(words.said.noQuote);
  }

  /** To what keeps the changes from being applied; where that is on no screen of this review, it is told. */
  goTo({ message, remedy, path, hunk }: Hindrance): void {
    const todo = remedy || words.hindranceRemedy;
    const file = this.review.files.find(
      (one) => (hunk !== null && idsOf(one).includes(hunk)) || (hunk === null && one.path === path),
    );
    if (file) this.#cursor.goTo(file.path, hunk ?? undefined);
    else new Notice(`${path}: ${message} ${todo}`);
    this.say(`${message} ${todo}`);
  }

  /** Takes a newer reading of the same proposal; while somebody writes in a form, once that is done. */
  refresh(review: Review): void {
    this.#behind = this.#writing.isOpen;
    if (this.#behind) return;
    this.#deciding.take(review);
    this.redraw();
    this.say(words.said.refreshed);
  }

  formClosed(): void {
    if (!this.#behind) return;
    this.#behind = false;
    void this.#deciding.inTurn(async () => {
      await this.#deciding.read();
      this.redraw();
    });
  }

  /** Draws everything anew, on the review as it is now, where the person was. */
  redraw(): void {
    const { path, hunk } = this.#cursor;
    const scroll = this.#main.scrollTop;
    const had = this.#main.contains(this.#el.doc.activeElement);
    this.#list.draw();
    this.#cursor.restore(path, hunk, scroll);
    if (had) this.focus();
    this.#foot.update(this.preview);
    this.#preview.ask();
  }

  /** Shows what became of it, and nothing else. */
  end(ending: Ending): void {
    this.#ended = true;
    this.#preview.stop();
    this.#pane.clear();
    this.#el.addClass('is-ended');
    drawResult(this.#main, this.desk, this.review.proposal.id, ending, this.#go);
  }

  #drawDecided(ids: readonly string[]): void {
    const changed = new Set(ids);
    for (const file of this.review.files) {
      if (!idsOf(file).some((id) => changed.has(id))) continue;
      this.#list.update(file);
      this.#pane.update(file, ids);
    }
    this.#foot.update(this.preview);
    if (changed.has(this.#cursor.hunk)) this.#cursor.drawEvidence();
    this.#preview.ask();
  }

  #previewed(preview: ReviewPreview | null): void {
    if (this.#ended) return;
    this.#list.preview(preview);
    this.#foot.update(preview);
    if (!preview) return;
    const { file, path } = this.#cursor;
    if (path === '' && preview.generated[0]) this.#cursor.select(preview.generated[0].path, false);
    else if (!file && path !== '') this.#cursor.select(path, false);
    else this.#cursor.drawEvidence();
  }

  #apply(): void {
    if (!this.#writing.holds()) void this.#conclusion.apply();
  }

  #choose(layout: Layout): void {
    if (layout === this.#layout || this.#writing.holds()) return;
    this.#layout = layout;
    this.#head.show(layout);
    if (layout !== 'rendered') this.desk.choose({ diff: layout });
    this.redraw();
    this.say(words.said.layout(words.layouts[layout]));
  }
}
