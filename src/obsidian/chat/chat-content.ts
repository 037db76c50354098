import { Menu, Notice, type HoverParent, type HoverPopover } from 'obsidian';
import { asWikiError, isAskFailure, missingSetting, type AskOptions, type DraftKind } from '../../workbench';
import { CHAT_VIEW, type WikiController } from '../controller';
import { chat as t, coreText } from '../locale';
import {
  addButton,
  drawEmptyState,
  focusedKey,
  menuPosition,
  restoreFocus,
  workbenchOrNote,
  type LazyView,
  ViewContent,
} from '../ui';
import { type ChatContext } from './context';
import { pageNames } from './elements';
import { answererHint, drawFrame, type ChatFrame } from './frame';
import { ConversationNote } from './notes';
import { SaveModal } from './save-modal';
import { TurnBox } from './turn-box';
import { turnMarkdown } from './view-model/markdown';
import { suggestQuestions } from './view-model/suggest';
import { spentText, stepText } from './view-model/text';
import { ChatThread, withEvent, type ChatTurn, type DraftRequest } from './view-model/thread';

/** A conversation with the wiki, through the chosen lens. */
export class ChatContent extends ViewContent implements HoverParent {
  hoverPopover: HoverPopover | null = null;
  readonly #context: ChatContext;
  #thread = new ChatThread();
  #note: ConversationNote;
  /** Folder of the wiki that the conversation is about. */
  #root: string | null = null;
  #boxes: TurnBox[] = [];
  #frame: ChatFrame | null = null;
  /** Around the suggested questions, while nothing was asked. */
  #welcome: HTMLElement | null = null;
  /** The questions that are suggested, as drawn. */
  #suggested: readonly string[] = [];
  #asking = new AbortController();
  /** Index of the question that is being edited. */
  #editing: number | null = null;

  constructor(view: LazyView, controller: WikiController) {
    super(view, controller);
    this.#note = new ConversationNote(controller);
    this.#context = this.#createContext();
  }

  override open(): void {
    this.view.contentEl.addClass('living-wiki-panel', 'living-wiki-chat');
    this.registerDomEvent(this.view.contentEl, 'keydown', (event) => this.#key(event));
    this.register(this.controller.on('state', () => this.#onState()));
    this.register(this.controller.on('settings', () => this.#updateFrame()));
    this.register(this.controller.on('packs', () => this.#frame?.packs.show()));
    this.register(this.controller.on('proposals', () => this.#boxes.forEach((box) => box.updateQuestions())));
    for (const event of ['wiki', 'proposals'] as const)
      this.register(this.controller.on(event, () => this.#updateSuggestions()));
    for (const event of ['state', 'lens'] as const)
      this.register(this.controller.on(event, () => this.#frame?.lens.show()));
    this.#onState();
  }

  override onunload(): void {
    this.#asking.abort();
    this.#frame = null;
  }

  /** Focuses the question field. */
  override focus(): void {
    this.#frame?.composer.focus();
  }

  /** The wiki was closed, or another one was opened. */
  #onState(): void {
    const { state } = this.controller;
    if (state.kind !== 'ready') {
      this.#asking.abort();
      if (this.#thread.turns.length > 0 && state.kind === 'starting') return;
      this.#frame = null;
      this.#clear();
      workbenchOrNote(this.controller, this.view.contentEl);
      return;
    }
    const isOther = this.#root !== state.root;
    this.#root = state.root;
    this.#frame ??= drawFrame(this.view.contentEl, this.controller, {
      copyAll: () => this.#copy(this.#thread.turns),
      startNew: () => {
        this.#startNew();
        if (this.controller.chatPacks.length > 0) this.controller.usePacks([]);
        this.focus();
      },
      send: (question) => this.#send(question),
      stop: () => this.#asking.abort(),
    });
    if (isOther) this.#startNew();
    else this.#drawAll();
  }

  #startNew(): void {
    this.#asking.abort();
    this.#thread = new ChatThread();
    this.#note = new ConversationNote(this.controller);
    this.#editing = null;
    this.#drawAll();
  }

  #clear(): void {
    for (const box of this.#boxes) this.removeChild(box);
    this.#boxes = [];
  }

  #drawAll(): void {
    const frame = this.#frame;
    if (frame === null) return;
    this.#clear();
    frame.thread.empty();
    const { turns } = this.#thread;
    this.#suggested = [];
    if (turns.length === 0) {
      this.#welcome = drawEmptyState(frame.thread, t.welcome);
      this.#updateSuggestions();
    }
    this.#boxes = turns.map((turn) => this.addChild(new TurnBox(frame.thread, turn, this.#context)));
    this.#updateFrame();
    this.#scrollToEnd(true);
  }

  /** The pages and open questions that the suggestions come from may have changed. */
  #updateSuggestions(): void {
    const { state, questions } = this.controller;
    const parent = this.#welcome;
    if (state.kind !== 'ready' || parent?.isConnected !== true) return;
    const open = questions.map(({ text }) => text);
    const found = suggestQuestions(state.workbench.snapshot, open);
    if (found.join('\n') === this.#suggested.join('\n')) return;
    this.#suggested = found;
    const key = focusedKey(parent);
    parent.querySelector('.living-wiki-suggestions')?.remove();
    if (found.length > 0) this.#drawSuggestions(parent, found);
    restoreFocus(parent, key);
  }

  /** A press writes the question; it is sent when the person sends it, because it may cost something. */
  #drawSuggestions(parent: HTMLElement, found: readonly string[]): void {
    const group = parent.createDiv({
      cls: 'living-wiki-suggestions',
      attr: { role: 'group', 'aria-label': t.suggestions },
    });
    for (const question of found) {
      addButton(group, { text: question, cls: 'living-wiki-suggestion', key: question }, () => {
        this.#frame?.composer.write(question);
        this.focus();
      });
    }
  }

  /** Updates everything around the conversation. */
  #updateFrame(): void {
    const frame = this.#frame;
    if (frame === null) return;
    frame.cost.setText(spentText(this.#thread.costs, this.#thread.conversation.packs));
    const isFirst = this.#thread.turns.length === 0;
    frame.composer.show({
      isAsking: this.#thread.isAsking,
      isFirst,
      hint: this.#editing === null ? answererHint(this.controller) : t.editing,
    });
  }

  /** Scrolls to the end, unless the user reads further up. */
  #scrollToEnd(always = false): void {
    const thread = this.#frame?.thread;
    if (thread === undefined) return;
    const isNear = thread.scrollHeight - thread.scrollTop - thread.clientHeight < FOLLOW_DISTANCE;
    if (always || isNear) thread.scrollTop = thread.scrollHeight;
  }

  #announce(text: string): void {
    this.#frame?.live.setText(text);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    if (this.#thread.isAsking) this.#asking.abort();
    else if (this.#editing !== null) {
      this.#editing = null;
      this.#frame?.composer.write('');
      this.#updateFrame();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #send(question: string): void {
    if (this.controller.state.kind !== 'ready') {
      // Do not lose what was typed.
      this.#frame?.composer.write(question);
      return;
    }
    const at = this.#editing;
    this.#editing = null;
    void this.#ask(question, at === null ? {} : { at });
  }

  async #ask(
    question: string,
    how: { draft?: DraftRequest | null; at?: number; isEverywhere?: boolean },
  ): Promise<void> {
    const { state } = this.controller;
    const lens = how.isEverywhere === true ? undefined : this.controller.lens;
    if (state.kind !== 'ready' || this.#thread.isAsking) return;
    const talk = this.#thread;
    const note = this.#note;
    let turn = talk.begin(question, how);
    const { signal } = (this.#asking = new AbortController());
    this.#drawAll();
    this.#announce(t.thinking);
    const put = (next: ChatTurn): void => {
      turn = next;
      talk.update(next);
      this.controller.whenReleased(() => {
        if (talk !== this.#thread) return;
        this.#boxes.at(-1)?.update(turn);
        this.#scrollToEnd();
      }, talk);
    };
    const options: AskOptions = {
      conversation: talk.conversation,
      repeats: turn.again,
      pagesOnly: this.controller.preferences.pagesOnly,
      packs: this.controller.chatPacks,
      ...(lens !== undefined && { lens }),
      ...(turn.draft !== null && { draft: turn.draft }),
      onEvent: (event) => {
        if (signal.aborted) return;
        if (event.kind === 'step') this.#announce(stepText(event.step, pageNames(this.controller)));
        if (event.kind === 'text' && turn.text === '') this.#announce(t.writing);
        put(withEvent(turn, event));
      },
    };
    try {
      const mayAsk = missingSetting(this.controller.settings.model) !== null || (await this.controller.approveModel());
      const by: AskOptions = mayAsk ? {} : { by: 'passages' };
      const answer = await state.workbench.ask(question, { ...options, ...by }, this.controller.backgroundRun(signal));
      put({ ...turn, state: 'done', answer, steps: answer.steps });
      this.#notePacks(talk.conversation.packs?.active ?? []);
      void note.add(answer);
      this.#announce(t.answered(answer.citations.length));
    } catch (error) {
      const problem = asWikiError(error, 'living-wiki:unexpected');
      const isStopped = signal.aborted || problem.code === 'living-wiki:cancelled';
      const spent = isAskFailure(problem) ? problem.cost : null;
      put({ ...turn, state: isStopped ? 'stopped' : 'failed', spent, problem: isStopped ? null : problem });
      this.#announce(isStopped ? t.stopped : coreText(problem.message));
    }
    this.controller.whenReleased(() => {
      if (talk === this.#thread) this.#updateFrame();
    });
  }

  /** The librarian may have activated packs by itself, and says now when each was used last. */
  #notePacks(active: readonly string[]): void {
    if (active.length + this.controller.chatPacks.length > 0) this.controller.usePacks(active);
  }

  #createContext(): ChatContext {
    return {
      controller: this.controller,
      hover: (event, targetEl, linktext) => {
        const hovered = { event, source: CHAT_VIEW, hoverParent: this, targetEl, linktext, sourcePath: '' };
        this.view.app.workspace.trigger('hover-link', hovered);
      },
      edit: (turn) => {
        if (this.#thread.isAsking) return;
        this.#editing = this.#thread.turns.indexOf(turn);
        this.#frame?.composer.write(turn.question);
        this.#updateFrame();
        this.focus();
      },
      retry: (turn) => void this.#ask(turn.question, { draft: turn.draft, at: this.#thread.turns.indexOf(turn) }),
      lookEverywhere: ({ question, draft }) => void this.#ask(question, { draft, isEverywhere: true }),
      back: () => {
        this.#thread.goBack();
        this.#drawAll();
      },
      canGoBack: (turn) => this.#thread.turns.at(-1) === turn && this.#thread.canGoBack,
      copy: (turn) => this.#copy([turn]),
      save: (answer) => this.controller.openModal(new SaveModal(this.controller, answer)),
      draft: ({ question, answer }, { currentTarget }) => {
        const pages = [...new Set(answer?.citations.map(({ slug }) => slug))];
        const menu = new Menu();
        for (const [kind, title] of Object.entries(t.drafts)) {
          const draft = { kind: kind as DraftKind, pages };
          menu.addItem((item) => item.setTitle(title).onClick(() => void this.#ask(question, { draft })));
        }
        menu.showAtPosition(menuPosition(currentTarget as HTMLElement), this.view.contentEl.doc);
      },
    };
  }

  #copy(turns: readonly ChatTurn[]): void {
    const text = turns.flatMap(({ answer }) => (answer === null ? [] : turnMarkdown(answer))).join('\n\n---\n\n');
    if (text === '') return;
    this.controller.attempt(async () => {
      await this.view.contentEl.win.navigator.clipboard.writeText(`${text}\n`);
      new Notice(t.copied);
    });
  }
}

/** Within this distance of the end, new text is scrolled into view. CSS pixels. */
const FOLLOW_DISTANCE = 120;
