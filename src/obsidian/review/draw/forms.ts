import { review as words } from '../../locale';
import { type EditableText } from '../view-model/edit-text';
import { addButton } from '../../ui';

/** Makes Escape close the form and nothing else. */
function closeOnEscape(form: HTMLElement, close: () => void): void {
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
}

/**
 * Asks why a hunk is rejected. The reason may be empty.
 * @param about the text that the reason is about
 * @param page the title of a new page, which the person can refuse for all sources; `null` for other changes
 */
export function drawReasonForm(
  parent: HTMLElement,
  reasons: readonly string[],
  done: (reason: string, isNever: boolean) => void,
  close: () => void,
  page: string | null = null,
  about: string | null = null,
): void {
  const form = parent.createEl('form', { cls: 'living-wiki-form living-wiki-reason' });
  if (about !== null) form.createDiv({ cls: 'living-wiki-muted', text: words.about(about), attr: { dir: 'auto' } });
  const input = form.createEl('input', {
    type: 'text',
    placeholder: words.reasonPlaceholder,
    attr: { 'aria-label': `${words.reasonPlaceholder}. ${words.reasonHint}`, maxlength: 300, enterkeyhint: 'done' },
  });
  const never = page === null ? null : drawNever(form, page);
  const row = form.createDiv({ cls: 'living-wiki-form-row' });
  const recent = row.createDiv({ cls: 'living-wiki-chips', attr: { role: 'group', 'aria-label': words.reasons } });
  for (const reason of reasons.length > 0 ? reasons : words.usualReasons) {
    addButton(recent, { text: reason, cls: 'living-wiki-button living-wiki-chip' }, () =>
      done(reason, never?.checked === true),
    );
  }
  addButton(row, { text: words.cancel, cls: 'living-wiki-button' }, close);
  row.createEl('button', {
    cls: 'living-wiki-button living-wiki-reject',
    text: words.reject,
    attr: { type: 'submit' },
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    done(input.value.trim(), never?.checked === true);
  });
  closeOnEscape(form, close);
  input.focus();
}

function drawNever(form: HTMLElement, page: string): HTMLInputElement {
  const label = form.createEl('label', { cls: 'living-wiki-never' });
  const box = label.createEl('input', { type: 'checkbox' });
  label.createSpan({ text: words.never(page), attr: { dir: 'auto' } });
  return box;
}

/** How much of the unchanged text on the line is shown before and after. Characters. */
const MAX_CONTEXT = 300;

/** A form to edit a text in place. The rest of its lines is shown and stays unchanged. */
export function drawEditForm(
  parent: HTMLElement,
  name: string,
  { lead, text, tail }: EditableText,
  done: (typed: string) => void,
  close: () => void,
): void {
  const form = parent.createEl('form', { cls: 'living-wiki-form living-wiki-edit' });
  const drawContext = (part: string): void => {
    if (part !== '') form.createEl('code', { cls: 'living-wiki-stays', text: part, title: words.unchangedContext });
  };
  drawContext(lead.length > MAX_CONTEXT ? `…${lead.slice(-MAX_CONTEXT)}` : lead);
  const area = form.createEl('textarea', { attr: { 'aria-label': words.textOf(name), spellcheck: true, dir: 'auto' } });
  area.defaultValue = text.replace(/\r\n?/g, '\n');
  area.rows = Math.min(
    24,
    Math.max(
      2,
      text.split('\n').reduce((rows, line) => rows + 1 + Math.floor(line.length / 80), 1),
    ),
  );
  drawContext(tail.length > MAX_CONTEXT ? `${tail.slice(0, MAX_CONTEXT)}…` : tail);
  const row = form.createDiv({ cls: 'living-wiki-form-row' });
  addButton(row, { text: words.cancel, cls: 'living-wiki-button' }, close);
  row.createEl('button', { cls: 'living-wiki-button mod-cta', text: words.save, attr: { type: 'submit' } });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    done(area.value);
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    done(area.value);
  });
  closeOnEscape(form, close);
  area.focus();
}
