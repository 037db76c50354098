import { type WikiController } from '../controller';
import { panels as words } from '../locale';
import { KeysModal } from './keys-modal';
import { LensChip } from './lens-chip';
import { LintActions } from './lint-actions';
import { LintCursor } from './lint-cursor';
import { drawFinding, drawGroup, isSameRow, numberRow } from './lint-rows';
import {
  groupFindings,
  isFixedWithOthers,
  lintFilter,
  LINT_GROUPINGS,
  lintRows,
  readLintState,
  type LintPanelState,
  type LintRow,
} from './view-model/lint';
import { LongList } from './long-list';
import { addButton, drawEmptyState, workbenchOrNote, type LazyView, ViewContent } from '../ui';

const t = words.lint;

/** The problems that lint finds with the chosen lens, and what can be done about them. */
export class LintContent extends ViewContent {
  readonly #actions: LintActions;
  #state: LintPanelState = readLintState(null);
  readonly #closed = new Set<string>();
  #parts: Parts | null = null;

  constructor(view: LazyView, controller: WikiController) {
    super(view, controller);
    this.#actions = new LintActions(controller);
  }

  override getState(): Record<string, unknown> {
    return { ...this.#state };
  }

  override setState(state: unknown): void {
    this.#state = readLintState(state);
    this.#showState();
    this.#draw(true);
  }

  override open(): void {
    this.view.contentEl.addClass('living-wiki-panel', 'living-wiki-lint');
    this.#build();
    this.#showState();
    this.#draw();
    for (const event of ['state', 'lint', 'lens'] as const)
      this.register(this.controller.on(event, () => this.#draw()));
    for (const event of ['state', 'lens'] as const)
      this.register(this.controller.on(event, () => this.#parts?.lens.show()));
  }

  override onunload(): void {
    this.#parts = null;
  }

  override focus(): void {
    this.#parts?.cursor.focus();
  }

  override onResize(): void {
    this.#parts?.list.fill();
  }

  #build(): void {
    const { contentEl } = this.view;
    contentEl.empty();
    const head = contentEl.createDiv({ cls: 'living-wiki-head' });
    const fixAll = this.#buildTitle(head.createDiv({ cls: 'living-wiki-row' }));
    const lens = new LensChip(head, this.controller);
    const under = head.createDiv({ cls: 'living-wiki-row living-wiki-under' });
    const counts = under.createDiv({ cls: 'living-wiki-muted', attr: { role: 'status' } });
    const ignored = addButton(under, { cls: 'living-wiki-plain living-wiki-link' }, () => this.#actions.manifest());
    ignored.title = t.ignoredHint;
    const by = under.createEl('select', { cls: 'living-wiki-choice', attr: { 'aria-label': t.by } });
    for (const value of LINT_GROUPINGS) by.createEl('option', { value, text: t.grouping[value] });
    by.addEventListener('change', () => this.#change({ ...this.#state, by: readLintState({ by: by.value }).by }));
    const filter = this.#buildFilter(head);
    const scroller = contentEl.createDiv({ cls: 'living-wiki-scroll' });
    const list = this.#buildList(scroller);
    const cursor = new LintCursor(scroller, list);
    const note = scroller.createDiv();
    this.#parts = { fixAll, lens, counts, ignored, by, filter, note, list, cursor };
  }

  /** @returns the button that fixes all */
  #buildTitle(row: HTMLElement): HTMLButtonElement {
    row.createEl('h2', { cls: 'living-wiki-title', text: t.title });
    const check = { icon: 'refresh-cw', cls: 'clickable-icon living-wiki-icon-button', label: t.check };
    addButton(row, check, () => this.#actions.lintNow());
    const fixAll = addButton(row, { cls: 'living-wiki-small-button' }, () => this.#fixAll());
    fixAll.setAttrs({ 'aria-description': t.fixAllHint, title: t.fixAllHint });
    return fixAll;
  }

  #buildFilter(head: HTMLElement): HTMLInputElement {
    const filter = head.createEl('input', {
      cls: 'living-wiki-filter',
      type: 'search',
      placeholder: t.filter,
      attr: { 'aria-label': t.filter, enterkeyhint: 'search' },
    });
    filter.addEventListener('input', () => this.#change({ ...this.#state, filter: filter.value }));
    filter.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') this.#parts?.cursor.focus();
      else if (event.key === 'Escape' && filter.value !== '') this.#change({ ...this.#state, filter: '' }, true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return filter;
  }

  #buildList(scroller: HTMLElement): LongList<LintRow> {
    scroller.addEventListener('keydown', (event) => this.#key(event));
    return new LongList<LintRow>(scroller, scroller.createDiv(), {
      section: (row) =>
        row.kind === 'group' ? drawGroup(row, this.#state.by, this.#root, () => this.#toggle(row.group.key)) : null,
      item: (row) => drawFinding(row, this.#state.by, this.#root, this.#actions),
      same: isSameRow,
      keep: numberRow,
    });
  }

  /** Folder of the wiki. */
  get #root(): string {
    const { state } = this.controller;
    return state.kind === 'ready' ? state.root : '';
  }

  #change(state: LintPanelState, intoFilter = false): void {
    this.#state = state;
    this.#showState();
    this.#draw(true);
    if (intoFilter) this.#parts?.filter.focus();
    this.view.app.workspace.requestSaveLayout();
  }

  #showState(): void {
    if (this.#parts === null) return;
    const { by, filter } = this.#parts;
    by.value = this.#state.by;
    if (filter.value !== this.#state.filter) filter.value = this.#state.filter;
  }

  /** @param fromTop scrolls to the top, because the filter or grouping changed */
  #draw(fromTop = false): void {
    if (this.#parts === null) return;
    const { note, cursor, counts, ignored, fixAll, lens } = this.#parts;
    const { lint, state } = this.controller;
    const found = state.kind === 'ready' ? (lint?.findings ?? []) : [];
    const shown = found.filter(lintFilter(this.#state.filter, this.#root));
    cursor.show(lintRows(groupFindings(shown, this.#state.by), this.#closed), fromTop);
    note.empty();
    if (workbenchOrNote(this.controller, note) !== null) this.#drawNote(note, found.length, shown.length);
    const total = lint === null || state.kind !== 'ready' ? '' : t.counts(lint.counts);
    const some = shown.length < found.length ? ` · ${t.shown(shown.length, found.length)}` : '';
    // Leave equal text alone, so that screen readers do not repeat it.
    if (counts.getText() !== total + some) counts.setText(total + some);
    ignored.setText(t.ignored(lint?.ignored ?? 0));
    ignored.toggle(state.kind === 'ready' && lint !== null && lint.ignored > 0);
    const safe = shown.filter(isFixedWithOthers).length;
    fixAll.setText(t.fixAll(safe));
    fixAll.toggle(safe > 0);
    lens.el.toggle(state.kind === 'ready');
  }

  /** Says why the list is empty. */
  #drawNote(note: HTMLElement, found: number, shown: number): void {
    if (this.controller.lint === null) drawEmptyState(note, t.pending);
    else if (found === 0) drawEmptyState(note, t.clean, t.cleanHint);
    else if (shown === 0) {
      const empty = drawEmptyState(note, t.noMatch);
      addButton(empty, { text: t.clearFilter }, () => this.#change({ ...this.#state, filter: '' }, true));
    }
  }

  #toggle(group: string): void {
    if (!this.#closed.delete(group)) this.#closed.add(group);
    this.#draw();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || this.#parts === null) return;
    const { cursor, filter } = this.#parts;
    const { row } = cursor;
    if (event.key === '/') filter.focus();
    else if (event.key === '?') this.controller.openModal(new KeysModal(this.view.app, t.help));
    else if (row?.kind === 'group' && event.key === (row.open ? 'ArrowLeft' : 'ArrowRight'))
      this.#toggle(row.group.key);
    else if (row?.kind === 'finding' && event.key === 'f')
      this.#actions.applyQuickFix(row.finding, event.target as HTMLElement);
    else if (row?.kind === 'finding' && event.key === 'i') this.#actions.ignore(row.finding);
    else if (row?.kind === 'finding' && event.key === 'm') this.#actions.menu(row.finding, event.target as HTMLElement);
    else if (!cursor.move(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Applies all safe fixes that the filter shows. */
  #fixAll(): void {
    const { filter } = this.#state;
    const findings = this.controller.lint?.findings ?? [];
    this.#actions.fix(
      filter.trim() === '' ? 'safe' : findings.filter(lintFilter(filter, this.#root)).filter(isFixedWithOthers),
    );
  }
}

interface Parts {
  readonly fixAll: HTMLButtonElement;
  readonly lens: LensChip;
  readonly counts: HTMLElement;
  readonly ignored: HTMLElement;
  readonly by: HTMLSelectElement;
  readonly filter: HTMLInputElement;
  readonly note: HTMLElement;
  readonly list: LongList<LintRow>;
  readonly cursor: LintCursor;
}
