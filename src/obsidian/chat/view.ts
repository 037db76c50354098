import { ItemView, Menu, Notice } from 'obsidian';
import type { HoverParent, HoverPopover, WorkspaceLeaf } from 'obsidian';
import { addressOf, asWikiError, whatIsMissing } from '../../workbench';
import type { AskOptions, DraftKind } from '../../workbench';
import { isThisComputer } from '../desk/privacy';
import type { Desk } from '../desk/types';
import { CHAT_VIEW } from '../desk/view-types';
import { chat as t } from '../locale';
import { LensSwitcher } from '../panels/lens-switcher';
import { below, emptyNote, iconButton, iconSpan, lensTitle, openWiki, plainButton } from '../panels/parts';
import { Composer } from './composer';
import { TurnBox } from './draw';
import type { Drawing } from './draw';
import { costSoFar, stepText, Talk, turnMarkdown, withEvent } from './model';
import type { DraftWish, Turn } from './model';
import { ConversationNote } from './notes';
import { SaveModal } from './save-modal';

interface Parts {
  readonly chip: HTMLElement;
  readonly thread: HTMLElement;
  readonly composer: Composer;
  readonly cost: HTMLElement;
  readonly live: HTMLElement;
}

/** A conversation with the wiki, through the lens that was chosen. */
export class ChatView extends ItemView implements HoverParent {
  override icon = 'message-circle';
  override navigation = false;
  hoverPopover: HoverPopover | null = null;
  readonly #desk: Desk;
  readonly #drawing: Drawing;
  #talk = new Talk();
  #note: ConversationNote;
  /** Folder of the wiki that is talked about. */
  #root: string | null = null;
  #boxes: TurnBox[] = [];
  #parts: Parts | null = null;
  #asking = new AbortController();
  /** Place of the question that is being edited. */
  #editing: number | null = null;

  constructor(leaf: WorkspaceLeaf, desk: Desk) {
    super(leaf);
    this.#desk = desk;
    this.#note = new ConversationNote(desk);
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
    this.register(this.#desk.on('state', () => this.#follow()));
    this.register(this.#desk.on('settings', () => this.#show()));
    for (const event of ['state', 'lens'] as const) this.register(this.#desk.on(event, () => void this.#showLens()));
    this.#follow();
    return this.#showLens();
  }

  protected override onClose(): Promise<void> {
    this.#asking.abort();
    this.#parts = null;
    this.#clear();
    this.contentEl.empty();
    return Promise.resolve();
  }

  /** Puts the cursor where questions are written. */
  takeFocus(): void {
    this.#parts?.composer.focus();
  }

  /** What is talked about may have gone, or be another one. */
  #follow(): void {
    const { state } = this.#desk;
    if (state.kind !== 'ready') {
      this.#asking.abort();
      if (this.#talk.turns.length > 0 && state.kind === 'starting') return;
      this.#parts = null;
      this.#clear();
      openWiki(this.#desk, this.contentEl);
      return;
    }
    const isOther = this.#root !== state.root;
    this.#root = state.root;
    if (this.#parts === null) this.#build();
    if (isOther) this.#startAnew();
    else this.#drawAll();
  }

  #build(): void {
    const { contentEl } = this;
    contentEl.empty();
    const head = contentEl.createDiv({ cls: 'living-wiki-head' });
    const top = head.createDiv({ cls: 'living-wiki-row' });
    top.createEl('h2', { cls: 'living-wiki-title', text: t.title });
    iconButton(top, 'copy', t.copyAll, () => this.#copy(this.#talk.turns));
    iconButton(top, 'plus', t.fresh, () => {
      this.#startAnew();
      this.takeFocus();
    });
    const under = head.createDiv({ cls: 'living-wiki-row living-wiki-under' });
    const chip = plainButton(under, 'living-wiki-chip', () => new LensSwitcher(this.#desk).open());
    iconSpan(chip, 'aperture');
    const cost = under.createSpan({ cls: 'living-wiki-muted' });
    const thread = contentEl.createDiv({ cls: 'living-wiki-scroll living-wiki-chat-thread', attr: { tabindex: '-1' } });
    const foot = contentEl.createDiv({ cls: 'living-wiki-chat-foot' });
    const composer = new Composer(
      foot,
      (question) => this.#send(question),
      () => this.#asking.abort(),
    );
    const live = contentEl.createDiv({ cls: 'living-wiki-spoken', attr: { role: 'status' } });
    this.#parts = { chip: chip.createSpan(), thread, composer, cost, live };
  }

  async #showLens(): Promise<void> {
    try {
      const title = await lensTitle(this.#desk);
      const chip = this.#parts?.chip;
      chip?.setText(title);
      chip?.parentElement?.setAttr('aria-label', t.lensHint(title));
    } catch (error) {
      this.#desk.show(error);
    }
  }

  #startAnew(): void {
    this.#asking.abort();
    this.#talk = new Talk();
    this.#note = new ConversationNote(this.#desk);
    this.#editing = null;
    this.#drawAll();
  }

  #clear(): void {
    for (const box of this.#boxes) this.removeChild(box);
    this.#boxes = [];
  }

  #drawAll(): void {
    const parts = this.#parts;
    if (parts === null) return;
    this.#clear();
    parts.thread.empty();
    const { turns } = this.#talk;
    if (turns.length === 0) emptyNote(parts.thread, t.welcome);
    this.#boxes = turns.map((turn) => this.addChild(new TurnBox(parts.thread, turn, this.#drawing)));
    this.#show();
    this.#toEnd(true);
  }

  /** What stands around the conversation. */
  #show(): void {
    const parts = this.#parts;
    if (parts === null) return;
    parts.cost.setText(costSoFar(this.#talk.turns) ?? '');
    const isFirst = this.#talk.turns.length === 0;
    parts.composer.show({ isAsking: this.#talk.isAsking, isFirst, hint: this.#hint() });
  }

  /** Who answers, and where the words go. */
  #hint(): string {
    if (this.#editing !== null) return t.editing;
    const { model } = this.#desk.settings;
    const address = addressOf(model);
    if (whatIsMissing(model) !== null || address === null) return t.noModel;
    const name = model.model ?? '';
    return isThisComputer(address) ? t.asksHere(name) : t.asks(name, address);
  }

  /** Keeps the end in sight, unless somebody reads further up. */
  #toEnd(always = false): void {
    const thread = this.#parts?.thread;
    if (thread === undefined) return;
    const isNear = thread.scrollHeight - thread.scrollTop - thread.clientHeight < NEAR;
    if (always || isNear) thread.scrollTop = thread.scrollHeight;
  }

  #say(text: string): void {
    this.#parts?.live.setText(text);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    if (this.#talk.isAsking) this.#asking.abort();
    else if (this.#editing !== null) {
      this.#editing = null;
      this.#parts?.composer.write('');
      this.#show();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #send(question: string): void {
    if (this.#desk.state.kind !== 'ready') {
      // Nothing that was written is lost.
      this.#parts?.composer.write(question);
      return;
    }
    const at = this.#editing;
    this.#editing = null;
    void this.#ask(question, at === null ? {} : { at });
  }

  async #ask(question: string, how: { draft?: DraftWish | null; at?: number }): Promise<void> {
    const { state, lens } = this.#desk;
    if (state.kind !== 'ready' || this.#talk.isAsking) return;
    const talk = this.#talk;
    const note = this.#note;
    let turn = talk.begin(question, how);
    const { signal } = (this.#asking = new AbortController());
    this.#drawAll();
    this.#say(t.thinking);
    const put = (next: Turn): void => {
      turn = next;
      talk.update(next);
      if (talk !== this.#talk) return;
      this.#boxes.at(-1)?.update(next);
      this.#toEnd();
    };
    const options: AskOptions = {
      conversation: talk.conversation,
      again: turn.again,
      ...(lens !== undefined && { lens }),
      ...(turn.draft !== null && { draft: turn.draft }),
      onEvent: (event) => {
        if (signal.aborted) return;
        if (event.kind === 'step') this.#say(stepText(event.step));
        if (event.kind === 'text' && turn.text === '') this.#say(t.writing);
        put(withEvent(turn, event));
      },
    };
    try {
      const answer = await state.workbench.ask(question, options, this.#desk.quietly(signal));
      put({ ...turn, state: 'done', answer, steps: answer.steps });
      void note.add(answer);
      this.#say(t.answered(answer.citations.length));
    } catch (error) {
      const problem = asWikiError(error, 'living-wiki:unexpected');
      const isStopped = signal.aborted || problem.code === 'living-wiki:cancelled';
      put({ ...turn, state: isStopped ? 'stopped' : 'failed', problem: isStopped ? null : problem });
      this.#say(isStopped ? t.stopped : problem.message);
    }
    if (talk === this.#talk) this.#show();
  }

  #makeDrawing(): Drawing {
    return {
      desk: this.#desk,
      hover: (event, targetEl, linktext) => {
        const hovered = { event, source: CHAT_VIEW, hoverParent: this, targetEl, linktext, sourcePath: '' };
        this.app.workspace.trigger('hover-link', hovered);
      },
      edit: (turn) => {
        if (this.#talk.isAsking) return;
        this.#editing = this.#talk.turns.indexOf(turn);
        this.#parts?.composer.write(turn.question);
        this.#show();
        this.takeFocus();
      },
      retry: (turn) => void this.#ask(turn.question, { draft: turn.draft, at: this.#talk.turns.indexOf(turn) }),
      back: () => {
        this.#talk.goBack();
        this.#drawAll();
      },
      canGoBack: (turn) => this.#talk.turns.at(-1) === turn && this.#talk.canGoBack,
      copy: (turn) => this.#copy([turn]),
      save: (answer) => new SaveModal(this.#desk, answer).open(),
      draft: ({ question, answer }, { currentTarget }) => {
        const pages = [...new Set(answer?.citations.map(({ slug }) => slug))];
        const menu = new Menu();
        for (const [kind, title] of Object.entries(t.drafts)) {
          const draft = { kind: kind as DraftKind, pages };
          menu.addItem((item) => item.setTitle(title).onClick(() => void this.#ask(question, { draft })));
        }
        menu.showAtPosition(below(currentTarget as HTMLElement), this.contentEl.doc);
      },
    };
  }

  #copy(turns: readonly Turn[]): void {
    const text = turns.flatMap(({ answer }) => (answer === null ? [] : turnMarkdown(answer))).join('\n\n---\n\n');
    if (text === '') return;
    this.contentEl.win.navigator.clipboard.writeText(`${text}\n`).then(
      () => new Notice(t.copied),
      (error: unknown) => this.#desk.show(error),
    );
  }
}

/** So near to the end, in pixels, that the end is followed. */
const NEAR = 120;
