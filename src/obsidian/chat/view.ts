import { ItemView, Menu, Notice, type HoverParent, type HoverPopover, type WorkspaceLeaf } from 'obsidian';
import { asWikiError, isAskFailure, type AskOptions, type DraftKind } from '../../workbench';
import { type WikiController } from '../controller/types';
import { CHAT_VIEW } from '../controller/view-types';
import { chat as t } from '../locale';
import { menuPosition, drawEmptyState, workbenchOrNote } from '../panels/parts';
import { TurnBox, type ChatContext } from './turn-box';
import { drawFrame, answererHint, type ChatFrame } from './frame';
import {
  costSoFar,
  stepText,
  ChatThread,
  turnMarkdown,
  withEvent,
  type DraftRequest,
  type ChatTurn,
} from './view-model';
import { ConversationNote } from './notes';
import { SaveModal } from './save-modal';

/** A conversation with the wiki, through the lens that was chosen. */
export class ChatView extends ItemView implements HoverParent {
  override icon = 'message-circle';
  override navigation = false;
  hoverPopover: HoverPopover | null = null;
  readonly #controller: WikiController;
  readonly #drawing: ChatContext;
  #thread = new ChatThread();
  #note: ConversationNote;
  /** Folder of the wiki that is talked about. */
  #root: string | null = null;
  #boxes: TurnBox[] = [];
  #frame: ChatFrame | null = null;
  #asking = new AbortController();
  /** Place of the question that is being edited. */
  #editing: number | null = null;

  constructor(leaf: WorkspaceLeaf, controller: WikiController) {
    super(leaf);
    this.#controller = controller;
    this.#note = new ConversationNote(controller);
    this.#drawing = this.#makeDrawing();
  }

  override getViewType(): string {
    return CHAT_VIEW;
  }

  override getDisplayText(): string {
    return t.title;
  }

  protected override onOpen(): Promise<void> {
    this.contentEl.addClass('living-wiki-panel', 'living-wiki-chat');
    this.registerDomEvent(this.contentEl, 'keydown', (event) => this.#key(event));
    this.register(this.#controller.on('state', () => this.#onState()));
    this.register(this.#controller.on('settings', () => this.#show()));
    this.register(this.#controller.on('proposals', () => this.#boxes.forEach((box) => box.updateQuestions())));
    for (const event of ['state', 'lens'] as const)
      this.register(this.#controller.on(event, () => this.#frame?.lens.show()));
    this.#onState();
    return Promise.resolve();
  }

  protected override onClose(): Promise<void> {
    this.#asking.abort();
    this.#frame = null;
    this.#clear();
    this.contentEl.empty();
    return Promise.resolve();
  }

  /** Puts the cursor where questions are written. */
  takeFocus(): void {
    this.#frame?.composer.focus();
  }

  /** What is talked about may have gone, or be another one. */
  #onState(): void {
    const { state } = this.#controller;
    if (state.kind !== 'ready') {
      this.#asking.abort();
      if (this.#thread.turns.length > 0 && state.kind === 'starting') return;
      this.#frame = null;
      this.#clear();
      workbenchOrNote(this.#controller, this.contentEl);
      return;
    }
    const isOther = this.#root !== state.root;
    this.#root = state.root;
    this.#frame ??= drawFrame(this.contentEl, this.#controller, {
      copyAll: () => this.#copy(this.#thread.turns),
      startNew: () => {
        this.#startNew();
        this.takeFocus();
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
    this.#note = new ConversationNote(this.#controller);
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
    if (turns.length === 0) drawEmptyState(frame.thread, t.welcome);
    this.#boxes = turns.map((turn) => this.addChild(new TurnBox(frame.thread, turn, this.#drawing)));
    this.#show();
    this.#toEnd(true);
  }

  /** What stands around the conversation. */
  #show(): void {
    const frame = this.#frame;
    if (frame === null) return;
    frame.cost.setText(costSoFar(this.#thread.costs) ?? '');
    const isFirst = this.#thread.turns.length === 0;
    frame.composer.show({
      isAsking: this.#thread.isAsking,
      isFirst,
      hint: this.#editing === null ? answererHint(this.#controller) : t.editing,
    });
  }

  /** Keeps the end in sight, unless somebody reads further up. */
  #toEnd(always = false): void {
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
      this.#show();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #send(question: string): void {
    if (this.#controller.state.kind !== 'ready') {
      // Nothing that was written is lost.
      this.#frame?.composer.write(question);
      return;
    }
    const at = this.#editing;
    this.#editing = null;
    void this.#ask(question, at === null ? {} : { at });
  }

  async #ask(question: string, how: { draft?: DraftRequest | null; at?: number }): Promise<void> {
    const { state, lens } = this.#controller;
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
      if (talk !== this.#thread) return;
      this.#boxes.at(-1)?.update(next);
      this.#toEnd();
    };
    const options: AskOptions = {
      conversation: talk.conversation,
      repeats: turn.again,
      ...(lens !== undefined && { lens }),
      ...(turn.draft !== null && { draft: turn.draft }),
      onEvent: (event) => {
        if (signal.aborted) return;
        if (event.kind === 'step') this.#announce(stepText(event.step));
        if (event.kind === 'text' && turn.text === '') this.#announce(t.writing);
        put(withEvent(turn, event));
      },
    };
    try {
      const answer = await state.workbench.ask(question, options, this.#controller.backgroundRun(signal));
      put({ ...turn, state: 'done', answer, steps: answer.steps });
      void note.add(answer);
      this.#announce(t.answered(answer.citations.length));
    } catch (error) {
      const problem = asWikiError(error, 'living-wiki:unexpected');
      const isStopped = signal.aborted || problem.code === 'living-wiki:cancelled';
      const spent = isAskFailure(problem) ? problem.cost : null;
      put({ ...turn, state: isStopped ? 'stopped' : 'failed', spent, problem: isStopped ? null : problem });
      this.#announce(isStopped ? t.stopped : problem.message);
    }
    if (talk === this.#thread) this.#show();
  }

  #makeDrawing(): ChatContext {
    return {
      controller: this.#controller,
      hover: (event, targetEl, linktext) => {
        const hovered = { event, source: CHAT_VIEW, hoverParent: this, targetEl, linktext, sourcePath: '' };
        this.app.workspace.trigger('hover-link', hovered);
      },
      edit: (turn) => {
        if (this.#thread.isAsking) return;
        this.#editing = this.#thread.turns.indexOf(turn);
        this.#frame?.composer.write(turn.question);
        this.#show();
        this.takeFocus();
      },
      retry: (turn) => void this.#ask(turn.question, { draft: turn.draft, at: this.#thread.turns.indexOf(turn) }),
      back: () => {
        this.#thread.goBack();
        this.#drawAll();
      },
      canGoBack: (turn) => this.#thread.turns.at(-1) === turn && this.#thread.canGoBack,
      copy: (turn) => this.#copy([turn]),
      save: (answer) => this.#controller.openModal(new SaveModal(this.#controller, answer)),
      draft: ({ question, answer }, { currentTarget }) => {
        const pages = [...new Set(answer?.citations.map(({ slug }) => slug))];
        const menu = new Menu();
        for (const [kind, title] of Object.entries(t.drafts)) {
          const draft = { kind: kind as DraftKind, pages };
          menu.addItem((item) => item.setTitle(title).onClick(() => void this.#ask(question, { draft })));
        }
        menu.showAtPosition(menuPosition(currentTarget as HTMLElement), this.contentEl.doc);
      },
    };
  }

  #copy(turns: readonly ChatTurn[]): void {
    const text = turns.flatMap(({ answer }) => (answer === null ? [] : turnMarkdown(answer))).join('\n\n---\n\n');
    if (text === '') return;
    this.contentEl.win.navigator.clipboard.writeText(`${text}\n`).then(
      () => new Notice(t.copied),
      (error: unknown) => this.#controller.showError(error),
    );
  }
}

/** So near to the end, in pixels, that the end is followed. */
const FOLLOW_DISTANCE = 120;
