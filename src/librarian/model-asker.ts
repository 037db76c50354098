import { type Run } from '../base';
import {
  fence,
  isModelError,
  parseToolCall,
  runTools,
  type AnswerListener,
  type LanguageModel,
  type Message,
} from '../model';
import { readPage, search } from './lookup';
import { type ModelOutcome } from './notes';
import { questionPrompt, readFirstPrompt, systemPrompt } from './prompt';
import { type ReadRecord } from './read-record';
import { type AskRequest } from './request';
import { describeStep, libraryTools } from './tools';
import { withTrimming } from './trim';
import { type Answer, type AskStep } from './types';

const DEFAULT_STEPS = 12;
const DEFAULT_TOKENS = 150_000;
const DEFAULT_CONTEXT = 16_000;
/** Pages to give to a model that reads none. */
const SEED_PAGES = 3;
/** UTF-16 units of each. */
const SEED_LENGTH = 2_500;

/** Errors of a limit: answer with what was read so far. */
const LIMIT_ERRORS: ReadonlySet<string> = new Set([
  'living-wiki:model_budget_exhausted',
  'living-wiki:model_price_unknown',
  'living-wiki:model_context_too_long',
]);

/** Errors of a model that gave no usable answer. */
const UNUSABLE_ANSWER_ERRORS: ReadonlySet<string> = new Set([
  'living-wiki:model_cut_off',
  'living-wiki:model_empty_answer',
]);

/** Asks the model one question, and lets it look things up until it answers. */
export class ModelAsker {
  readonly #request: AskRequest;
  readonly #model: LanguageModel;
  readonly #record: ReadRecord;
  readonly #run: Run;
  readonly #steps: AskStep[] = [];
  /** Whether text of the current answer was passed on. */
  #isShown = false;
  /** Text not passed on yet, because it may become a tool call. */
  #withheld = '';

  /** @param record gets what the model reads */
  constructor(request: AskRequest, model: LanguageModel, record: ReadRecord, run: Run) {
    this.#request = request;
    this.#model = model;
    this.#record = record;
    this.#run = run;
  }

  get steps(): readonly AskStep[] {
    return this.#steps;
  }

  async ask(): Promise<ModelOutcome> {
    const { library, conversation, draft, packs, limits = {} } = this.#request;
    const rounds = limits.steps ?? DEFAULT_STEPS;
    const pages = await this.#readForModel(draft?.pages ?? []);
    const read = conversation.readRecord().pages();
    const question = { role: 'user', content: questionPrompt(this.#request, read, pages) } as const;
    const system = { role: 'system', text: systemPrompt(library.lens, packs?.catalog ?? '') } as const;
    let outcome = await this.#runTools([system, ...conversation.messages, question], rounds);
    // A model that answers without reading gets pages and a second chance.
    if (this.#record.size === 0 && outcome.stopped === null && this.#steps.length < rounds) {
      const first = outcome;
      this.#discardShown('No page was read yet.');
      const left = Math.max(1, rounds - this.#steps.length);
      const content = await this.#searchForModel();
      outcome = await this.#runTools([...first.messages, { role: 'user', content }], left, true);
      outcome = { ...outcome, notes: [...first.notes, ...outcome.notes] };
    }
    return { ...outcome, messages: outcome.messages.slice(1) };
  }

  /** Searches for the question and reads the results. Returns the prompt that shows them. */
  async #searchForModel(): Promise<string> {
    const { question, library } = this.#request;
    const { found } = await search(library, { query: question, limit: SEED_PAGES }, this.#run);
    this.#addStep({ tool: 'search', input: question.slice(0, 200), ok: true, found, problem: '' });
    return readFirstPrompt(question, await this.#readForModel(found, SEED_LENGTH));
  }

  /** @param maxLength UTF-16 units of each page @returns the texts, fenced */
  async #readForModel(names: readonly string[], maxLength?: number): Promise<readonly string[]> {
    const { library, random } = this.#request;
    const pages: string[] = [];
    for (const page of names) {
      const wanted = { page, ...(maxLength !== undefined && { maxLength }) };
      const { text, found } = await readPage(library, this.#record, wanted, this.#run);
      this.#addStep({ tool: 'read_page', input: page, ok: true, found, problem: '' });
      pages.push(fence(text, `page ${page}`, random).text);
    }
    return pages;
  }

  /** @param isSeeded whether code has read pages for a model that read none */
  async #runTools(messages: readonly Message[], rounds: number, isSeeded = false): Promise<ModelOutcome> {
    const { library, random, packs = null, limits = {} } = this.#request;
    let found: readonly string[] = [];
    const tools = libraryTools(library, packs, this.#record, (slugs) => (found = slugs));
    try {
      const result = await runTools(
        {
          model: withTrimming(this.#model, limits.context ?? DEFAULT_CONTEXT, () => packs?.guides ?? []),
          messages,
          tools,
          random,
          limits: {
            rounds,
            tokens: limits.tokens ?? DEFAULT_TOKENS,
            ...(limits.isSpent && { isSpent: limits.isSpent }),
          },
          listener: this.#listener(),
          onStep: (step) => {
            this.#addStep(describeStep(step, step.ok ? found : []));
            found = [];
          },
        },
        this.#run,
      );
      const { text, model: name } = result.answer;
      // A server without tool support may answer with a tool call as text.
      const isAnswer = parseToolCall(text, tools) === null;
      return {
        text: isAnswer ? text : null,
        model: name,
        stopped: result.stopped ?? (isAnswer ? null : 'steps'),
        messages: result.messages,
        notes: [],
      };
    } catch (error) {
      if (!isModelError(error)) throw error;
      const isFirst = this.#steps.length === 0;
      const isEndless = error.code === 'living-wiki:model_invalid_answer' && !isFirst;
      // Small models get lost when they are to use tools, and answer once they are given pages.
      const isLost = (isFirst || isSeeded) && UNUSABLE_ANSWER_ERRORS.has(error.code);
      if (!isEndless && !isLost && (isFirst || !LIMIT_ERRORS.has(error.code))) throw error;
      this.#discardShown(error.message);
      const stopped = isLost ? null : limitOf(error.code);
      return { text: null, model: this.#model.name, stopped, messages, notes: [error.message] };
    }
  }

  #addStep(step: AskStep): void {
    this.#discardShown('');
    this.#steps.push(step);
    this.#request.onEvent?.({ kind: 'step', step });
  }

  /** Tells the listener to discard the text so far, if it got any. */
  #discardShown(reason: string): void {
    this.#withheld = '';
    if (this.#isShown) this.#request.onEvent?.({ kind: 'restart', reason });
    this.#isShown = false;
  }

  /** Passes text on, except what is or may become a tool call. */
  #listener(): AnswerListener {
    return {
      text: (delta) => {
        this.#withheld += delta;
        if (!this.#isShown && /^\s*(?:$|[{`])/.test(this.#withheld)) return;
        this.#request.onEvent?.({ kind: 'text', text: this.#withheld });
        this.#withheld = '';
        this.#isShown = true;
      },
      restart: (reason) => {
        this.#isShown = true;
        this.#discardShown(reason);
      },
    };
  }
}

function limitOf(code: string): NonNullable<Answer['stopped']> {
  if (code === 'living-wiki:model_invalid_answer') return 'steps';
  return code === 'living-wiki:model_context_too_long' ? 'tokens' : 'cost';
}
