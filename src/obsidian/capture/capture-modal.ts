import { Modal, requestUrl } from 'obsidian';
import { WikiError } from '../../workbench';
import { type WikiController } from '../controller';
import { home } from '../locale';
import { addButton } from '../ui';
import { asLink, fileNameFor, titleFor, toNote, type Capture } from './note';
import { readPage } from './page-text';

const words = home.capture;
/** A larger page is no text that somebody reads. Characters. */
const MAX_PAGE = 5_000_000;

/** Shows a link or a text that was dropped or pasted, and saves it as a source once the person has looked at it. */
export class CaptureModal extends Modal {
  readonly #controller: WikiController;
  readonly #dropped: string;
  readonly #fields = new Map<keyof Capture, HTMLInputElement | HTMLTextAreaElement>();

  /** @param dropped a link or a text; `''` for nothing yet */
  constructor(controller: WikiController, dropped = '') {
    super(controller.app);
    this.#controller = controller;
    this.#dropped = dropped.trim();
  }

  override onOpen(): void {
    this.setTitle(words.title);
    const link = asLink(this.#dropped);
    const form = this.contentEl.createEl('form', { cls: 'living-wiki-capture' });
    this.#field(form, 'address', link ?? '').setAttr('inputmode', 'url');
    const row = form.createDiv({ cls: 'living-wiki-capture-read' });
    addButton(row, { text: words.fetch, cls: 'living-wiki-small-button' }, () =>
      this.#controller.attempt(() => this.#fetch()),
    );
    row.createSpan({ cls: 'living-wiki-muted', text: words.fetchWhat });
    this.#field(form, 'title', link === null ? titleFor(this.#dropped) : '');
    this.#field(form, 'date', '').setAttr('type', 'date');
    this.#field(form, 'text', link === null ? this.#dropped : '');
    const said = form.createDiv({ cls: 'living-wiki-form-problem', attr: { role: 'alert' } });
    const buttons = form.createDiv({ cls: 'modal-button-container' });
    buttons.createEl('button', { cls: 'mod-cta', text: words.save, attr: { type: 'submit' } });
    addButton(buttons, { text: words.cancel }, () => this.close());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const capture = this.#capture();
      if (capture.text === '') said.setText(words.needsText);
      else if (capture.address !== '' && asLink(capture.address) === null) said.setText(words.noLink);
      else this.#save(capture);
    });
    (link === null && this.#dropped !== '' ? this.#fields.get('title') : this.#fields.get('address'))?.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  #field(form: HTMLElement, name: keyof Capture, value: string): HTMLInputElement | HTMLTextAreaElement {
    const label = form.createEl('label', { cls: 'living-wiki-set-up-field' });
    label.createSpan({ text: words.fields[name] });
    // The app draws inputs of this type like its own.
    const attr = { dir: 'auto', ...(name !== 'text' && { type: 'text' }) };
    const field = label.createEl(name === 'text' ? 'textarea' : 'input', { attr });
    if (name === 'text') field.setAttr('rows', 8);
    field.value = value;
    this.#fields.set(name, field);
    return field;
  }

  #capture(): Capture {
    const read = (name: keyof Capture): string => this.#fields.get(name)?.value.trim() ?? '';
    const text = read('text');
    return {
      title: read('title') || titleFor(text) || words.untitled,
      address: read('address'),
      date: read('date'),
      text,
    };
  }

  /** Reads the page of the address, because the person asked for it. */
  async #fetch(): Promise<void> {
    const address = asLink(this.#fields.get('address')?.value ?? '');
    if (address === null)
      throw new WikiError('living-wiki:page_not_fetched', words.noLink, { remedy: words.noLinkRemedy });
    // Offline, and for a name that nobody has, there is no answer at all.
    const answer = await requestUrl({ url: address, throw: false }).catch(() => null);
    if (answer === null || answer.status >= 400 || answer.text.length > MAX_PAGE) {
      const status = answer === null ? words.noAnswer : String(answer.status);
      throw new WikiError('living-wiki:page_not_fetched', words.failed(address, status), {
        remedy: words.failedRemedy,
      });
    }
    const { title, published, text } = readPage(answer.text);
    const set = (name: keyof Capture, value: string): void => {
      const field = this.#fields.get(name);
      if (field && value !== '') field.value = value;
    };
    set('title', title);
    set('date', published ?? '');
    set('text', text);
    this.#fields.get('text')?.focus();
  }

  #save(capture: Capture): void {
    const bytes = new TextEncoder().encode(toNote(capture));
    this.close();
    this.#controller.attempt(() =>
      this.#controller.addSources([{ name: fileNameFor(capture.title), bytes: () => Promise.resolve(bytes) }]),
    );
  }
}
