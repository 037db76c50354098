import { Component, Notice, Platform } from 'obsidian';
import type {
  Decisions,
  HunkDecision,
  Review,
  ReviewDesk,
  ReviewFile,
  ReviewHunk,
  ReviewOutcome,
  ReviewPreview,
} from '../../workbench';
import type { Desk } from '../desk/types';
import { review as words } from '../locale';
import { FootBar, HeadBar } from './draw/bars';
import type { HunkCard } from './draw/card';
import type { Layout, ReviewContext } from './draw/context';
import { ask, askReason, showKeys } from './draw/dialogs';
import { drawEvidence, drawFirstKeys } from './draw/evidence';
import { FileList } from './draw/file-list';
import { FilePane } from './draw/file-pane';
import { drawResult } from './draw/result';
import type { Ending } from './draw/result';
import { allIds, changedIds, countHunks, idsOf, recentReasons } from './model/counts';
import { accepting, withDecisions } from './model/decide';
import type { Action } from './model/keys';
import { Preview } from './preview';

/** From this width on the evidence has a column of its own; below, it stands under its hunk. In CSS pixels. */
const WIDE = 1000;

/** The screen on one review: holds what is decided and what is looked at, and tells the parts what to draw anew. */
export class ReviewScreen extends Component implements ReviewContext {
  readonly desk: Desk;
  readonly #reviewDesk: ReviewDesk;
  readonly #go: (id: string) => void;
  readonly #el: HTMLElement;
  readonly #main: HTMLElement;
  readonly #aside: HTMLElement;
  readonly #evidence: HTMLElement;
  readonly #live: HTMLElement;
  readonly #pane: FilePane;
  readonly #preview: Preview;
  readonly #head: HeadBar;
  #foot: FootBar;
  #list: FileList;
  #review: Review;
  #path = '';
  #hunk = '';
  #layout: Layout;
  #busy: Promise<unknown> = Promise.resolve();
  #remembered: readonly string[] = [];
  #ended = false;
  #applying = false;
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
    this.#reviewDesk = reviewDesk;
    this.#go = go;
    this.#review = review;
    this.#layout = layout;
    this.#el = el;
    el.empty();
    const part = (tag: 'header' | 'nav' | 'div' | 'aside' | 'footer', name: string, label: string): HTMLElement =>
      el.createEl(tag, { cls: `living-wiki-review-${name}`, attr: label === '' ? {} : { 'aria-label': label } });
    const head = part('header', 'head', '');
    const nav = part('nav', 'files', words.files);
    this.#main = part('div', 'main', words.name);
    this.#main.setAttr('role', 'region');
    this.#aside = part('aside', 'side', words.evidence);
    if (!Platform.isMobile) drawFirstKeys(this.#aside);
    const foot = part('footer', 'foot', '');
    this.#live = el.createDiv({ cls: 'living-wiki-spoken', attr: { 'aria-live': 'polite', role: 'status' } });
    this.#evidence = createDiv({ cls: 'living-wiki-evidence' });
    this.#preview = new Preview(el.win, this.#reviewDesk, desk, (preview) => this.#previewed(preview));
    this.#head = new HeadBar(head, this, (chosen) => this.#choose(chosen));
    this.#pane = new FilePane(this.#main, this);
    this.#list = new FileList(nav, this);
    this.#foot = new FootBar(foot, this, {
      acceptAll: () => this.#acceptAll(),
      rejectAll: () => void this.#rejectAll(),
      apply: () => void this.#apply(),
    });
    const first = review.files.find(({ conflict }) => conflict !== null) ?? review.files[0];
    if (first) this.selectFile(first.path, false);
    this.#preview.ask();
  }

  readonly #acts: Readonly<Record<Action, () => void>> = {
    nextHunk: () => this.#step(1),
    previousHunk: () => this.#step(-1),
    nextFile: () => this.#stepFile(1),
    previousFile: () => this.#stepFile(-1),
    accept: () => this.#card?.accept(),
    reject: () => this.#card?.askReason(),
    edit: () => this.#card?.edit(),
    undecide: () => this.#card?.takeBack(),
    source: () => this.#card && this.openSource(this.#card.place.item),
    acceptFile: () => void this.#accept(this.#file()?.hunks ?? []),
    unified: () => this.#choose('unified'),
    split: () => this.#choose('split'),
    rendered: () => this.#choose('rendered'),
    generated: () => this.#stepGenerated(),
    apply: () => void this.#apply(),
    keys: () => showKeys(this.desk.app),
  };

  override onload(): void {
    const win = this.#el.win as Window & typeof window;
    const watch = new win.ResizeObserver(() => this.#placeEvidence());
    watch.observe(this.#el);
    this.register(() => watch.disconnect());
  }

  override onunload(): void {
    this.#preview.stop();
    this.#pane.clear();
  }

  get review(): Review {
    return this.#review;
  }
  get decisions(): Decisions {
    return this.#review.decisions;
  }
  get preview(): ReviewPreview | null {
    return this.#preview.last;
  }
  get layout(): Layout {
    return this.#layout;
  }
  get reasons(): readonly string[] {
    return recentReasons(this.decisions, this.#remembered);
  }
  get owner(): Component {
    return this.#page;
  }
  get ended(): boolean {
    return this.#ended;
  }

  turnPage(): void {
    this.removeChild(this.#page);
    this.#page = this.addChild(new Component());
  }

  /** It ended, or is about to write: what is read meanwhile is not to be shown. */
  get busy(): boolean {
    return this.#ended || this.#applying;
  }

  say(text: string): void {
    // The same words twice are said twice.
    this.#live.setText(this.#live.textContent === text ? `${text}\u00a0` : text);
  }

  /** Does what a key stands for. */
  act(action: Action): void {
    if (!this.#ended || action === 'keys') this.#acts[action]();
  }

  selectFile(path: string, move = true): void {
    this.#path = path;
    this.#hunk = '';
    this.#list.select(path);
    this.#evidence.detach();
    const file = this.#file();
    if (file) this.#pane.show(file);
    else this.#pane.showGenerated(path, this.preview?.generated.find((one) => one.path === path) ?? null);
    this.#main.scrollTop = 0;
    const first = file?.hunks.find(({ decision }) => !decision) ?? file?.hunks[0];
    if (first) this.focusHunk(first.hunk.id);
    if (!move) return;
    this.say(words.said.file(path));
    this.#focusCurrent();
  }

  focusHunk(id: string): void {
    if (id === this.#hunk) return;
    this.#pane.cards.get(this.#hunk)?.setCurrent(false);
    this.#hunk = id;
    this.#pane.cards.get(id)?.setCurrent(true);
    this.#drawEvidence();
  }

  /** Takes the focus, where it is not here already, and scrolls nothing. */
  takeFocus(): void {
    if (this.#el.contains(this.#el.doc.activeElement)) return;
    const conflict = this.#main.querySelector<HTMLElement>('.living-wiki-conflict');
    (conflict ?? this.#card?.el ?? this.#main.querySelector<HTMLElement>('h3[tabindex]'))?.focus({
      preventScroll: true,
    });
  }

  /** Puts the focus where the work is. */
  focus(): void {
    const conflict = this.#main.querySelector<HTMLElement>('.living-wiki-conflict');
    if (conflict) conflict.focus({ preventScroll: true });
    else this.#focusCurrent();
  }

  decide(changes: Readonly<Record<string, HunkDecision | null>>, said: string): Promise<void> {
    for (const { reason } of Object.values(changes).filter((one) => one !== null)) {
      if (reason) this.#remembered = [reason, ...this.#remembered.filter((one) => one !== reason)].slice(0, 6);
    }
    return this.#inTurn(async () => {
      const before = this.decisions;
      const decisions = await this.#reviewDesk.decide(changes);
      const ids = changedIds(before, decisions);
      // Where a text was edited, or an edit taken back, the hunks are others.
      if (ids.some((id) => before[id]?.text !== decisions[id]?.text)) await this.#read();
      else
        this.#review = {
          ...this.#review,
          decisions,
          files: this.#review.files.map((file) => withDecisions(file, decisions)),
        };
      this.#drawDecided(ids);
      const along = ids.filter((id) => !(id in changes)).length;
      const { accepted, total } = countHunks(allIds(this.#review), decisions);
      if (along > 0) new Notice(`${said}.${words.said.along(along)}.`);
      this.say(words.said.decided(said + (along > 0 ? `,${words.said.along(along)}` : ''), accepted, total));
    });
  }

  resolve(path: string, hunks: readonly string[], side: 'ours' | 'theirs', text?: string): Promise<void> {
    return this.#inTurn(async () => {
      const [only] = hunks;
      if (text !== undefined && only !== undefined) {
        await this.#reviewDesk.decide({ [only]: { verdict: 'accepted', text } });
      }
      await this.#reviewDesk.resolve(path, hunks, side);
      await this.#read();
      this.redraw();
      this.say(words.said.conflictSettled);
    });
  }

  openSource({ hunk }: ReviewHunk, index = 0): void {
    const item = hunk.evidence[index];
    const { source } = this.#review;
    if (item) void this.desk.openSource(item.source, item.anchor, item.quote);
    else if (source !== null) void this.desk.openSource(source);
    else this.say(words.said.noQuote);
  }

  /** Takes a newer reading of the same proposal. */
  refresh(review: Review): void {
    this.#review = review;
    this.redraw();
  }

  /** Draws everything anew, on the review as it is now, where the person was. */
  redraw(): void {
    const { files } = this.#review;
    const [path, hunk, scroll] = [this.#path, this.#hunk, this.#main.scrollTop];
    const nav = this.#el.querySelector<HTMLElement>('.living-wiki-review-files');
    if (nav) this.#list = new FileList(nav, this);
    const had = this.#main.contains(this.#el.doc.activeElement);
    const known =
      files.some((file) => file.path === path) || this.preview?.generated.some((file) => file.path === path);
    const first = files[0];
    if (known) this.selectFile(path, false);
    else if (first) this.selectFile(first.path, false);
    if (this.#pane.cards.has(hunk)) this.focusHunk(hunk);
    this.#main.scrollTop = scroll;
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
    drawResult(this.#main, this.desk, this.#review.proposal.id, ending, this.#go);
  }

  /** One after the other, so that no answer overtakes an earlier one. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#busy.then(work).catch((error: unknown) => this.desk.show(error));
    this.#busy = turn;
    return turn;
  }

  async #read(): Promise<void> {
    this.#review = await this.#reviewDesk.load(this.desk.quietly());
  }

  acceptFile(): void {
    this.#acts.acceptFile();
  }

  get #card(): HunkCard | undefined {
    return this.#pane.cards.get(this.#hunk);
  }

  #file(): ReviewFile | undefined {
    return this.#review.files.find(({ path }) => path === this.#path);
  }

  #drawDecided(ids: readonly string[]): void {
    const changed = new Set(ids);
    for (const file of this.#review.files) {
      if (!idsOf(file).some((id) => changed.has(id))) continue;
      this.#list.update(file);
      this.#pane.update(file, ids);
    }
    this.#foot.update(this.preview);
    if (changed.has(this.#hunk)) this.#drawEvidence();
    this.#preview.ask();
  }

  #previewed(preview: ReviewPreview | null): void {
    if (this.#ended) return;
    this.#list.preview(preview, this.#review);
    this.#foot.update(preview);
    if (!preview) return;
    if (!this.#file() && this.#path !== '') this.selectFile(this.#path, false);
    else this.#drawEvidence();
  }

  #drawEvidence(): void {
    const card = this.#card;
    if (card) drawEvidence(this.#evidence, this, card.place);
    if (card) this.#placeEvidence();
    else this.#evidence.detach();
  }

  #placeEvidence(): void {
    const home = this.#el.clientWidth >= WIDE ? this.#aside : this.#card?.el;
    if (!home || this.#evidence.parentElement === home) return;
    if (home === this.#aside) home.prepend(this.#evidence);
    else home.append(this.#evidence);
  }

  #focusCurrent(): void {
    const el = this.#card?.el ?? this.#main.querySelector<HTMLElement>('h3[tabindex]');
    if (!el) return;
    el.focus({ preventScroll: true });
    const [box, own] = [this.#main.getBoundingClientRect(), el.getBoundingClientRect()];
    // What fits is shown whole; of what does not, the beginning.
    if (own.top < box.top || own.top > box.bottom - 120) el.scrollIntoView({ block: 'start' });
    else if (own.bottom > box.bottom && own.height < box.height) el.scrollIntoView({ block: 'end' });
  }

  /** To the next change; behind the last of a file to the first of the next. */
  #step(by: 1 | -1): void {
    const ids = [...this.#pane.cards.keys()];
    const next = ids[ids.indexOf(this.#hunk) + by];
    if (next !== undefined) {
      this.focusHunk(next);
      this.#focusCurrent();
      return;
    }
    const { files } = this.#review;
    const at = files.findIndex(({ path }) => path === this.#path);
    const beside = at < 0 ? undefined : files[at + by];
    if (!beside) {
      this.say(words.said.lastHunk);
      return;
    }
    this.selectFile(beside.path, false);
    const first = beside.hunks.at(by > 0 ? 0 : -1);
    if (first) this.focusHunk(first.hunk.id);
    this.say(words.said.file(beside.path));
    this.#focusCurrent();
  }

  #stepFile(by: number): void {
    const paths = [...this.#review.files, ...(this.preview?.generated ?? [])].map(({ path }) => path);
    const next = paths[paths.indexOf(this.#path) + by];
    if (next !== undefined) this.selectFile(next);
  }

  #stepGenerated(): void {
    const paths = (this.preview?.generated ?? []).map(({ path }) => path);
    const next = paths[(paths.indexOf(this.#path) + 1) % paths.length];
    if (next !== undefined) this.selectFile(next);
  }

  #choose(layout: Layout): void {
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#head.show(layout);
    if (layout !== 'rendered') this.desk.choose({ diff: layout });
    this.redraw();
    this.say(words.said.layout(words.layouts[layout]));
  }

  #acceptAll(): void {
    void this.#accept(this.#review.files.flatMap(({ hunks }) => hunks));
  }

  /** What rests on a quote that is not in the source is accepted one by one, or not at all. */
  #accept(hunks: readonly ReviewHunk[]): Promise<void> {
    const sound = hunks.filter(({ unfounded }) => !unfounded);
    const left = hunks.length - sound.length;
    if (left > 0) new Notice(words.said.left(left));
    if (sound.length > 0) return this.decide(accepting(sound), words.said.accepted);
    this.say(words.said.left(left));
    return Promise.resolve();
  }

  async #rejectAll(): Promise<void> {
    const reason = await askReason(this.desk.app, words.rejectAllTitle, words.rejectAllText, this.reasons);
    if (reason === null) return;
    await this.#inTurn(async () => {
      this.#applying = true;
      try {
        await this.#came(await this.#reviewDesk.reject(reason));
      } finally {
        this.#applying = false;
      }
    });
  }

  async #apply(): Promise<void> {
    await this.#busy;
    if (this.busy) return;
    const { accepted, undecided, total } = countHunks(allIds(this.#review), this.decisions);
    if (accepted === 0) {
      this.say(words.nothingAccepted);
      return;
    }
    if (undecided > 0) {
      const answer = await ask(this.desk.app, words.undecidedTitle(undecided), words.undecidedText(accepted), [
        { text: words.keepReviewing },
        { text: words.acceptRest },
        { text: words.applyAccepted(accepted), cls: 'mod-cta' },
      ]);
      if (answer === null || answer === 0) {
        this.focus();
        return;
      }
      if (answer === 1) {
        const open = this.#review.files.flatMap(({ hunks }) => hunks.filter(({ decision }) => !decision));
        await this.#accept(open);
      }
    }
    this.#applying = true;
    try {
      const outcome = await this.desk.perform(`${words.applying}: ${words.decided(accepted, total)}`, (run) =>
        this.#reviewDesk.apply(run),
      );
      if (outcome) await this.#came(outcome);
    } finally {
      this.#applying = false;
    }
  }

  async #came(outcome: ReviewOutcome): Promise<void> {
    if (outcome.kind === 'applied' || outcome.kind === 'rejected') {
      this.end({ kind: 'outcome', outcome });
      return;
    }
    await this.#read();
    this.redraw();
    const conflict = this.#review.files.find((file) => file.conflict !== null);
    if (outcome.kind === 'blocked') {
      const error = [...outcome.checks.guard, ...outcome.checks.introduced].find(
        ({ severity }) => severity === 'error',
      );
      this.say(error?.message ?? words.blocked(1));
    } else if (conflict) {
      this.selectFile(conflict.path);
      this.focus();
    } else this.desk.show(new Error(outcome.conflicts[0]?.message));
  }
}
