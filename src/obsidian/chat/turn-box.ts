import { Component, MarkdownRenderer } from 'obsidian';
import { chat as t, coreText } from '../locale';
import { drawAnswer } from './answer';
import { type ChatContext } from './context';
import { uncheckedMarkdown } from './view-model/markdown';
import { stepText } from './view-model/text';
import { type ChatTurn } from './view-model/thread';
import { drawCost, drawStep, pageNames } from './elements';
import { addButton, iconSpan } from '../ui';

/** Draws one question and its answer. */
export class TurnBox extends Component {
  readonly el: HTMLElement;
  readonly #context: ChatContext;
  #body!: HTMLElement;
  #steps: HTMLDetailsElement | null = null;
  #text: Component | null = null;
  #timer = 0;
  /** Updates which gaps are open questions. */
  #showOpenQuestions = (): void => undefined;
  #turn: ChatTurn;

  constructor(parent: HTMLElement, turn: ChatTurn, drawing: ChatContext) {
    super();
    this.#turn = turn;
    this.#context = drawing;
    this.el = parent.createEl('section', { cls: 'living-wiki-chat-turn', attr: { 'aria-label': turn.question } });
  }

  override onload(): void {
    this.#draw();
  }

  override onunload(): void {
    this.el.win.clearTimeout(this.#timer);
    this.el.remove();
  }

  update(turn: ChatTurn): void {
    const before = this.#turn;
    this.#turn = turn;
    if (turn.state !== before.state) this.#draw();
    else {
      if (turn.steps !== before.steps) this.#drawSteps();
      if (turn.text !== before.text) this.#drawSoon();
    }
  }

  /** The open questions changed. */
  updateQuestions(): void {
    this.#showOpenQuestions();
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
      const edit = addButton(asked, { cls: 'living-wiki-plain living-wiki-chat-edit' }, () =>
        this.#context.edit(this.#turn),
      );
      edit.setAttr('aria-label', t.edit);
      iconSpan(edit, 'pencil');
    }
    this.#steps = el.createEl('details', { cls: 'living-wiki-chat-fold living-wiki-chat-steps' });
    this.#steps.open = wasOpen;
    this.#drawSteps();
    this.#body = el.createDiv({ cls: 'living-wiki-chat-body' });
    if (turn.answer !== null) {
      this.#showOpenQuestions = drawAnswer(this.#body, turn, turn.answer, this.#context, (text) => this.#render(text));
    } else {
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
    const nameOf = pageNames(this.#context.controller);
    const last = steps.at(-1);
    const now = last === undefined ? t.thinking : stepText(last, nameOf);
    const head = box.createEl('summary', { text: state === 'asking' ? now : t.steps(steps.length) });
    head.toggleClass('is-working', state === 'asking');
    const list = box.createEl('ol');
    for (const step of steps) drawStep(list, step, nameOf);
  }

  #drawSoon(): void {
    if (this.#timer !== 0) return;
    this.#timer = this.el.win.setTimeout(() => {
      this.#timer = 0;
      this.#drawText();
    }, DRAW_INTERVAL);
  }

  /** Draws the text so far. It is not checked yet, so its links do not work. */
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
    const { state, problem, spent } = this.#turn;
    const end = this.el.createDiv({ cls: 'living-wiki-chat-end' });
    if (state === 'stopped') end.createDiv({ cls: 'living-wiki-muted', text: t.stopped });
    if (problem !== null) {
      end.createDiv({ cls: 'living-wiki-problem', text: coreText(problem.message) });
      if (problem.remedy !== undefined) end.createDiv({ cls: 'living-wiki-muted', text: coreText(problem.remedy) });
    }
    const row = end.createDiv({ cls: 'living-wiki-chat-actions' });
    addButton(row, { text: t.retry, cls: 'living-wiki-small-button' }, () => this.#context.retry(this.#turn));
    if (this.#context.canGoBack(this.#turn))
      addButton(row, { text: t.back, cls: 'living-wiki-small-button' }, () => this.#context.back());
    if (spent !== null) drawCost(row, spent);
  }

  /** Renders Markdown; `null` if something else was drawn since. */
  async #render(markdown: string): Promise<HTMLElement | null> {
    if (this.#text !== null) this.removeChild(this.#text);
    const owner = (this.#text = this.addChild(new Component()));
    const box = this.#body.createDiv({ cls: 'living-wiki-chat-text markdown-rendered' });
    box.detach();
    const { controller } = this.#context;
    try {
      await MarkdownRenderer.render(controller.app, markdown, box, controller.toVaultPath('KNOWLEDGE.md'), owner);
    } catch {
      box.setText(markdown);
    }
    return this.#text === owner ? box : null;
  }
}

/** Shortest time between two updates of streaming text. Milliseconds. */
const DRAW_INTERVAL = 150;
