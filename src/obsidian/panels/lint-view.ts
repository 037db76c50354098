import { ItemView, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { type WikiController } from '../controller/types';
import { LINT_VIEW } from '../controller/view-types';
import { panels as words } from '../locale';
import { KeysModal } from './keys-modal';
import { LensChip } from './lens-chip';
import { LintActions } from './lint-actions';
import { LintCursor } from './lint-cursor';
import { drawFinding, drawGroup, isSameRow, numberRow } from './lint-rows';
import {
  groupFindings,
  lintFilter,
  LINT_GROUPINGS,
  lintRows,
  readLintState,
  type LintPanelState,
  type LintRow,
} from './view-model/lint';
import { LongList } from './long-list';
import { drawEmptyState, iconButton, workbenchOrNote, plainButton } from './parts';

const t = words.lint;

/** What lint finds through the lens that was chosen, and what can be done about it. */
export class LintView extends ItemView {
  override icon = 'list-checks';
  override navigation = false;
  readonly #controller: WikiController;
  readonly #actions: LintActions;
  #state: LintPanelState = readLintState(null);
  readonly #closed = new Set<string>();
  #parts: Parts | null = null;
  constructor(leaf: WorkspaceLeaf, controller: WikiController) {
    super(leaf);
    this.#controller = controller;
    this.#actions = new LintActions(controller);
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
    for (const event of ['state', 'lint', 'lens'] as const)
      this.register(this.#controller.on(event, () => this.#draw()));
    for (const event of ['state', 'lens'] as const)
      this.register(this.#controller.on(event, () => this.#parts?.lens.show()));
    return Promise.resolve();
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
    iconButton(top, 'refresh-cw', t.check, () => this.#actions.lintNow());
    const fixAll = top.createEl('button', {
      cls: 'living-wiki-small-button',
      attr: { type: 'button', 'aria-description': t.fixAllHint, title: t.fixAllHint },
    });
    fixAll.addEventListener('click', () => this.#fixAll());
    const lens = new LensChip(head, this.#controller);
    const under = head.createDiv({ cls: 'living-wiki-row living-wiki-under' });
    const counts = under.createDiv({ cls: 'living-wiki-muted', attr: { role: 'status' } });
    const ignored = plainButton(under, 'living-wiki-link', () => this.#actions.manifest());
    ignored.title = t.ignoredHint;
    const by = under.createEl('select', { cls: 'living-wiki-choice', attr: { 'aria-label': t.by } });
    for (const value of LINT_GROUPINGS) by.createEl('option', { value, text: t.grouping[value] });
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
      if (event.key === 'ArrowDown') cursor.focus();
      else if (event.key === 'Escape' && filter.value !== '') this.#change({ ...this.#state, filter: '' }, true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const scroller = contentEl.createDiv({ cls: 'living-wiki-scroll' });
    const body = scroller.createDiv();
    const list = new LongList<LintRow>(scroller, body, {
      section: (row) =>
        row.kind === 'group' ? drawGroup(row, this.#state.by, this.#root, () => this.#toggle(row.group.key)) : null,
      item: (row) => drawFinding(row, this.#state.by, this.#root, this.#actions),
      same: isSameRow,
      keep: numberRow,
    });
    scroller.addEventListener('keydown', (event) => this.#key(event));
    const cursor = new LintCursor(scroller, list);
    const note = scroller.createDiv();
    this.#parts = { fixAll, lens, counts, ignored, by, filter, note, list, cursor };
  }

  /** The wiki's folder. */
  get #root(): string {
    const { state } = this.#controller;
    return state.kind === 'ready' ? state.root : '';
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
    const { note, cursor, counts, ignored, fixAll, lens } = this.#parts;
    const { lint, state } = this.#controller;
    const found = state.kind === 'ready' ? (lint?.findings ?? []) : [];
    const shown = found.filter(lintFilter(this.#state.filter, this.#root));
    const rows = lintRows(groupFindings(shown, this.#state.by), this.#closed);
    cursor.show(rows, afresh);
    note.empty();
    if (workbenchOrNote(this.#controller, note) !== null) {
      if (lint === null) drawEmptyState(note, t.pending);
      else if (found.length === 0) drawEmptyState(note, t.clean, t.cleanHint);
      else if (shown.length === 0) {
        const empty = drawEmptyState(note, t.noMatch);
        const clear = empty.createEl('button', { text: t.clearFilter, attr: { type: 'button' } });
        clear.addEventListener('click', () => this.#change({ ...this.#state, filter: '' }, true));
      }
    }
    const total = lint === null || state.kind !== 'ready' ? '' : t.counts(lint.counts);
    const some = shown.length < found.length ? ` · ${t.shown(shown.length, found.length)}` : '';
    // Only a change is spoken.
    if (counts.getText() !== total + some) counts.setText(total + some);
    ignored.setText(t.ignored(lint?.ignored ?? 0));
    ignored.toggle(state.kind === 'ready' && lint !== null && lint.ignored > 0);
    const safe = shown.filter(({ fixable }) => fixable).length;
    fixAll.setText(t.fixAll(safe));
    fixAll.toggle(safe > 0);
    lens.el.toggle(state.kind === 'ready');
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
    else if (event.key === '?') this.#controller.openModal(new KeysModal(this.app, t.help));
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

  /** All safe fixes of what is shown: of everything, where no filter narrows it. */
  #fixAll(): void {
    const { filter } = this.#state;
    const findings = this.#controller.lint?.findings ?? [];
    this.#actions.fix(
      filter.trim() === '' ? 'safe' : findings.filter(lintFilter(filter, this.#root)).filter(({ fixable }) => fixable),
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
