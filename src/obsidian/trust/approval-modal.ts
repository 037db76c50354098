import { Notice } from 'obsidian';
import { type Run, type UnconfirmedChange, type Workbench } from '../../workbench';
import { type WikiController } from '../controller/types';
import { personOf, savePerson } from '../host/device';
import { dateText, trust as words } from '../locale';
import { addButton, drawEmptyState } from '../ui/elements';
import { WikiModal } from '../ui/wiki-modal';
import { drawChange } from './draw-change';
import { drawTexts } from './draw-texts';

/** What changed of the rules for the model, the worst first, to approve file by file. */
export class ApprovalModal extends WikiModal<readonly UnconfirmedChange[]> {
  readonly #chosen = new Set<UnconfirmedChange>();

  constructor(controller: WikiController) {
    super(controller, { cls: 'living-wiki-approvals', title: words.review, loading: words.loading });
  }

  protected override read(workbench: Workbench, run: Run): Promise<readonly UnconfirmedChange[]> {
    return workbench.unconfirmedChanges(run, 'as-used');
  }

  protected override draw(changes: readonly UnconfirmedChange[]): void {
    this.#chosen.clear();
    if (changes.length === 0) this.#drawNone();
    else this.#drawChanges(changes);
  }

  #drawNone(): void {
    drawEmptyState(this.contentEl, words.none);
    const foot = this.contentEl.createDiv({ cls: 'living-wiki-form-row' });
    addButton(foot, { text: words.close, cls: 'mod-cta' }, () => this.close()).focus();
  }

  #drawChanges(changes: readonly UnconfirmedChange[]): void {
    const { contentEl } = this;
    const times = changes.flatMap(({ approvedAt }) => (approvedAt === null ? [] : [approvedAt]));
    const since = times.length === 0 ? null : dateText(Math.max(...times), { dateStyle: 'long' });
    this.setTitle(since === null ? words.titleNew : words.title);
    const lead = words.lead(changes.length, since);
    const waits = changes.some(({ stopsAll }) => stopsAll) ? words.waits : words.skillsWait;
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: `${lead} ${waits}` });
    const list = contentEl.createEl('ul', { cls: 'living-wiki-approval-list', attr: { role: 'list' } });
    const foot = createDiv({ cls: 'living-wiki-approval-foot' });
    const update = this.#drawFoot(foot, changes.length);
    for (const change of changes) {
      drawChange(list, change, (isOn) => {
        if (isOn) this.#chosen.add(change);
        else this.#chosen.delete(change);
        update();
      });
    }
    drawTexts(contentEl, changes);
    contentEl.append(foot);
    foot.querySelector<HTMLElement>('.mod-cta')?.focus({ preventScroll: true });
  }

  /** @returns what brings the button up to date */
  #drawFoot(foot: HTMLElement, count: number): () => void {
    const { app } = this.controller;
    const about = foot.createDiv({ cls: 'living-wiki-approval-about' });
    about.createDiv({ cls: 'living-wiki-muted', text: words.kept });
    const attr = { 'aria-label': words.name, maxlength: 100, dir: 'auto' };
    const name = about.createEl('input', { type: 'text', placeholder: words.name, attr });
    name.value = personOf(app);
    name.addEventListener('change', () => savePerson(app, name.value));
    const buttons = foot.createDiv({ cls: 'living-wiki-form-row' });
    const approve = addButton(buttons, { text: words.approve, cls: 'living-wiki-button' }, () => {
      savePerson(app, name.value);
      this.controller.attempt(() => this.#approve());
    });
    approve.disabled = true;
    addButton(buttons, { text: words.keep, cls: 'mod-cta' }, () => this.close());
    // Enter keeps everything blocked, wherever the focus is, except on the button that approves.
    this.contentEl.addEventListener('keydown', (event) => {
      const isButton = event.target instanceof HTMLButtonElement || event.targetNode?.nodeName === 'SUMMARY';
      if (event.key !== 'Enter' || event.isComposing || isButton) return;
      event.preventDefault();
      this.close();
    });
    return () => {
      const chosen = this.#chosen.size;
      approve.disabled = chosen === 0;
      approve.setText(chosen === 0 ? words.approve : words.approveSome(chosen, count));
    };
  }

  async #approve(): Promise<void> {
    const controller = this.controller;
    const { state } = controller;
    if (state.kind !== 'ready' || this.#chosen.size === 0) return;
    const chosen = [...this.#chosen];
    await controller.inBackground(() => state.workbench.confirmChanges(chosen, controller.backgroundRun()));
    new Notice(words.done(chosen.length));
    this.close();
  }
}
