import { Component, Keymap, MarkdownRenderer } from 'obsidian';
import type { AnswerCitation, AskResult, AskStep } from '../../workbench';
import type { Desk } from '../desk/types';
import { chat as t } from '../locale';
import { iconSpan, plainButton, smallButton } from '../panels/parts';
import { checkedMarkdown, costText, MARK, stepText, uncheckedMarkdown } from './model';
import type { Turn } from './model';

/** What the parts of a conversation share. */
export interface Drawing {
  readonly desk: Desk;
  /** Shows the app's preview of a page. @param link as a wikilink of the vault */
  hover(event: MouseEvent, el: HTMLElement, link: string): void;
  edit(turn: Turn): void;
  retry(turn: Turn): void;
  back(): void;
  copy(turn: Turn): void;
  save(answer: AskResult): void;
  draft(turn: Turn, event: MouseEvent): void;
  /** Whether this turn took the place of an answer that can be had again. */
  canGoBack(turn: Turn): boolean;
}

/** One question with all that came of it. What it holds in the app's memory goes with it. */
export class TurnBox extends Component {
  readonly el: HTMLElement;
  readonly #with: Drawing;
  #body!: HTMLElement;
  #steps: HTMLDetailsElement | null = null;
  #text: Component | null = null;
  #timer = 0;
  #turn: Turn;

  constructor(parent: HTMLElement, turn: Turn, drawing: Drawing) {
    super();
    this.#turn = turn;
    this.#with = drawing;
    this.el = parent.createEl('section', { cls: 'living-wiki-chat-turn', attr: { 'aria-label': turn.question } });
  }

  override onload(): void {
    this.#draw();
  }

  override onunload(): void {
    this.el.win.clearTimeout(this.#timer);
    this.el.remove();
  }

  update(turn: Turn): void {
    const before = this.#turn;
    this.#turn = turn;
    if (turn.state !== before.state) this.#draw();
    else {
      if (turn.steps !== before.steps) this.#drawSteps();
      if (turn.text !== before.text) this.#drawSoon();
    }
  }

  #draw(): void {
    const { el } = this;
    const turn = this.#turn;
    el.win.clearTimeout(this.#timer);
    this.#timer = 0;
    const wasOpen = this.#steps?.open ?? false;
    el.empty();
    const asked = el.createDiv({ cls: 'living-wiki-chat-question' });
    asked.createSpan({ cls: 'living-wiki-spoken', text: t.you });
    asked.createDiv({
      cls: 'living-wiki-chat-words',
      text: turn.draft === null ? turn.question : t.drafted(t.drafts[turn.draft.kind], turn.question),
    });
    if (turn.draft === null && turn.state !== 'asking') {
      const edit = plainButton(asked, 'living-wiki-chat-edit', () => this.#with.edit(this.#turn));
      edit.setAttr('aria-label', t.edit);
      iconSpan(edit, 'pencil');
    }
    this.#steps = el.createEl('details', { cls: 'living-wiki-chat-fold living-wiki-chat-steps' });
    this.#steps.open = wasOpen;
    this.#drawSteps();
    this.#body = el.createDiv({ cls: 'living-wiki-chat-body' });
    if (turn.answer !== null) this.#drawAnswer(turn.answer);
    else {
      this.#drawText();
      if (turn.state !== 'asking') this.#drawEnd();
    }
  }

  #drawSteps(): void {
    const { steps, state } = this.#turn;
    const box = this.#steps;
    if (box === null) return;
    box.empty();
    box.toggle(steps.length > 0 || state === 'asking');
    const last = steps.at(-1);
    const now = last === undefined ? t.thinking : stepText(last);
    const head = box.createEl('summary', { text: state === 'asking' ? now : t.steps(steps.length) });
    head.toggleClass('is-working', state === 'asking');
    const list = box.createEl('ol');
    for (const step of steps) drawStep(list, step);
  }

  #drawSoon(): void {
    if (this.#timer !== 0) return;
    this.#timer = this.el.win.setTimeout(() => {
      this.#timer = 0;
      this.#drawText();
    }, DRAW_EVERY);
  }

  /** What came so far. Nobody checked it: its links lead nowhere yet. */
  #drawText(): void {
    const { text, state } = this.#turn;
    if (text === '') {
      this.#body.empty();
      return;
    }
    void this.#render(uncheckedMarkdown(text)).then((box) => {
      if (box === null || this.#turn.answer !== null) return;
      box.addClass('is-unchecked');
      box.addEventListener('click', (event) => event.preventDefault(), true);
      for (const link of box.findAll('a')) link.removeAttribute('href');
      this.#body.empty();
      this.#body.append(box);
      if (state === 'asking') this.#body.createDiv({ cls: 'living-wiki-muted', text: t.unchecked });
    });
  }

  #drawEnd(): void {
    const { state, problem } = this.#turn;
    const end = this.el.createDiv({ cls: 'living-wiki-chat-end' });
    if (state === 'stopped') end.createDiv({ cls: 'living-wiki-muted', text: t.stopped });
    if (problem !== null) {
      end.createDiv({ cls: 'living-wiki-problem', text: problem.message });
      if (problem.remedy !== undefined) end.createDiv({ cls: 'living-wiki-muted', text: problem.remedy });
    }
    const row = end.createDiv({ cls: 'living-wiki-chat-actions' });
    smallButton(row, t.retry, () => this.#with.retry(this.#turn));
    if (this.#with.canGoBack(this.#turn)) smallButton(row, t.back, () => this.#with.back());
  }

  #drawAnswer(answer: AskResult): void {
    const body = this.#body;
    if (answer.by === 'passages' && answer.text !== '') {
      body.createDiv({ cls: 'living-wiki-muted', text: answer.cost === null ? t.passages : t.passagesOnly });
    }
    const place = body.createDiv();
    if (answer.text === '' && answer.draft === null) place.createDiv({ text: t.nothing });
    else {
      const markdown = checkedMarkdown(answer);
      void this.#render(markdown).then((box) => {
        if (box === null) return;
        markUncited(box);
        this.#follow(box, answer.citations);
        place.append(box);
      });
    }
    const { draft } = answer;
    if (draft !== null && draft.edits.length > 0) {
      const list = fold(body, t.edits(draft.edits.length)).createEl('ul');
      for (const { was, now } of draft.edits) {
        list.createEl('li', { text: now === '' ? t.leftOut(was) : t.instead(was, now) });
      }
    }
    this.#drawDisagreements(body, answer);
    // Without an answer the question itself is what lacks, and that was said.
    if (answer.gaps.length > 0 && answer.text !== '') {
      const box = titled(body, 'search-x', t.gaps);
      const list = box.createEl('ul');
      for (const gap of answer.gaps) list.createEl('li', { text: gap });
    }
    const notes = answer.uncited.length === 0 ? [] : [t.uncitedCount(answer.uncited.length)];
    for (const note of [...answer.notes, ...notes])
      body.createDiv({ cls: 'living-wiki-chat-note living-wiki-warned', text: note });
    if (answer.removed.length > 0) {
      const box = fold(body, t.removed);
      box.addClass('living-wiki-warned');
      const list = box.createEl('ul');
      for (const { text, reason } of answer.removed) {
        list.createEl('li').append(createEl('code', { text }), ` ${t.why[reason]}`);
      }
    }
    this.#drawRead(body, answer);
    this.#drawActions(body, answer);
  }

  #drawDisagreements(body: HTMLElement, { contradictions }: AskResult): void {
    if (contradictions.length === 0) return;
    const list = titled(body, 'scale', t.contradictions).createEl('ul');
    for (const { sides, reason, stands } of contradictions) {
      const item = list.createEl('li');
      for (const [at, { slug, title, date, authority }] of sides.entries()) {
        if (at > 0) item.appendText(` ${t.against} `);
        const path = this.#pathOf(slug);
        const shown = path === null ? item.createSpan({ text: title }) : this.#pageLink(item, title, path);
        shown.toggleClass('is-standing', stands === slug);
        item.appendText(` (${t.side(date, authority)})`);
      }
      item.createDiv({ cls: 'living-wiki-muted', text: reason });
    }
  }

  #drawRead(body: HTMLElement, { citations, read }: AskResult): void {
    if (citations.length > 0) {
      const list = titled(body, 'quote', t.cited).createEl('ul', { cls: 'living-wiki-list' });
      for (const citation of citations) {
        const { title, section, path, state } = citation;
        const item = list.createEl('li');
        const text = section === null ? title : `${title} › ${section}`;
        if (state === 'gone') item.createEl('s', { text });
        else this.#pageLink(item, text, path, fragmentOf(citation));
        if (state !== 'same') item.createSpan({ cls: 'living-wiki-warned', text: ` ${t.states[state]}` });
      }
    }
    if (read.length === 0) return;
    const list = fold(body, t.read(read.length)).createEl('ul');
    for (const { title, path, sections } of read) {
      const item = list.createEl('li');
      this.#pageLink(item, title, path);
      const parts = sections.filter((section) => section !== title);
      if (parts.length > 0) item.createSpan({ cls: 'living-wiki-muted', text: ` ${parts.join(' · ')}` });
    }
  }

  #drawActions(body: HTMLElement, answer: AskResult): void {
    const turn = this.#turn;
    const row = body.createDiv({ cls: 'living-wiki-chat-actions' });
    smallButton(row, t.retry, () => this.#with.retry(turn));
    smallButton(row, t.copy, () => this.#with.copy(turn));
    if (answer.citations.length > 0) {
      smallButton(row, t.save, () => this.#with.save(answer));
      if (answer.by === 'model') {
        const button = smallButton(row, t.draft, (event) => this.#with.draft(turn, event));
        button.setAttr('aria-haspopup', 'menu');
      }
    }
    if (answer.cost !== null) {
      row.createSpan({ cls: 'living-wiki-muted living-wiki-chat-cost', text: costText([answer.cost]) });
    }
  }

  /** Markdown as the app draws it; `null` where something else was drawn meanwhile. */
  async #render(markdown: string): Promise<HTMLElement | null> {
    if (this.#text !== null) this.removeChild(this.#text);
    const own = (this.#text = this.addChild(new Component()));
    const box = this.#body.createDiv({ cls: 'living-wiki-chat-text markdown-rendered' });
    box.detach();
    const { desk } = this.#with;
    try {
      await MarkdownRenderer.render(desk.app, markdown, box, desk.inVault('KNOWLEDGE.md'), own);
    } catch {
      box.setText(markdown);
    }
    return this.#text === own ? box : null;
  }

  /** Links of the answer open the page that was cited, wherever the app would look for that name. */
  #follow(box: HTMLElement, citations: readonly AnswerCitation[]): void {
    for (const el of box.findAll('a.internal-link')) {
      const cited = citations.find(({ link }) => link === el.getAttribute('data-href'));
      if (cited === undefined || cited.state === 'gone') continue;
      this.#lead(el, this.#with.desk.inVault(cited.path) + fragmentOf(cited));
    }
  }

  #pageLink(parent: HTMLElement, text: string, path: string, fragment = ''): HTMLElement {
    const el = parent.createEl('a', { cls: 'living-wiki-chat-link', text, href: '#' });
    this.#lead(el, this.#with.desk.inVault(path) + fragment);
    return el;
  }

  #lead(el: HTMLElement, link: string): void {
    const { desk } = this.#with;
    const open = (event: MouseEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      desk.app.workspace.openLinkText(link, '', Keymap.isModEvent(event)).catch((error: unknown) => desk.show(error));
    };
    el.addEventListener('click', open);
    el.addEventListener('auxclick', (event) => {
      if (event.button === 1) open(event);
    });
    el.addEventListener('mouseover', (event) => this.#with.hover(event, el, link));
  }

  #pathOf(slug: string): string | null {
    const { state } = this.#with.desk;
    return state.kind === 'ready' ? (state.workbench.snapshot.pageBySlug(slug)?.path ?? null) : null;
  }
}

/** How often text that streams is drawn anew. Milliseconds. */
const DRAW_EVERY = 150;

const fragmentOf = ({ link }: AnswerCitation): string => (link.includes('#') ? link.slice(link.indexOf('#')) : '');

function drawStep(list: HTMLElement, step: AskStep): void {
  const item = list.createEl('li', { text: stepText(step) });
  item.toggleClass('living-wiki-warned', !step.ok);
  if (step.ok && step.tool !== 'read_page' && step.found.length > 0) {
    item.createDiv({ cls: 'living-wiki-muted', text: step.found.slice(0, 12).join(', ') });
  }
}

function fold(parent: HTMLElement, title: string): HTMLElement {
  const box = parent.createEl('details', { cls: 'living-wiki-chat-fold' });
  box.createEl('summary', { text: title });
  return box;
}

function titled(parent: HTMLElement, icon: string, title: string): HTMLElement {
  const box = parent.createDiv({ cls: 'living-wiki-chat-box' });
  const head = box.createEl('h3', { cls: 'living-wiki-group-title' });
  iconSpan(head, icon);
  head.appendText(title);
  return box;
}

/** Puts a small word where {@link MARK} stands. */
function markUncited(box: HTMLElement): void {
  const walker = box.doc.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if ((node as Text).data.includes(MARK)) found.push(node as Text);
  }
  for (const node of found) {
    const [first = '', ...rest] = node.data.split(MARK);
    const parts = rest.flatMap((text) => [
      createSpan({ cls: 'living-wiki-chat-uncited', text: t.uncited, title: t.uncitedHint }),
      text,
    ]);
    node.replaceWith(first, ...parts);
  }
}
