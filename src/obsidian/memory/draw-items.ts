import { factSourceName, type MemoryItem } from '../../workbench';
import { type WikiController } from '../controller';
import { memory as words, quoteText } from '../locale';
import { addButton, drawEmptyState, iconSpan } from '../ui';
import { dayText, doneTasks, itemsOf, plainText, type MemoryTab } from './view-model/text';

/** Rows that are drawn at first, and each time that a person asks for more. */
export const ROWS = 60;

export interface ItemActions {
  readonly controller: WikiController;
  open(item: MemoryItem): void;
  setTask(item: MemoryItem, isDone: boolean): void;
  makeSource(item: MemoryItem): void;
  /** Shows the details of one item, or hides them. */
  toggle(item: MemoryItem): void;
  more(): void;
}

interface ItemListState {
  readonly tab: MemoryTab;
  readonly filter: string;
  /** The bullet whose details are shown. */
  readonly open: string | null;
  readonly rows: number;
  /** Tasks that were ticked in this view a moment ago, by their text. */
  readonly ticked: ReadonlySet<string>;
  readonly isDoneOpen: boolean;
}

/** One list: of facts, decisions, questions or playbooks, or the open tasks and then the done ones. */
export function drawItems(
  el: HTMLElement,
  items: readonly MemoryItem[],
  state: ItemListState,
  actions: ItemActions,
): void {
  const shown = itemsOf(items, state.tab, state.filter);
  const done = state.tab === 'tasks' ? doneTasks(items, state.filter) : [];
  if (shown.length + done.length === 0) drawEmptyState(el, state.filter.trim() === '' ? words.emptyTab : words.noMatch);
  const just = done.filter(({ text }) => state.ticked.has(text));
  const list = el.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });
  for (const item of shown.slice(0, state.rows)) {
    if (state.tab === 'tasks') drawTask(list, item, false, actions);
    else drawItem(list, item, state.open === item.bullet, actions);
  }
  for (const item of just) drawTask(list, item, true, actions);
  drawMore(el, shown.length - state.rows, 'more rows', actions);
  const older = done.filter((item) => !just.includes(item));
  if (older.length > 0) drawDone(el, older, state, actions);
}

function drawMore(el: HTMLElement, hidden: number, key: string, actions: ItemActions): void {
  if (hidden <= 0) return;
  addButton(el, { text: words.showMore(hidden), cls: 'living-wiki-button', key }, () => actions.more());
}

function drawTask(list: HTMLElement, item: MemoryItem, isDone: boolean, actions: ItemActions): void {
  const row = list.createEl('li', { cls: 'living-wiki-memory-task' });
  const text = plainText(item.text);
  const box = row.createEl('input', {
    type: 'checkbox',
    cls: 'living-wiki-memory-tick',
    attr: { 'aria-label': words.tick(text), 'data-living-wiki-focus': `tick ${item.text}` },
  });
  box.checked = isDone;
  box.addEventListener('change', () => actions.setTask(item, box.checked));
  const body = row.createDiv({ cls: 'living-wiki-memory-body' });
  addButton(body, { cls: 'living-wiki-memory-open', key: `open ${item.text}` }, () => actions.open(item)).createSpan({
    text,
    cls: isDone ? 'living-wiki-memory-done' : '',
    attr: { dir: 'auto' },
  });
  if (isDone) {
    body.createDiv({ cls: 'living-wiki-muted', text: words.doneNow });
    const options = {
      text: words.reopen,
      cls: 'living-wiki-button',
      label: words.reopenOne(text),
      key: `reopen ${item.text}`,
    };
    addButton(row, options, () => actions.setTask(item, false));
  } else drawOrigin(body, item);
}

function drawItem(list: HTMLElement, item: MemoryItem, isOpen: boolean, actions: ItemActions): void {
  const row = list.createEl('li', { cls: `living-wiki-memory-item${isOpen ? ' is-open' : ''}` });
  const text = plainText(item.text);
  const head = addButton(row, { cls: 'living-wiki-memory-open', key: `item ${item.bullet}` }, () =>
    actions.toggle(item),
  );
  head.setAttr('aria-expanded', String(isOpen));
  head.createSpan({ text, attr: { dir: 'auto' } });
  if (isOpen && item.quote !== null) {
    const quote = row.createDiv({ cls: 'living-wiki-memory-quote' });
    quote.createEl('blockquote', { text: quoteText(item.quote), attr: { dir: 'auto' } });
    const found = quote.createDiv({ cls: 'living-wiki-muted' });
    iconSpan(found, 'check');
    found.createSpan({ text: words.found });
  }
  if (item.evidence === 'none' || item.evidence === 'missing') {
    const note = row.createDiv({ cls: 'living-wiki-memory-warn' });
    iconSpan(note, 'triangle-alert');
    note.createSpan({ text: item.evidence === 'none' ? words.noQuote : words.missingQuote });
  }
  drawOrigin(row, item);
  const { controller } = actions;
  const inWiki = item.category === 'facts' && isSource(controller, item);
  if (inWiki && controller.state.kind === 'ready') {
    const link = row.createDiv({ cls: 'living-wiki-muted' });
    iconSpan(link, 'link');
    link.createSpan({ text: words.inWiki(controller.state.workbench.snapshot.manifest.title) });
  }
  if (!isOpen) return;
  const buttons = row.createDiv({ cls: 'living-wiki-memory-buttons' });
  if (item.category === 'facts' && !inWiki && controller.state.kind === 'ready') {
    const button = addButton(buttons, { cls: 'living-wiki-button', key: `source ${item.bullet}` }, () =>
      actions.makeSource(item),
    );
    iconSpan(button, 'file-text');
    button.createSpan({ text: words.makeSource });
  }
  addButton(buttons, { text: words.openLine, cls: 'living-wiki-button', key: `line ${item.bullet}` }, () =>
    actions.open(item),
  );
}

/** Whether the open wiki has this fact among its sources. */
function isSource({ state }: WikiController, item: MemoryItem): boolean {
  if (state.kind !== 'ready') return false;
  const { snapshot } = state.workbench;
  return snapshot.sources.has(`${snapshot.layout.sources}/${factSourceName(item)}`);
}

function drawOrigin(parent: HTMLElement, { from, evidence }: MemoryItem): void {
  const line = parent.createDiv({ cls: 'living-wiki-muted living-wiki-memory-origin' });
  iconSpan(line, evidence === 'own' ? 'pencil' : 'message-circle');
  const day = from === null ? '' : dayText(from.day);
  let text = words.own;
  if (from !== null) text = (evidence === 'own' ? words.edited : words.origin)(from.conversation, day);
  line.createSpan({ text, attr: { dir: 'auto' } });
}

function drawDone(el: HTMLElement, done: readonly MemoryItem[], state: ItemListState, actions: ItemActions): void {
  const details = el.createEl('details', { cls: 'living-wiki-memory-fold' });
  details.open = state.isDoneOpen;
  details.createEl('summary', { text: words.done(done.length) });
  const list = details.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });
  for (const item of done.slice(0, state.rows)) {
    const row = list.createEl('li', { cls: 'living-wiki-memory-task' });
    const body = row.createDiv({ cls: 'living-wiki-memory-body' });
    addButton(body, { cls: 'living-wiki-memory-open', key: `open ${item.text}` }, () => actions.open(item)).createSpan({
      text: plainText(item.text),
      cls: 'living-wiki-memory-done',
      attr: { dir: 'auto' },
    });
    drawOrigin(body, item);
    const label = words.reopenOne(plainText(item.text));
    addButton(row, { text: words.reopen, cls: 'living-wiki-button', label, key: `reopen ${item.text}` }, () =>
      actions.setTask(item, false),
    );
  }
  drawMore(details, done.length - state.rows, 'more done', actions);
}
