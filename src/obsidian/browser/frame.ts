import { addButton } from '../ui/elements';
import { panels } from '../locale';
import { browser as words } from '../locale/en/browser';
import { writePlace, type Tab } from './place';
import { type ListedLens, type RemoteWiki } from './remote-wiki';
import { type ServedWiki } from './token';

interface FrameOptions {
  readonly wikis: readonly ServedWiki[];
  readonly wiki: ServedWiki;
  readonly role: RemoteWiki['role'];
  /** `null` on a server that needs no token. */
  readonly signOut: (() => void) | null;
  readonly lenses: readonly ListedLens[];
  /** Name of the lens that is chosen. */
  readonly lens: string | undefined;
  readonly onLens: (name: string) => void;
}

/** The head of the page with its screens, and the place for the screen. */
export class PageFrame {
  readonly main: HTMLElement;
  readonly #links: Readonly<Record<Tab, HTMLElement>>;
  /** Where what went wrong is said, above the screen. */
  readonly banners: HTMLElement;
  /** What is true of the proposal that is shown. */
  readonly note: HTMLElement;
  readonly #lens: HTMLElement;
  readonly #progress: HTMLElement;

  constructor(options: FrameOptions) {
    const { wikis, wiki, role, signOut } = options;
    const { body } = window.document;
    body.empty();
    for (const each of ['read', 'propose', 'review'] as const) body.toggleClass(`may-${each}`, each === role);
    const head = body.createEl('header', { cls: 'page-head' });
    head.createEl('h1', { text: wiki.title });
    if (wikis.length > 1) drawWikis(head, wikis, wiki);
    const nav = head.createEl('nav', { attr: { 'aria-label': words.screens } });
    const link = (tab: Tab, text: string): HTMLElement =>
      nav.createEl('a', { text, href: writePlace({ wiki: wiki.name, tab, id: '' }) });
    this.#links = {
      changes: link('changes', words.changes(0)),
      problems: link('problems', words.problems),
      history: link('history', words.history),
    };
    this.#progress = head.createSpan({ cls: 'page-progress', attr: { role: 'status' } });
    head.createDiv('page-actions');
    this.#lens = drawLenses(head, options);
    if (signOut !== null) addButton(head, { text: words.signIn.out }, signOut);
    const may = role === 'read' ? words.mayRead : words.mayPropose;
    if (role !== 'review') body.createEl('p', { cls: 'page-note', text: may, attr: { role: 'status' } });
    this.note = body.createDiv({ cls: 'page-note page-branch', attr: { role: 'status' } });
    this.banners = body.createDiv();
    this.main = body.createEl('main');
    body.createDiv({ cls: 'notice-container', attr: { role: 'status', 'aria-live': 'polite' } });
  }

  select(tab: Tab): void {
    for (const [name, link] of Object.entries(this.#links)) link.setAttr('aria-current', name === tab ? 'page' : null);
    this.#lens.toggleClass('page-hidden', tab !== 'problems' || this.#lens.childElementCount < 2);
  }

  count(proposals: number): void {
    this.#links.changes.setText(words.changes(proposals));
  }

  progress(text: string | null): void {
    this.#progress.setText(text ?? '');
  }
}

/** What is seen of problems depends on the lens; proposals and history are those of the whole wiki. */
function drawLenses(parent: HTMLElement, { lenses, lens, onLens }: FrameOptions): HTMLElement {
  const select = parent.createEl('select');
  for (const { name, title } of lenses) select.createEl('option', { value: name, text: title });
  const label = (): void => {
    const { title = '' } = lenses.find(({ name }) => name === select.value) ?? {};
    select.setAttr('aria-label', panels.lens.chip(title));
    select.title = panels.lens.chip(title);
  };
  select.value = lens ?? '';
  label();
  select.addEventListener('change', () => {
    label();
    onLens(select.value);
  });
  return select;
}

function drawWikis(parent: HTMLElement, wikis: readonly ServedWiki[], current: ServedWiki): void {
  const select = parent.createEl('select', { attr: { 'aria-label': words.wiki } });
  for (const { name, title } of wikis) {
    const isAlone = wikis.every((other) => other.name === name || other.title !== title);
    select.createEl('option', { value: name, text: isAlone ? title : `${title} (${name})` });
  }
  select.value = current.name;
  select.addEventListener('change', () => {
    window.location.hash = writePlace({ wiki: select.value, tab: 'changes', id: '' });
  });
}
