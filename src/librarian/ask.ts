import { throwIfCancelled, WikiError, type Run } from '../base';
import { fence, isModelError, runTools, parseToolCall, type AnswerListener, type Message } from '../model';
import { PLAIN_LANGUAGE_FILE } from '../wiki';
import { checkText, splitGaps } from './answer-text';
import { contradictionsOf } from './contradictions';
import { readPage, search } from './lookup';
import { answerNotes, type ModelOutcome } from './notes';
import { bestPassages, findUnknownWords } from './passages';
import { DEFAULT_PLAIN_LANGUAGE, makePlain, readPlainRules, withFootnotes, type PlainRules } from './plain-language';
import { readFirstPrompt, questionPrompt, systemPrompt } from './prompt';
import { type ReadRecord } from './read-record';
import { describeStep, libraryTools } from './tools';
import { withTrimming } from './trim';
import { type Answer, type AskRequest, type AskStep } from './types';
import { uncitedSentences } from './uncited';

/** Limits where none are given. */
const DEFAULT_STEPS = 12;
const DEFAULT_TOKENS = 150_000;
const DEFAULT_CONTEXT = 16_000;
/** Pages that code reads for a model that reads none, and UTF-16 units of each. */
const SEED_PAGES = 3;
const SEED_LENGTH = 2_500;

/** Errors of a bound: what was read so far is the answer. */
const LIMIT_ERRORS: ReadonlySet<string> = new Set([
  'living-wiki:model_budget_exhausted',
  'living-wiki:model_price_unknown',
  'living-wiki:model_context_too_long',
]);

/** No usable answer. */
const UNUSABLE_ANSWER_ERRORS: ReadonlySet<string> = new Set([
  'living-wiki:model_cut_off',
  'living-wiki:model_empty_answer',
]);

/**
 * Answers a question from the wiki, or drafts a text from it. The conversation takes the answer up; where this throws, it
 * stays as it was.
 *
 * @throws ModelError when the model fails, refuses or is cut off, its fallback too; WikiError `living-wiki:cancelled`,
 *   `living-wiki:question_empty`, `living-wiki:page_missing` for a page that a draft names
 */
export async function ask(request: AskRequest, run: Run): Promise<Answer> {
  return new AnswerBuilder(request, run).answer();
}

/** One question on its way to an answer. */
class AnswerBuilder {
  readonly #request: AskRequest;
  readonly #run: Run;
  readonly #reading: ReadRecord;
  readonly #steps: AskStep[] = [];
  #isShown = false;
  /** Text that may become a tool call in words. */
  #held = '';

  constructor(request: AskRequest, run: Run) {
    this.#request = { ...request, question: request.question.trim().slice(0, 8_000) };
    this.#run = run;
    this.#reading = request.conversation.readRecord();
  }

  async answer(): Promise<Answer> {
    const { question, model, conversation } = this.#request;
    if (question === '') throw emptyQuestion();
    const said =
      model === null
        ? { text: null, model: null, stopped: null, messages: conversation.messages, notes: [] }
        : await this.#ask();
    throwIfCancelled(this.#run);
    const answer = await this.#checked(said);
    const answered: Message = { role: 'assistant', text: '(Answered with passages of the pages.)' };
    const messages = said.text === null && model !== null ? [...said.messages, answered] : said.messages;
    conversation.add({ answer, messages, record: this.#reading });
    this.#request.onEvent?.({ kind: 'done', answer });
    return answer;
  }

  async #ask(): Promise<ModelOutcome> {
    const { library: shelf, random, conversation, draft, limits = {} } = this.#request;
    const pages = await this.#readFor(draft?.pages ?? []);
    const record = conversation.readRecord().pages();
    const question = { role: 'user', content: questionPrompt(this.#request, record, pages) } as const;
    const rules = { role: 'system', text: systemPrompt(shelf.lens, random) } as const;
    let said = await this.#converse([rules, ...conversation.messages, question], limits.steps ?? DEFAULT_STEPS);
    // An answer out of nothing gets one chance to be one out of the wiki.
    const isUnread = this.#reading.size === 0 && said.stopped === null;
    if (isUnread && this.#steps.length < (limits.steps ?? DEFAULT_STEPS)) {
      this.#restart('Nothing was read yet.');
      const { question: about } = this.#request;
      const left = Math.max(1, (limits.steps ?? DEFAULT_STEPS) - this.#steps.length);
      const { found } = await search(shelf, { query: about, limit: SEED_PAGES }, this.#run);
      this.#tell({ tool: 'search', input: about.slice(0, 200), ok: true, found, problem: '' });
      const content = readFirstPrompt(about, await this.#readFor(found, SEED_LENGTH));
      const { notes } = said;
      said = await this.#converse([...said.messages, { role: 'user', content }], left, true);
      said = { ...said, notes: [...notes, ...said.notes] };
    }
    return { ...said, messages: said.messages.slice(1) };
  }

  /** Pages that code reads for the model. @param most UTF-16 units of each */
  async #readFor(names: readonly string[], most?: number): Promise<readonly string[]> {
    const { library: shelf, random } = this.#request;
    const pages: string[] = [];
    for (const page of names) {
      const wanted = { page, ...(most !== undefined && { most }) };
      const { text, found } = await readPage(shelf, this.#reading, wanted, this.#run);
      this.#tell({ tool: 'read_page', input: page, ok: true, found, problem: '' });
      pages.push(fence(text, `page ${page}`, random).text);
    }
    return pages;
  }

  /** @param seeded whether code has read pages for a model that did not */
  async #converse(messages: readonly Message[], steps: number, seeded = false): Promise<ModelOutcome> {
    const { library: shelf, model, random, limits = {} } = this.#request;
    if (model === null) throw emptyQuestion();
    let found: readonly string[] = [];
    const tools = libraryTools(shelf, this.#reading, (brought) => (found = brought));
    try {
      const result = await runTools(
        {
          model: withTrimming(model, limits.context ?? DEFAULT_CONTEXT),
          messages,
          tools,
          random,
          limits: {
            rounds: steps,
            tokens: limits.tokens ?? DEFAULT_TOKENS,
            ...(limits.isSpent && { isSpent: limits.isSpent }),
          },
          listener: this.#listener(),
          onStep: (step) => {
            this.#tell(describeStep(step, step.ok ? found : []));
            found = [];
          },
        },
        this.#run,
      );
      const { text, model: name } = result.answer;
      // A server without tools may go on asking for them in words.
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
      const isEndless = error.code === 'living-wiki:model_invalid_answer' && this.#steps.length > 0;
      const isFirst = this.#steps.length === 0;
      // Small models lose themselves where they are to use tools, and answer once they are given pages.
      const isLost = (isFirst || seeded) && UNUSABLE_ANSWER_ERRORS.has(error.code);
      if (!isEndless && !isLost && (isFirst || !LIMIT_ERRORS.has(error.code))) throw error;
      this.#restart(error.message);
      if (isLost) return { text: null, model: model.name, stopped: null, messages, notes: [error.message] };
      return {
        text: null,
        model: model.name,
        stopped: isEndless ? 'steps' : error.code === 'living-wiki:model_context_too_long' ? 'tokens' : 'cost',
        messages,
        notes: [error.message],
      };
    }
  }

  #tell(step: AskStep): void {
    this.#restart('');
    this.#steps.push(step);
    this.#request.onEvent?.({ kind: 'step', step });
  }

  /** What was shown so far is void, if anything was. */
  #restart(reason: string): void {
    this.#held = '';
    if (this.#isShown) this.#request.onEvent?.({ kind: 'restart', reason });
    this.#isShown = false;
  }

  /** Passes text on, but not what is or may become a tool call in words. */
  #listener(): AnswerListener {
    return {
      text: (delta) => {
        this.#held += delta;
        if (!this.#isShown && /^\s*(?:$|[{`])/.test(this.#held)) return;
        this.#request.onEvent?.({ kind: 'text', text: this.#held });
        this.#held = '';
        this.#isShown = true;
      },
      restart: (reason) => {
        this.#isShown = true;
        this.#restart(reason);
      },
    };
  }

  async #checked(said: ModelOutcome): Promise<Answer> {
    const { question, library: shelf, draft, model } = this.#request;
    const { body, gaps } = splitGaps(said.text ?? '');
    const isByCode = said.text === null;
    const read = new Set(this.#reading.pages().map(({ path }) => path));
    const only = isByCode && model !== null && read.size > 0 ? { only: read } : {};
    const raw = isByCode ? await bestPassages({ question, library: shelf, ...only }, this.#reading, this.#run) : body;
    const ground = { library: shelf, record: this.#reading, latest: shelf.snapshot, changed: new Set<string>() };
    const before = checkText(raw, ground);
    const paths = before.citations.map(({ path }) => path);
    const latest = paths.length === 0 ? undefined : await shelf.latest?.(paths, this.#run);
    for (const path of latest ? paths : []) {
      const now = (await latest?.text(path)) ?? null;
      if (now !== null && !this.#reading.isUnchanged(path, now)) ground.changed.add(path);
    }
    const checked = latest ? checkText(raw, { ...ground, latest }) : before;
    const plain = draft && !isByCode ? makePlain(checked.text, await this.#plainRules()) : null;
    const text = plain?.text ?? checked.text;
    const cited = checked.citations.flatMap(({ path }) => (latest ?? shelf.snapshot).pages.get(path) ?? []);
    const lacking = isByCode ? await findUnknownWords(question, shelf, this.#run) : [];
    const missing = isByCode && (raw === '' || lacking.length > 0) ? [question] : gaps;
    return {
      question,
      by: isByCode ? 'passages' : 'model',
      model: isByCode ? null : said.model,
      lens: shelf.lens.name,
      text,
      citations: checked.citations,
      uncited: isByCode ? [] : uncitedSentences(text),
      removed: checked.removed,
      gaps: missing,
      contradictions: contradictionsOf(latest ?? shelf.snapshot, shelf.lens, cited),
      read: this.#reading.pages(),
      steps: this.#steps,
      stopped: said.stopped,
      notes: answerNotes(said, { checked, gaps: missing, unknownWords: lacking, pagesRead: this.#reading.size }),
      draft: draft && plain ? { kind: draft.kind, text: withFootnotes(text), edits: plain.edits } : null,
    };
  }

  async #plainRules(): Promise<PlainRules> {
    return readPlainRules((await this.#request.library.snapshot.text(PLAIN_LANGUAGE_FILE)) ?? DEFAULT_PLAIN_LANGUAGE);
  }
}

function emptyQuestion(): WikiError {
  return new WikiError('living-wiki:question_empty', 'There is no question.', { remedy: 'Ask something.' });
}
