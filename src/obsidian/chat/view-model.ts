import {
  Conversation,
  formatCost,
  renderAnswer,
  type AskEvent,
  type AskResult,
  type AskStep,
  type DraftKind,
  type ModelCost,
  type WikiError,
} from '../../workbench';
import { chat as t } from '../locale';
import { safeMarkdown } from '../review/view-model/safe-markdown';

/** A text that is wanted instead of an answer, and the pages that it is made from. */
export interface DraftRequest {
  readonly kind: DraftKind;
  readonly pages: readonly string[];
}

/** A question and what has come of it so far. */
export interface ChatTurn {
  readonly question: string;
  readonly draft: DraftRequest | null;
  /** So many times it was answered before, and another answer was wanted. */
  readonly again: number;
  readonly state: 'asking' | 'stopped' | 'failed' | 'done';
  readonly steps: readonly AskStep[];
  /** What came of the answer until now, not checked. */
  readonly text: string;
  readonly answer: AskResult | null;
  /** What it took where there is no answer; `null` where nothing was used. */
  readonly spent: ModelCost | null;
  readonly problem: Pick<WikiError, 'message' | 'remedy'> | null;
}

/** A turn after something happened to it. */
export function withEvent(turn: ChatTurn, event: AskEvent): ChatTurn {
  switch (event.kind) {
    case 'step':
      return { ...turn, steps: [...turn.steps, event.step] };
    case 'text':
      return { ...turn, text: turn.text + event.text };
    case 'restart':
      return { ...turn, text: '' };
    case 'done':
      return turn;
  }
}

interface ThreadSnapshot {
  readonly turns: readonly ChatTurn[];
  readonly conversation: Conversation;
}

/** The questions of one conversation, and the way back from one that was asked anew. */
export class ChatThread {
  #turns: readonly ChatTurn[] = [];
  #conversation = new Conversation();
  readonly #costs: ModelCost[] = [];
  /** As it was before an answered question was asked anew. */
  #before: ThreadSnapshot | null = null;

  get turns(): readonly ChatTurn[] {
    return this.#turns;
  }

  /** What was said and read; to be handed to the librarian, which adds to it. */
  get conversation(): Conversation {
    return this.#conversation;
  }

  /** What all questions have cost, also those that came to nothing or were asked anew. */
  get costs(): readonly ModelCost[] {
    return this.#costs;
  }

  get isAsking(): boolean {
    return this.#turns.at(-1)?.state === 'asking';
  }

  /** Whether what stands last took the place of an answer, and came to nothing. */
  get canGoBack(): boolean {
    const state = this.#turns.at(-1)?.state;
    return this.#before !== null && (state === 'stopped' || state === 'failed');
  }

  goBack(): void {
    if (this.#before === null) return;
    this.#turns = this.#before.turns;
    this.#conversation = this.#before.conversation;
    this.#before = null;
  }

  /** @param at takes the place of this turn and of all after it */
  begin(question: string, { draft = null, at }: { draft?: DraftRequest | null; at?: number } = {}): ChatTurn {
    let again = 0;
    if (at === undefined) this.#before = null;
    else {
      const gone = this.#turns.slice(at);
      const [first] = gone;
      const wasAnswered = gone.some(({ state }) => state === 'done');
      // A question that was stopped takes up what was answered before; one that was answered is answered anew.
      if (first?.question === question && wasAnswered) again = first.again + 1;
      else if (first?.question === question) again = first.again;
      if (wasAnswered) this.#before = { turns: this.#turns, conversation: this.#conversation };
      this.#conversation = this.#conversation.withoutLast(gone.filter(({ state }) => state === 'done').length);
      this.#turns = this.#turns.slice(0, at);
    }
    const turn: ChatTurn = {
      question,
      draft,
      again,
      state: 'asking',
      steps: [],
      text: '',
      answer: null,
      spent: null,
      problem: null,
    };
    this.#turns = [...this.#turns, turn];
    return turn;
  }

  /** Puts the last turn as it is now. */
  update(turn: ChatTurn): void {
    const cost = turn.answer?.cost ?? turn.spent;
    if (cost !== null) this.#costs.push(cost);
    this.#turns = [...this.#turns.slice(0, -1), turn];
    if (turn.state === 'done') this.#before = null;
  }
}

/** One look into the wiki, in words. */
export function stepText({ tool, input, ok, found, problem }: AskStep): string {
  const what = `${Object.hasOwn(t.doing, tool) ? t.doing[tool] : tool} ${tool === 'read_page' ? input : `“${input}”`}`;
  if (!ok) return `${what}: ${problem}`;
  return tool === 'read_page' || tool === 'read_source' ? what : `${what}: ${t.found(found.length)}`;
}

/** Stands behind a sentence that cites nothing, until it is drawn. In the private use area, so that no text means it. */
export const UNCITED_MARK = '\uE000';

/** An answer that was checked, as it is drawn: disarmed once more, and {@link UNCITED_MARK} behind each sentence that cites nothing. */
export function checkedMarkdown({ text, uncited, draft }: Pick<AskResult, 'text' | 'uncited' | 'draft'>): string {
  if (draft !== null) return drawable(draft.text);
  let marked = '';
  let at = 0;
  for (const { end } of uncited) {
    marked += text.slice(at, end).replaceAll(UNCITED_MARK, ' ') + UNCITED_MARK;
    at = end;
  }
  return drawable(marked + text.slice(at).replaceAll(UNCITED_MARK, ' '));
}

/** What a model wrote so far, before anybody checked it: no HTML, nothing that is embedded, fetched or run. */
export function uncheckedMarkdown(text: string): string {
  return drawable(text.replaceAll(UNCITED_MARK, ' ').replace(/<(?=[a-z/!?%])/gi, '&lt;'));
}

const drawable = (text: string): string => safeMarkdown(text).replace(/!(?=\[)/g, '');

/** What a conversation has cost so far; `null` where no model was asked. */
export function costSoFar(costs: readonly ModelCost[]): string | null {
  return costs.length === 0 ? null : t.soFar(costText(costs));
}

export function costText(costs: readonly ModelCost[]): string {
  const paid = costs.filter(({ models }) => models.length > 0);
  const [first, ...rest] = paid;
  if (first === undefined) return t.known;
  const sum = rest.reduce<Pick<ModelCost, 'usage' | 'money'>>(
    (all, { usage, money }) => ({
      usage: {
        input: all.usage.input + usage.input,
        output: all.usage.output + usage.output,
        cached: all.usage.cached + usage.cached,
        estimated: all.usage.estimated || usage.estimated,
      },
      money: all.money && money && { ...money, amount: all.money.amount + money.amount },
    }),
    first,
  );
  return formatCost(sum);
}

/** A turn as Markdown: the question, the answer, and what was read. */
export function turnMarkdown(answer: AskResult): string {
  const read = answer.read.map(({ slug }) => `[[${slug}]]`).join(', ');
  const said = renderAnswer(answer);
  return [
    t.notes.you(answer.question),
    said === '' ? t.nothing : said,
    ...(read === '' ? [] : [t.notes.read(read)]),
  ].join('\n\n');
}

/** The name of a conversation's note: its day and first question, without what a file system refuses. */
export function noteName(question: string, day: string): string {
  const words = question
    .replace(/[\\/:*?"<>|#^[\]%\p{C}]/gu, ' ')
    .replace(/\.{2,}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|\s+$/g, '');
  const short = words.length <= 60 ? words : words.slice(0, 60).replace(/\s\S*$/, '');
  return `${day} ${short === '' ? t.notes.untitled : short.replace(/[.\s]+$/, '')}`;
}

/** Why conversations cannot be kept in a folder; `null` where they can. @param roots folders of wikis; `''` is the vault */
export function folderProblem(folder: string, roots: readonly string[]): string | null {
  if (folder === '') return null;
  if (/^[./\\]|\\|[:*?"<>|]|(?:^|\/)\.|\/$|\/\//.test(folder)) return t.notes.bad;
  const isInside = roots.some((root) => root === '' || folder === root || folder.startsWith(`${root}/`));
  return isInside ? t.notes.inside : null;
}
