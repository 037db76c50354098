import { type JsonObject, type Run } from '../../base';
import {
  addUsage,
  isModelError,
  NO_USAGE,
  type AnswerSchema,
  type CallRecord,
  type LanguageModel,
  type Message,
  type Usage,
} from '../../model';

/** How a model is asked. A weak one does better where the server holds it to a JSON Schema. */
export interface ModelTraits {
  isSmall: boolean;
}

/** Asks the model of one curation, and records the calls and their usage. */
export class ModelCaller {
  readonly #calls: (CallRecord & { readonly task: string; readonly cached: boolean })[] = [];
  #usage: Usage = NO_USAGE;
  readonly #model: LanguageModel;
  readonly #run: Run;
  readonly #steps: ModelTraits;

  constructor(model: LanguageModel, run: Run, steps: ModelTraits) {
    this.#model = model;
    this.#run = run;
    this.#steps = steps;
  }

  /**
   * @param task for the record: `plan`, `write` with the slugs of the pages, `verify` or `transcribe`
   * @throws ModelError with the calls of the whole curation
   */
  async ask<T>(
    task: string,
    messages: readonly Message[],
    schema: AnswerSchema<T>,
    model: LanguageModel = this.#model,
  ): Promise<T> {
    try {
      const answer = await model.ask({ messages, schema, asText: !this.#steps.isSmall }, this.#run);
      for (const call of answer.calls) this.#calls.push({ ...call, task, cached: answer.cached });
      this.#usage = addUsage(this.#usage, answer.usage);
      return answer.data;
    } catch (error) {
      if (!isModelError(error)) throw error;
      const failed = error.withEarlierCalls(this.#calls);
      for (const call of error.calls) {
        this.#calls.push({ ...call, task, cached: false });
        this.#usage = addUsage(this.#usage, call.usage);
      }
      throw failed;
    }
  }

  get calls(): readonly CallRecord[] {
    return this.#calls;
  }

  /** The calls and their usage, for the facts of the change set. Without prompts and answers. */
  facts(): JsonObject {
    return {
      model: this.#model.name,
      calls: this.#calls.map(({ task, model, outcome, note, usage, cached }) => ({
        task,
        model,
        outcome,
        note,
        cached,
        usage: { ...usage },
      })),
      usage: { ...this.#usage },
    };
  }
}
