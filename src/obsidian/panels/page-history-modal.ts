import { type PageChange, type Run, type Workbench } from '../../workbench';
import { proposeUndo } from '../actions/undo';
import { type WikiController } from '../controller';
import { coreText, evidence, panels } from '../locale';
import { addButton, DrawQueue, WikiModal } from '../ui';
import { drawDiff } from './diff-draw';
import { canUndo } from './view-model/history';

const words = evidence.history;

/** Every change of one page: when, from which source, by whom, what it did, and how to undo it. */
export class PageHistoryModal extends WikiModal<readonly PageChange[]> {
  readonly #path: string;
  #queue: DrawQueue | null = null;

  /** @param path wiki-relative */
  constructor(controller: WikiController, path: string, title: string) {
    super(controller, { cls: 'living-wiki-page-history', title: words.title(title), loading: words.loading });
    this.#path = path;
  }

  override onClose(): void {
    this.#queue?.stop();
    super.onClose();
  }

  protected override read(workbench: Workbench): Promise<readonly PageChange[]> {
    return workbench.pageHistory(this.#path);
  }

  protected override draw(changes: readonly PageChange[], workbench: Workbench): void {
    this.#queue?.stop();
    this.#queue = new DrawQueue(this.contentEl, {
      run: (signal) => this.controller.backgroundRun(signal),
      onError: (error) => this.controller.showError(error),
    });
    this.contentEl.createEl('p', { cls: 'living-wiki-muted', text: changes.length === 0 ? words.none : words.hand });
    const list = this.contentEl.createEl('ul', { cls: 'living-wiki-list', attr: { role: 'list' } });
    for (const change of changes) this.#drawChange(list.createEl('li'), change, workbench);
  }

  #drawChange(item: HTMLElement, change: PageChange, workbench: Workbench): void {
    item.addClass('living-wiki-page-change');
    const row = item.createDiv({ cls: 'living-wiki-row' });
    const text = row.createDiv({ cls: 'living-wiki-transaction-text' });
    const title = text.createDiv({ cls: 'living-wiki-message', text: coreText(change.title), attr: { dir: 'auto' } });
    title.toggleClass('is-undone', change.undoneBy !== null);
    text.createDiv({ cls: 'living-wiki-muted', text: factsOf(change, this.#path).join(' · ') });
    let diff: HTMLElement | null = null;
    const show = addButton(row, { text: words.show, cls: 'living-wiki-small-button' }, () => {
      if (diff === null) diff = this.#drawDiff(item, change, workbench);
      else {
        diff.remove();
        diff = null;
      }
      show.setAttr('aria-expanded', String(diff !== null));
    });
    show.setAttr('aria-expanded', 'false');
    if (!canUndo(change)) return;
    addButton(
      row,
      { text: words.undo, label: panels.history.undoThis(coreText(change.title)), cls: 'living-wiki-small-button' },
      () => {
        this.close();
        this.controller.attempt(() => proposeUndo(this.controller, change.id));
      },
    );
  }

  #drawDiff(item: HTMLElement, { id, path }: PageChange, workbench: Workbench): HTMLElement {
    const box = item.createDiv({ cls: 'living-wiki-panel living-wiki-history' });
    const run: Run = this.controller.backgroundRun();
    const queue = this.#queue;
    this.controller.attempt(async () => {
      const details = await workbench.transactionDetails(id, run).catch(() => null);
      const file = details?.files.find((each) => each.path === path);
      if (!box.isConnected || queue === null) return;
      if (file === undefined) box.createDiv({ cls: 'living-wiki-muted', text: words.gone });
      else drawDiff(box, queue, file.edit);
    });
    return box;
  }
}

function factsOf(change: PageChange, path: string): readonly string[] {
  const { at, source, models, isOwn, event, undoes, undoneBy } = change;
  const { events, undone } = panels.history;
  return [
    words.when(at),
    events[undoes === null ? event : 'undo'] ?? event,
    ...(source === null ? [] : [words.source(source.title)]),
    ...(models.length === 0 ? [] : [words.by(models)]),
    ...(isOwn ? [] : [words.elsewhere]),
    ...(change.path === path ? [] : [words.then(change.path)]),
    ...(undoneBy === null ? [] : [undone]),
  ];
}
