import { Menu, Platform } from 'obsidian';
import { baseName } from '../../../vault';
import { formatCost, type Review, type ReviewPreview } from '../../../workbench';
import { coreText, review as words } from '../../locale';
import { allIds, countHunks } from '../view-model/counts';
import { blockersOf, type Blocker } from '../view-model/blockers';
import { type ReviewAction } from '../view-model/keys';
import { LAYOUTS, type ReviewActions, type ReviewContext, type ReviewLayout } from './context';
import { addButton, menuPosition } from '../../ui';

/** With more changes than this, dots become a bar. */
const MAX_DOTS = 20;

/** The top bar: the source of the proposal, its place among those that wait, its lens, its cost, and the layout. */
export class HeadBar {
  readonly #layouts = new Map<ReviewLayout, HTMLElement>();
  readonly #context: ReviewContext;
  readonly #actions: ReviewActions;
  readonly #place: HTMLElement;
  readonly #progress: HTMLElement | null;
  /** Opens the list of files on a phone. */
  #files: HTMLElement | null = null;

  /** @param list shows the list of files, or hides it, where there is no room for it */
  constructor(el: HTMLElement, context: ReviewContext, actions: ReviewActions, list: () => boolean) {
    el.empty();
    this.#context = context;
    this.#actions = actions;
    el.createEl('h2', { text: words.name });
    this.#drawAbout(el.createDiv({ cls: 'living-wiki-about' }));
    this.#place = el.createSpan({ cls: 'living-wiki-queue-place living-wiki-muted' });
    this.#progress = Platform.isPhone ? createDiv({ cls: 'living-wiki-review-progress' }) : null;
    if (this.#progress === null) this.#drawLayouts(el);
    else {
      const toggle = {
        icon: 'list',
        cls: 'living-wiki-button living-wiki-head-button clickable-icon',
        label: words.files,
      };
      const files = addButton(el, toggle, () => files.setAttr('aria-expanded', String(list())));
      this.#files = files;
      const more = {
        icon: 'more-vertical',
        cls: 'living-wiki-button living-wiki-head-button clickable-icon',
        label: words.more,
      };
      const button = addButton(el, more, () => this.#menu().showAtPosition(menuPosition(button), button.doc));
      button.setAttr('aria-haspopup', 'menu');
      el.append(this.#progress);
    }
    this.show(context.layout);
    this.update();
  }

  show(layout: ReviewLayout): void {
    for (const [name, el] of this.#layouts) {
      el.toggleClass('is-on', name === layout);
      el.setAttr('aria-pressed', String(name === layout));
    }
  }

  /** Shows the place among the proposals that wait, and on a phone which changes are decided. */
  update(): void {
    const { place } = this.#context;
    this.#place.setText(place === null ? '' : words.queue.place(place.at, place.total));
    const isListing = this.#files?.closest('.is-listing') !== null;
    this.#files?.setAttr('aria-expanded', String(isListing));
    this.#drawProgress();
  }

  #drawAbout(about: HTMLElement): void {
    const { source, cost, proposal } = this.#context.review;
    if (source === null) about.createSpan({ text: coreText(proposal.changeSet.title) });
    else {
      about.createSpan({ cls: 'living-wiki-muted living-wiki-from', text: `${words.from} ` });
      const open = addButton(
        about,
        { text: Platform.isPhone ? baseName(source) : source, cls: 'living-wiki-button living-wiki-link' },
        () => void this.#context.controller.navigator.openSource(source),
      );
      open.title = coreText(proposal.changeSet.title);
    }
    const { state } = this.#context.controller;
    // Changes are always checked with the default lens, whichever lens is chosen.
    if (state.kind === 'ready' && proposal.changeSet.producer !== 'setup') {
      const { title } = state.workbench.snapshot.lens.effective;
      about.createSpan({ cls: 'living-wiki-pill', text: words.lens(title) });
    }
    if (cost) about.createSpan({ cls: 'living-wiki-pill', text: coreText(formatCost(cost)) });
  }

  #drawLayouts(el: HTMLElement): void {
    const group = el.createDiv({ cls: 'living-wiki-layouts', attr: { role: 'group', 'aria-label': words.layout } });
    for (const layout of LAYOUTS) {
      const options = { text: words.layouts[layout], cls: 'living-wiki-button' };
      this.#layouts.set(
        layout,
        addButton(group, options, () => this.#actions.setLayout(layout)),
      );
    }
  }

  #drawProgress(): void {
    const el = this.#progress;
    if (el === null) return;
    const { review, decisions } = this.#context;
    const ids = allIds(review);
    const { accepted, rejected, total } = countHunks(ids, decisions);
    el.empty();
    const dots = el.createDiv({ cls: 'living-wiki-dots', attr: { 'aria-hidden': 'true' } });
    if (total <= MAX_DOTS)
      for (const id of ids) dots.createSpan({ cls: `is-${decisions[id]?.verdict ?? 'undecided'}` });
    else dots.createDiv({ cls: 'living-wiki-dots-bar' }).style.inlineSize = `${((accepted + rejected) / total) * 100}%`;
    el.createSpan({ cls: 'living-wiki-muted', text: words.decidedOf(accepted + rejected, total) });
  }

  /** What has no room on a phone. */
  #menu(): Menu {
    const menu = new Menu();
    const { review, decisions, layout, isUndecidedOnly } = this.#context;
    const { undecided } = countHunks(allIds(review), decisions);
    for (const each of LAYOUTS) {
      menu.addItem((item) =>
        item
          .setTitle(words.layouts[each])
          .setChecked(each === layout)
          .onClick(() => this.#actions.setLayout(each)),
      );
    }
    menu.addSeparator();
    const add = (title: string, icon: string, action: ReviewAction): void => {
      menu.addItem((item) =>
        item
          .setTitle(title)
          .setIcon(icon)
          .onClick(() => this.#actions.run(action)),
      );
    };
    menu.addItem((item) =>
      item
        .setTitle(words.undecidedOnly)
        .setChecked(isUndecidedOnly)
        .onClick(() => this.#actions.run('undecidedOnly')),
    );
    add(words.keys.edit, 'pencil', 'edit');
    add(words.keys.source, 'file-text', 'source');
    add(words.acceptFile, 'check', 'acceptFile');
    menu.addItem((item) =>
      item
        .setTitle(words.rejectAll)
        .setIcon('x')
        .onClick(() => this.#actions.rejectAll()),
    );
    if (undecided > 0) add(words.keys.apply, 'check-check', 'apply');
    return menu;
  }
}

/** The bottom bar: how many changes are accepted, and the buttons that decide, go on and apply. */
export class FootBar {
  readonly #el: HTMLElement;
  readonly #text: HTMLElement;
  readonly #next: HTMLButtonElement;
  readonly #apply: HTMLButtonElement;
  readonly #context: ReviewContext;
  readonly #actions: ReviewActions;
  /** Every change was rejected. */
  #isRejected = false;

  constructor(el: HTMLElement, context: ReviewContext, actions: ReviewActions) {
    el.empty();
    this.#el = el;
    this.#context = context;
    this.#actions = actions;
    this.#text = el.createDiv({ cls: 'living-wiki-foot-text' });
    if (!Platform.isPhone)
      addButton(el, { text: words.rejectAll, cls: 'living-wiki-button' }, () => actions.rejectAll());
    const all = { text: words.acceptAll, cls: 'living-wiki-button living-wiki-accept-all' };
    addButton(el, all, () => actions.acceptAll());
    this.#apply = addButton(el, { text: '', cls: 'living-wiki-button living-wiki-apply' }, () =>
      this.#isRejected ? actions.run('next') : actions.apply(),
    );
    this.#next = Platform.isPhone ? this.#drawThumbs(el) : this.#drawNext(el);
    this.update(context.preview);
  }

  update(preview: ReviewPreview | null): void {
    const { review, decisions } = this.#context;
    const { accepted, total, undecided } = countHunks(allIds(review), decisions);
    const found = blockersIn(review, preview);
    const [first] = found;
    const had = this.#text.contains(this.#text.doc.activeElement);
    this.#text.empty();
    this.#text.toggleClass('is-blocked', first !== undefined);
    this.#text.createSpan({ text: words.decided(accepted, total) });
    if (first) {
      this.#text.appendText(' · ');
      const text = found.length === 1 ? coreText(first.message) : words.blocked(found.length);
      const go = addButton(
        this.#text,
        { text: text, cls: 'living-wiki-button living-wiki-link living-wiki-foot-warn' },
        () => this.#actions.goTo(first),
      );
      go.title = words.goToProblem;
      if (had) go.focus();
    } else this.#text.createSpan({ cls: 'living-wiki-foot-more', text: ` · ${words.untilApply}` });
    this.#isRejected = accepted === 0 && undecided === 0 && total > 0;
    this.#apply.setText(this.#isRejected ? words.rejectProposal : words.apply(accepted, total));
    this.#apply.disabled = accepted === 0 && total > 0 && !this.#isRejected;
    this.#apply.title = this.#apply.disabled ? words.nothingAccepted : '';
    // The main button is what Enter does.
    this.#el.toggleClass('is-decided', undecided === 0);
    this.#apply.toggleClass('mod-cta', undecided === 0);
    this.#next.toggleClass('mod-cta', undecided > 0);
    if (undecided === 0 && this.#next === this.#el.doc.activeElement) this.#apply.focus();
  }

  #drawNext(el: HTMLElement): HTMLButtonElement {
    const options = { text: words.nextDecision, cls: 'living-wiki-button living-wiki-next-decision' };
    return addButton(el, options, () => this.#actions.run('next'));
  }

  /** Two large buttons under the thumb, for the change that is shown. @returns the one that accepts */
  #drawThumbs(el: HTMLElement): HTMLButtonElement {
    const row = el.createDiv({ cls: 'living-wiki-thumbs' });
    const cls = 'living-wiki-button living-wiki-thumb';
    addButton(row, { text: `✕ ${words.reject}`, label: words.rejectThis, cls }, () => this.#actions.run('reject'));
    return addButton(row, { text: `✓ ${words.accept}`, label: words.acceptThis, cls }, () =>
      this.#actions.run('accept'),
    );
  }
}

/** Conflicts first: the checks are only reliable once they are resolved. */
function blockersIn({ files }: Review, preview: ReviewPreview | null): readonly Blocker[] {
  const conflicts = files.filter(({ conflict }) => conflict !== null);
  const [first] = conflicts;
  if (first) {
    const message = words.conflicts(conflicts.length);
    return [{ message, remedy: first.conflict?.remedy ?? '', path: first.path, hunk: null }];
  }
  return preview?.blocked ? blockersOf(preview.checks, files) : [];
}
