import { Component, Platform } from 'obsidian';
import { noteName } from '../../base';
import {
  formatMoney,
  readFlaggedContradictions,
  settleContradiction,
  sideNames,
  type Review,
  type ReviewOutcome,
  type ReviewSession,
  type Run,
  type Settlement,
} from '../../workbench';
import { drawContradictionCard } from '../actions/contradiction-card';
import { type WikiController } from '../controller';
import { app, coreText, numberText, pictures, review } from '../locale';
import { addButton, drawEmptyState, iconSpan } from '../ui';
import { acceptAll } from './view-model/decisions';
import { overviewOf, type Disagreement, type Overview, type OverviewPage } from './view-model/overview';

const words = review.overview;
/** So many contradictions are drawn at once, the others when asked for. */
const MAX_CARDS = 5;
/** More sources than that are folded. */
const MAX_CHIPS = 6;
/** So many proposals are read and shown at once, and as many more with each press. */
const BATCH = 40;

interface Loaded {
  readonly session: ReviewSession;
  readonly review: Review;
}

interface Applied {
  readonly proposals: number;
  readonly files: readonly string[];
}

/** What all waiting proposals do together: what sources disagree on comes first, then the pages, then one button for all of it. */
export class OverviewScreen extends Component {
  readonly #el: HTMLElement;
  readonly #controller: WikiController;
  readonly #open: (id: string) => void;
  readonly #closing = new AbortController();
  #loaded: readonly Loaded[] = [];
  #limit = BATCH;
  #cards = MAX_CARDS;
  /** How many proposals wait, shown or not. */
  #waiting = 0;
  #isApplying = false;
  /** What was applied, which stays until the person goes on. */
  #done: Applied | null = null;

  /** @param open shows the review of one proposal in place of the overview */
  constructor(el: HTMLElement, controller: WikiController, open: (id: string) => void) {
    super();
    this.#el = el;
    this.#controller = controller;
    this.#open = open;
  }

  override onunload(): void {
    this.#closing.abort();
  }

  /** Reads what waits and draws it. @param id the proposal that changed; all when absent */
  async update(id?: string): Promise<void> {
    const { state } = this.#controller;
    if (state.kind !== 'ready' || this.#isApplying) return;
    const run = this.#controller.backgroundRun(this.#closing.signal);
    const waiting = await state.workbench.proposals();
    const loaded: Loaded[] = [];
    for (const proposal of waiting.slice(0, this.#limit)) {
      const known = this.#loaded.find(({ session }) => session.id === proposal.id);
      if (known !== undefined && id !== undefined && id !== proposal.id) loaded.push(known);
      else {
        const session = this.#controller.review(proposal.id);
        if (session !== null) loaded.push({ session, review: await session.load(run) });
      }
    }
    // It may have been pressed while this was read.
    if (run.signal.aborted || this.isBusy) return;
    this.#loaded = loaded;
    this.#waiting = waiting.length;
    this.#controller.whenReleased(() => this.#draw(), this);
  }

  /** Whether what waits is being applied. */
  get isBusy(): boolean {
    return this.#isApplying;
  }

  /** Opens the first proposal, one page after the other; of a result after which nothing waits, the first page that it names. */
  reviewFirst(): void {
    const [first] = this.#loaded;
    if (this.#isApplying) return;
    if (first !== undefined) this.#open(first.session.id);
    else this.#el.querySelector<HTMLElement>('.living-wiki-overview-page.is-first')?.click();
  }

  apply(): void {
    if (!this.#isApplying && this.#loaded.length > 0) this.#controller.attempt(() => this.#applyAll());
  }

  #draw(): void {
    if (this.#closing.signal.aborted) return;
    const had = this.#el.contains(this.#el.doc.activeElement);
    const pressed = this.#el.doc.activeElement?.getAttribute('data-does');
    if (this.#done !== null) {
      this.#drawResult(this.#done, this.#waiting);
      return;
    }
    this.#el.empty();
    if (this.#loaded.length === 0) {
      drawEmptyState(this.#el, review.nothing);
      return;
    }
    const overview = overviewOf(this.#loaded.map((one) => one.review));
    const main = this.#el.createDiv({ cls: 'living-wiki-overview-main' });
    this.#drawSources(main, overview);
    const [first] = overview.disagreements;
    const head = main.createEl('h2', { text: titleOf(overview), attr: { tabindex: -1 } });
    if (first !== undefined) main.createEl('p', { cls: 'living-wiki-muted', text: words.on(first.title) });
    for (const each of overview.disagreements.slice(0, this.#cards)) this.#drawDisagreement(main, each);
    this.#drawMoreCards(main, overview.disagreements.length - this.#cards);
    this.#drawPages(main, overview);
    this.#drawMore(main);
    this.#drawFoot(overview);
    const again = pressed ? this.#el.querySelector<HTMLElement>(`[data-does="${pressed}"]`) : null;
    if (had || this.#el.doc.activeElement === this.#el.doc.body) (again ?? head).focus({ preventScroll: true });
  }

  #drawSources(parent: HTMLElement, { sources }: Overview): void {
    if (sources.length === 0) return;
    const isLong = sources.length > MAX_CHIPS;
    const box = isLong ? parent.createEl('details') : parent;
    if (isLong) box.createEl('summary', { cls: 'living-wiki-muted', text: `${words.sources} · ${sources.length}` });
    const row = box.createEl('ul', { cls: 'living-wiki-overview-sources', attr: { 'aria-label': words.sources } });
    for (const path of sources) {
      const chip = row.createEl('li', { cls: 'living-wiki-pill' });
      iconSpan(chip, 'file-text');
      chip.createSpan({ text: path.replace(/^sources\//, '') });
    }
    this.#drawReading(row);
  }

  /** What reading them took, if all that is shown was read at once. */
  #drawReading(row: HTMLElement): void {
    const { lastReading: reading } = this.#controller;
    if (reading === null || this.#waiting > this.#loaded.length) return;
    const isAll = this.#loaded.every(
      ({ session, review: { source } }) => source === null || reading.proposals.has(session.id),
    );
    if (!isAll) return;
    const seconds = Math.max(1, Math.round(reading.ms / 1000));
    const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute'];
    const time = numberText(count, { style: 'unit', unit, unitDisplay: 'long' });
    const parts = [words.readIn(time), ...(reading.money === null ? [] : [coreText(formatMoney(reading.money))])];
    row.createEl('li', { cls: 'living-wiki-muted', text: parts.join(' · ') });
  }

  #drawDisagreement(parent: HTMLElement, { proposal, title, hunk, isDecided, contradiction }: Disagreement): void {
    const { attribute, current, proposed, settlement } = contradiction;
    drawContradictionCard(parent, {
      controller: this.#controller,
      attribute,
      sides: [current, proposed],
      names: [review.contradiction.first, review.contradiction.second],
      page: title,
      chosen: isDecided ? settlement : null,
      what: review.contradiction.what,
      choose: (answer) => this.#settle(proposal, hunk, answer),
    });
  }

  #settle(id: string, hunk: string, answer: Settlement): void {
    const found = this.#loaded.find(({ session }) => session.id === id);
    if (found === undefined) return;
    const { files, proposal } = found.review;
    this.#controller.attempt(async () => {
      await found.session.decide(
        settleContradiction(files, hunk, answer, readFlaggedContradictions(proposal.changeSet)),
      );
      await this.update(id);
    });
  }

  #drawMoreCards(parent: HTMLElement, count: number): void {
    if (count <= 0) return;
    const button = addButton(parent, { text: app.showMore(count), cls: 'living-wiki-small-button' }, () => {
      this.#cards += count;
      this.#draw();
    });
    button.dataset.does = 'more-cards';
  }

  #drawPages(parent: HTMLElement, { pages, sources }: Overview): void {
    const fresh = pages.filter(({ isNew }) => isNew);
    const changed = pages.filter(({ isNew }) => !isNew);
    for (const [title, list] of [
      [words.newPages(fresh.length), fresh],
      [words.changedPages(changed.length), changed],
    ] as const) {
      if (list.length === 0) continue;
      parent.createEl('h3', { cls: 'living-wiki-label', text: title });
      const el = parent.createEl('ul', { cls: 'living-wiki-overview-pages' });
      for (const page of list) this.#drawPage(el.createEl('li'), page, sources.length);
    }
  }

  /** What waits beyond the proposals that are shown. */
  #drawMore(parent: HTMLElement): void {
    const [shown, total] = [this.#loaded.length, this.#waiting];
    if (shown >= total) return;
    const row = parent.createDiv({ cls: 'living-wiki-form-row' });
    row.createSpan({ cls: 'living-wiki-muted', text: words.first(shown, total) });
    const more = pictures.contradictions.more(Math.min(BATCH, total - shown));
    const button = addButton(row, { text: more, cls: 'living-wiki-small-button' }, () => {
      this.#limit += BATCH;
      this.#controller.attempt(() => this.update(this.#loaded[0]?.session.id));
    });
    button.dataset.does = 'more';
  }

  #drawPage(item: HTMLElement, { path, title, sources, quotes, proposals }: OverviewPage, total: number): void {
    const [first] = proposals;
    const button = addButton(
      item,
      { cls: 'living-wiki-overview-page' },
      () => first !== undefined && this.#open(first),
    );
    button.title = path;
    button.createSpan({ cls: 'living-wiki-name', text: title, attr: { dir: 'auto' } });
    const names = sources.map((each) => each.replace(/^.*\//, ''));
    button.createSpan({ cls: 'living-wiki-muted', text: words.from(names, total, quotes) });
  }

  #drawFoot({ pages, undecided }: Overview): void {
    const foot = this.#el.createDiv({ cls: 'living-wiki-overview-foot' });
    const said = undecided.length > 0 ? words.left(undecided.length) : words.untilApply;
    foot.createSpan({ cls: 'living-wiki-muted', text: said });
    const apply = { text: words.apply(pages.length), cls: 'living-wiki-button' };
    const one = addButton(foot, { text: words.oneByOne, cls: 'living-wiki-button' }, () => this.reviewFirst());
    const all = addButton(foot, apply, () => this.apply());
    (undecided.length > 0 ? one : all).addClass('mod-cta');
    all.title = Platform.isPhone ? '' : words.applyKey(Platform.isMacOS ? '⌘' : 'Ctrl');
  }

  async #applyAll(): Promise<void> {
    this.#isApplying = true;
    const done = { proposals: 0, files: new Set<string>() };
    const sessions = this.#loaded.map(({ session }) => session);
    try {
      await this.#controller.runJob(words.applying, async (run) => {
        for (const [at, session] of sessions.entries()) {
          run.progress({ stage: words.applying, done: at, total: sessions.length });
          const outcome = await applySupported(session, run);
          if (outcome?.kind === 'applied') {
            done.proposals += 1;
            for (const path of outcome.files) done.files.add(path);
          }
        }
      });
    } finally {
      this.#isApplying = false;
    }
    this.#done = { proposals: done.proposals, files: [...done.files] };
    await this.update();
  }

  /** @param left how many proposals wait now */
  #drawResult({ proposals, files }: Applied, left: number): void {
    this.#el.empty();
    const main = this.#el.createDiv({ cls: 'living-wiki-overview-main', attr: { role: 'status' } });
    const head = main.createEl('h2', { text: words.applied(proposals, files.length), attr: { tabindex: -1 } });
    main.createEl('p', { text: left > 0 ? words.leftOver(left) : words.undoable });
    const { snapshot } =
      this.#controller.state.kind === 'ready' ? this.#controller.state.workbench : { snapshot: null };
    const pages = files.filter((path) => !/(?:^|\/)[._]/.test(path) && path.endsWith('.md'));
    // A page that connects sources says more than the summary of one.
    const sorted = [...pages].sort(
      (a, b) => Number(a.startsWith('summaries/')) - Number(b.startsWith('summaries/')) || (a < b ? -1 : 1),
    );
    const list = main.createEl('ul', { cls: 'living-wiki-overview-pages' });
    for (const [at, path] of sorted.entries()) {
      const text = snapshot?.pages.get(path)?.title ?? noteName(path);
      const cls = `living-wiki-overview-page${at === 0 ? ' is-first' : ''}`;
      const button = addButton(list.createEl('li'), { text, cls }, () =>
        this.#controller.attempt(() => this.#controller.navigator.openPage(path, { pane: 'tab' })),
      );
      button.title = path;
    }
    if (left > 0) {
      const next = { text: words.reviewLeft(left), cls: 'living-wiki-button mod-cta' };
      addButton(main.createDiv({ cls: 'living-wiki-form-row' }), next, () => this.reviewFirst());
    }
    head.focus({ preventScroll: true });
  }
}

/** Applies a proposal of which nothing needs a person; `null` for one that is left to them. */
async function applySupported(session: ReviewSession, run: Run): Promise<ReviewOutcome | null> {
  const { files, proposal } = await session.load(run);
  if (proposal.state !== 'waiting' || files.some(({ conflict }) => conflict !== null)) return null;
  const all = files.flatMap(({ hunks }) => hunks);
  const { decisions, left } = acceptAll(
    all.filter(({ decision }) => decision === null),
    all,
  );
  if (left > 0) return null;
  if (Object.keys(decisions).length > 0) await session.decide(decisions);
  return session.apply(run);
}

function titleOf({ disagreements, sources, pages }: Overview): string {
  const [first] = disagreements;
  if (first === undefined) return words.title(sources.length, pages.length);
  const values = sideNames([first.contradiction.current, first.contradiction.proposed]);
  return values === null ? words.disagree(first.contradiction.attribute) : words.disagreeOn(values[0], values[1]);
}
