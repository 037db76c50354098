import { ItemView } from 'obsidian';
import type { ViewStateResult, WorkspaceLeaf } from 'obsidian';
import type { Desk } from '../desk/types';
import { LINT_VIEW } from '../desk/view-types';
import { panels as words } from '../locale';
import { KeysModal } from './keys-modal';
import { LensSwitcher } from './lens-switcher';
import { LintActions } from './lint-actions';
import { drawFinding, drawGroup, isSameRow, numberRow } from './lint-rows';
import { groupFindings, lintFilter, lintGroupings, lintRows, nextRow, readLintState, rowInstead } from './lint-model';
import type { LintPanelState, LintRow, RowMove } from './lint-model';
import { LongList } from './long-list';
import { emptyNote, iconButton, iconSpan, lensTitle, openWiki, plainButton } from './parts';

const t = words.lint;

/** Moves of the keyboard through the list. */
const moves: Readonly<Record<string, RowMove>> = { ArrowDown: 'down', ArrowUp: 'up', Home: 'first' };

/** What lint finds through the lens that was chosen, and what can be done about it. */
export class LintView extends ItemView {
  override icon = 'list-checks';
  override navigation = false;
  readonly #desk: Desk;
  readonly #actions: LintActions;
  #state: LintPanelState = readLintState(null);
  readonly #closed = new Set<string>();
  #parts: Parts | null = null;
  /** Key of the row that the keyboard is at. */
  #chosen: string | null = null;
  /** Its element, the one stop of the Tab key. */
  #marked: HTMLElement | null = null;

  constructor(leaf: WorkspaceLeaf, desk: Desk) {
    super(leaf);
    this.#desk = desk;
    this.#actions = new LintActions(desk);
  }

  override getViewType(): string {
    return LINT_VIEW;
  }

  override getDisplayText(): string {
    return t.title;
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), ...this.#state };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    this.#state = readLintState(state);
    this.#showState();
    this.#draw(true);
    await super.setState(state, result);
  }

  protected override onOpen(): Promise<void> {
    this.contentEl.addClass('living-wiki-panel', 'living-wiki-lint');
    this.#build();
    this.#showState();
    this.#draw();
    for (const event of ['state', 'lint', 'lens'] as const) this.register(this.#desk.on(event, () => this.#draw()));
    for (const event of ['state', 'lens'] as const) this.register(this.#desk.on(event, () => void this.#showLens()));
    return this.#showLens();
  }

  protected override onClose(): Promise<void> {
    this.#parts = null;
    this.contentEl.empty();
    return Promise.resolve();
  }

  override onResize(): void {
    this.#parts?.list.fill();
  }

  #build(): void {
    const { contentEl } = this;
    contentEl.empty();
    const head = contentEl.createDiv({ cls: 'living-wiki-head' });
    const top = head.createDiv({ cls: 'living-wiki-row' });
    top.createEl('h2', { cls: 'living-wiki-title', text: t.title });
    iconButton(top, 'refresh-cw', t.check, () => this.#actions.check());
    const fixAll = top.createEl('button', {
      cls: 'living-wiki-small-button',
      attr: { type: 'button', 'aria-description': t.fixAllHint, title: t.fixAllHint },
    });
    fixAll.addEventListener('click', () => this.#fixAll());
    const chip = plainButton(head, 'living-wiki-chip', () => new LensSwitcher(this.#desk).open());
    iconSpan(chip, 'aperture');
    const lens = chip.createSpan();
    const under = head.createDiv({ cls: 'living-wiki-row living-wiki-under' });
    const counts = under.createDiv({ cls: 'living-wiki-muted', attr: { role: 'status' } });
    const by = under.createEl('select', { cls: 'living-wiki-choice', attr: { 'aria-label': t.by } });
    for (const value of lintGroupings) by.createEl('option', { value, text: t.grouping[value] });
    by.addEventListener('change', () => this.#change({ ...this.#state, by: readLintState({ by: by.value }).by }));
    const filter = head.createEl('input', {
      cls: 'living-wiki-filter',
      type: 'search',
      placeholder: t.filter,
      attr: { 'aria-label': t.filter, enterkeyhint: 'search' },
    });
    filter.addEventListener('input', () => this.#change({ ...this.#state, filter: filter.value }));
    filter.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') this.#choose(this.#chosen ?? this.#first());
      else if (event.key === 'Escape' && filter.value !== '') this.#change({ ...this.#state, filter: '' }, true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const scroller = contentEl.createDiv({ cls: 'living-wiki-scroll' });
    const body = scroller.createDiv();
    const list = new LongList<LintRow>(scroller, body, {
      section: (row) =>
        row.kind === 'group' ? drawGroup(row, this.#state.by, () => this.#toggle(row.group.key)) : null,
      item: (row) => drawFinding(row, this.#state.by, this.#actions),
      same: isSameRow,
      keep: numberRow,
    });
    scroller.addEventListener('keydown', (event) => this.#key(event));
    scroller.addEventListener('focusin', (event) => this.#focused(event));
    const note = scroller.createDiv();
    this.#parts = { fixAll, chip, lens, counts, by, filter, note, list };
  }

  #change(state: LintPanelState, intoFilter = false): void {
    this.#state = state;
    this.#showState();
    this.#draw(true);
    if (intoFilter) this.#parts?.filter.focus();
    this.app.workspace.requestSaveLayout();
  }

  #showState(): void {
    if (this.#parts === null) return;
    const { by, filter } = this.#parts;
    by.value = this.#state.by;
    if (filter.value !== this.#state.filter) filter.value = this.#state.filter;
  }

  /** @param afresh from the top, since something else is asked for now */
  #draw(afresh = false): void {
    if (this.#parts === null) return;
    const { note, list, counts, fixAll, chip } = this.#parts;
    const hadFocus = this.#isListFocused();
    const { lint, state } = this.#desk;
    const found = state.kind === 'ready' ? (lint?.findings ?? []) : [];
    const shown = found.filter(lintFilter(this.#state.filter));
    const rows = lintRows(groupFindings(shown, this.#state.by), this.#closed);
    this.#chosen = rowInstead(list.rows, rows, this.#chosen);
    if (afresh) list.restart(rows);
    else list.update(rows);
    note.empty();
    if (openWiki(this.#desk, note) !== null) {
      if (lint === null) emptyNote(note, t.pending);
      else if (found.length === 0) emptyNote(note, t.clean, t.cleanHint);
      else if (shown.length === 0) {
        const empty = emptyNote(note, t.noMatch);
        const clear = empty.createEl('button', { text: t.clearFilter, attr: { type: 'button' } });
        clear.addEventListener('click', () => this.#change({ ...this.#state, filter: '' }, true));
      }
    }
    const total = lint === null || state.kind !== 'ready' ? '' : t.counts(lint.counts);
    const some = shown.length < found.length ? ` · ${t.shown(shown.length, found.length)}` : '';
    // Only a change is spoken.
    if (counts.getText() !== total + some) counts.setText(total + some);
    const safe = shown.filter(({ fixable }) => fixable).length;
    fixAll.setText(t.fixAll(safe));
    fixAll.toggle(safe > 0);
    chip.toggle(state.kind === 'ready');
    this.#mark();
    if (hadFocus) this.#choose(this.#chosen ?? this.#first());
  }

  /** Names the lens that judges. Asking for its title reads manifests, so it is asked for only when it may be another. */
  async #showLens(): Promise<void> {
    const title = await lensTitle(this.#desk).catch(() => this.#desk.lens ?? '');
    this.#parts?.lens.setText(title);
    this.#parts?.chip.setAttr('aria-label', words.lens.chip(title));
  }

  #isListFocused(): boolean {
    const { activeElement } = this.contentEl.ownerDocument;
    return (
      activeElement !== null &&
      this.contentEl.contains(activeElement) &&
      activeElement.closest('[data-living-wiki-key]') !== null
    );
  }

  #first(): string | null {
    const rows = this.#parts?.list.rows ?? [];
    return (rows.find(({ kind }) => kind === 'finding') ?? rows[0])?.key ?? null;
  }

  #toggle(group: string): void {
    if (!this.#closed.delete(group)) this.#closed.add(group);
    this.#draw();
  }

  /** Moves the keyboard to a row. */
  #choose(key: string | null): void {
    if (key === null) return;
    this.#chosen = key;
    const el = this.#parts?.list.reveal(key);
    this.#mark();
    const target = el?.querySelector<HTMLElement>('[data-living-wiki-main]');
    target?.focus();
    target?.scrollIntoView({ block: 'nearest' });
  }

  /** One row of the list is a stop of the Tab key, with its buttons. */
  #mark(): void {
    const key = this.#chosen ?? this.#first();
    const el = key === null ? null : (this.#parts?.list.drawn(key) ?? null);
    if (this.#marked !== el) setStop(this.#marked, false);
    this.#marked = el;
    setStop(el, true);
    el?.toggleClass('is-selected', key === this.#chosen && el.tagName === 'LI');
  }

  #focused(event: FocusEvent): void {
    const target = event.target as HTMLElement | null;
    const key = target?.closest<HTMLElement>('[data-living-wiki-key]')?.dataset.livingWikiKey;
    if (key === undefined || key === this.#chosen) return;
    this.#chosen = key;
    this.#mark();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || this.#parts === null) return;
    const { rows } = this.#parts.list;
    const row = rows.find(({ key }) => key === this.#chosen);
    const move = moves[event.key];
    if (move !== undefined) this.#choose(nextRow(rows, this.#chosen, move)?.key ?? null);
    else if (event.key === 'End') this.#choose(this.#parts.list.farthest?.key ?? null);
    else if (event.key === '/') this.#parts.filter.focus();
    else if (event.key === '?') new KeysModal(this.app, t.help).open();
    else if (row?.kind === 'group' && event.key === (row.open ? 'ArrowLeft' : 'ArrowRight'))
      this.#toggle(row.group.key);
    else if (row?.kind === 'finding' && event.key === 'ArrowLeft') this.#choose(this.#groupOf(row));
    else if (row?.kind === 'finding' && event.key === 'f') this.#actions.mend(row.finding, event.target as HTMLElement);
    else if (row?.kind === 'finding' && event.key === 'i') this.#actions.ignore(row.finding);
    else if (row?.kind === 'finding' && event.key === 'm') this.#actions.menu(row.finding, event.target as HTMLElement);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** All safe fixes of what is shown: of everything, where no filter narrows it. */
  #fixAll(): void {
    const { filter } = this.#state;
    const findings = this.#desk.lint?.findings ?? [];
    this.#actions.fix(
      filter.trim() === '' ? 'safe' : findings.filter(lintFilter(filter)).filter(({ fixable }) => fixable),
    );
  }

  #groupOf(row: LintRow): string | null {
    const rows = this.#parts?.list.rows ?? [];
    const groups = rows.slice(0, rows.indexOf(row)).filter(({ kind }) => kind === 'group');
    return groups[groups.length - 1]?.key ?? null;
  }
}

/** Makes a row a stop of the Tab key, with its buttons, or no longer. */
function setStop(el: HTMLElement | null, is: boolean): void {
  if (el === null) return;
  if (!is) el.removeClass('is-selected');
  for (const button of el.querySelectorAll<HTMLElement>('[tabindex]')) {
    // A group's element holds the rows below it, which are stops of their own.
    if (button.closest('[data-living-wiki-key]') === keyed(el)) button.tabIndex = is ? 0 : -1;
  }
}

function keyed(el: HTMLElement): HTMLElement | null {
  return el.matches('[data-living-wiki-key]') ? el : el.querySelector<HTMLElement>('[data-living-wiki-key]');
}

interface Parts {
  readonly fixAll: HTMLButtonElement;
  readonly chip: HTMLElement;
  readonly lens: HTMLElement;
  readonly counts: HTMLElement;
  readonly by: HTMLSelectElement;
  readonly filter: HTMLInputElement;
  readonly note: HTMLElement;
  readonly list: LongList<LintRow>;
}
