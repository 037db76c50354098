import { Modal, Setting, type App } from 'obsidian';
import { type Finding, type IgnoreRequest } from '../../workbench';
import { coreText, panels as words } from '../locale';
import { addButton } from '../ui';

const t = words.lint;

/** Asks why a problem is ignored, and where. */
export class IgnoreModal extends Modal {
  readonly #finding: Finding;
  readonly #decide: (request: IgnoreRequest) => void;
  #scope: IgnoreRequest['scope'] = 'page';

  constructor(app: App, finding: Finding, decide: (request: IgnoreRequest) => void) {
    super(app);
    this.#finding = finding;
    this.#decide = decide;
  }

  override onOpen(): void {
    const { contentEl } = this;
    const { path, message } = this.#finding;
    this.setTitle(t.ignoreTitle);
    contentEl.addClass('living-wiki-ignore');
    contentEl.createEl('p', { text: coreText(message) });
    contentEl.createEl('p', { cls: 'living-wiki-muted', text: t.ignoreLead });
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : null;
    new Setting(contentEl).setName(t.ignoreScope).addDropdown((dropdown) => {
      dropdown.addOption('page', t.ignoreHere(path));
      if (folder !== null) dropdown.addOption('folder', t.ignoreFolder(folder));
      dropdown.addOption('wiki', t.ignoreEverywhere);
      dropdown.onChange((value) => (this.#scope = value === 'folder' || value === 'wiki' ? value : 'page'));
      dropdown.selectEl.setAttr('aria-label', t.ignoreScope);
    });
    contentEl.createEl('label', { text: t.ignoreReason, attr: { for: 'living-wiki-reason' } });
    const reason = contentEl.createEl('textarea', {
      cls: 'living-wiki-reason',
      placeholder: t.ignoreReasonHint,
      attr: { id: 'living-wiki-reason', rows: 3, 'aria-describedby': 'living-wiki-reason-problem' },
    });
    const problem = contentEl.createDiv({
      cls: 'living-wiki-problem',
      attr: { id: 'living-wiki-reason-problem', role: 'alert' },
    });
    const submit = (): void => {
      const text = reason.value.trim();
      if (text === '') {
        problem.setText(t.ignoreReasonMissing);
        reason.setAttr('aria-invalid', 'true');
        reason.focus();
        return;
      }
      this.close();
      this.#decide({ finding: this.#finding, reason: text, scope: this.#scope });
    };
    reason.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) submit();
    });
    const buttons = contentEl.createDiv({ cls: 'modal-button-container' });
    addButton(buttons, { text: t.ignoreGo, cls: 'living-wiki-small-button' }, submit).addClass('mod-cta');
    addButton(buttons, { text: words.cancel, cls: 'living-wiki-small-button' }, () => this.close());
    reason.focus();
  }
}
