import { Platform, setIcon } from 'obsidian';
import { chat as t } from '../locale';
import { addButton } from '../ui';

/** The field for questions. */
export class Composer {
  readonly #input: HTMLTextAreaElement;
  readonly #button: HTMLButtonElement;
  readonly #hint: HTMLElement;
  #isAsking = false;

  /** @param choosePack lets the person choose a pack, at this element; called when an `@` is typed */
  constructor(
    parent: HTMLElement,
    send: (question: string) => void,
    stop: () => void,
    choosePack: (at: HTMLElement) => void,
  ) {
    const form = parent.createEl('form', { cls: 'living-wiki-chat-form' });
    this.#hint = parent.createDiv({ cls: 'living-wiki-muted living-wiki-chat-hint' });
    this.#input = form.createEl('textarea', {
      attr: { rows: 1, 'aria-label': t.question, placeholder: t.placeholder },
    });
    this.#button = addButton(
      form,
      { icon: 'send', cls: 'clickable-icon living-wiki-icon-button', label: t.send },
      () => (this.#isAsking ? stop() : go()),
    );
    this.#button.addClass('living-wiki-chat-send');
    const go = (): void => {
      const question = this.#input.value.trim();
      if (question === '' || this.#isAsking) return;
      this.write('');
      send(question);
    };
    form.addEventListener('submit', (event) => event.preventDefault());
    this.#input.addEventListener('input', () => {
      this.#fit();
      if (!this.#takeSign()) return;
      choosePack(this.#input);
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing || event.shiftKey) return;
      // On a phone, Enter starts a new line, as in other apps.
      if (Platform.isMobile && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      go();
    });
  }

  show({ isAsking, isFirst, hint }: { isAsking: boolean; isFirst: boolean; hint: string }): void {
    this.#hint.setText(hint);
    this.#input.placeholder = isFirst ? t.placeholder : t.placeholderMore;
    if (isAsking === this.#isAsking) return;
    this.#isAsking = isAsking;
    setIcon(this.#button, isAsking ? 'square' : 'send');
    this.#button.setAttr('aria-label', isAsking ? t.stopKey : t.send);
  }

  write(text: string): void {
    this.#input.value = text;
    this.#fit();
  }

  focus(): void {
    this.#input.focus();
  }

  /** Takes an `@` that begins a word, and is the last that was typed, out of the text. @returns whether there was one */
  #takeSign(): boolean {
    const { value, selectionStart: at } = this.#input;
    if (value.charAt(at - 1) !== '@' || /[^\s(]/.test(value.charAt(at - 2))) return false;
    this.#input.value = value.slice(0, at - 1) + value.slice(at);
    this.#input.setSelectionRange(at - 1, at - 1);
    return true;
  }

  /** Fits the height to the text, up to a maximum. */
  #fit(): void {
    this.#input.setCssProps({ '--living-wiki-lines': String(Math.min(8, this.#input.value.split('\n').length)) });
  }
}
