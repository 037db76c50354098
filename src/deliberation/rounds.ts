import { asWikiError, clip, throwIfCancelled, WikiError, type Clock, type Random, type Run } from '../base';
import {
  addUsage,
  estimateTokens,
  isModelError,
  NO_USAGE,
  type AnswerSchema,
  type LanguageModel,
  type ModelAnswer,
  type Usage,
} from '../model';
import { wellFormed } from './canonical';
import { canonicalQuestion, questionHash } from './canonical-question';
import {
  checkSortedClaims,
  sortedClaimsSchema,
  textLabel,
  type Extraction,
  type ModelStatement,
  type SortedClaims,
} from './extraction';
import { shuffledOrder, assignRoles, labelOf, type Critic } from './labels';
import { answerPrompt, critiquePrompt, sortPrompt, type GivenSource } from './prompts';
import { type Absence, type Role, type Round } from './types';

/** A model that takes part. */
export interface Participant {
  /** `maker/model`; no two are the same. */
  readonly id: string;
  readonly model: LanguageModel;
}

/** One answer, from the moment it is asked for. Slots count from 1. */
export type DeliberationEvent = {
  readonly round: Round;
  readonly slot: number;
  readonly model: string;
  readonly role: Role;
} & (
  | { readonly kind: 'asked'; readonly reads: readonly string[] }
  | { readonly kind: 'writing'; readonly words: number }
  | {
      readonly kind: 'answered';
      readonly text: string;
      readonly ms: number;
      readonly usage: Usage;
      readonly isCached: boolean;
    }
  | { readonly kind: 'silent'; readonly reason: string }
);

export interface DeliberationRequest {
  /** As it was asked. */
  readonly question: string;
  readonly participants: readonly Participant[];
  /** Sorts what was said; one of the participants or another. */
  readonly synthesizer: Participant;
  readonly sources: readonly GivenSource[];
  readonly random: Random;
  readonly clock: Clock;
  /** Errors that end the whole deliberation and not only one model's part, such as a limit that is reached. */
  readonly isFatal?: (error: WikiError) => boolean;
  readonly onEvent?: (event: DeliberationEvent) => void;
}

/** What the three rounds gave. */
export interface RoundsResult {
  readonly said: readonly ModelStatement[];
  readonly sortedBy: string;
  readonly extraction: Extraction;
  readonly absences: readonly Absence[];
  readonly warnings: readonly string[];
  readonly usage: Usage;
}

/** Most tokens of one answer in each round. Models that think aloud spend some of them on that. */
const MAX_OUTPUT: Readonly<Record<Round, number>> = { 1: 4_000, 2: 4_000, 3: 12_000 };
/** What an answer usually takes. */
const TYPICAL_OUTPUT: Readonly<Record<Round, number>> = { 1: 700, 2: 600, 3: 2_000 };

/** With fewer, there is nothing to compare. */
export const MIN_MODELS = 2;
export const MAX_MODELS = 12;

/**
 * Has several models answer a question, criticise the answers, and one of them sort what was said. A model that fails says nothing: the
 * others go on while at least two remain, and its silence is recorded.
 *
 * @throws WikiError `living-wiki:deliberation_too_few`, `living-wiki:deliberation_unsorted`, `living-wiki:cancelled`, whatever is fatal
 */
export async function runRounds(request: DeliberationRequest, run: Run): Promise<RoundsResult> {
  return new Deliberation(request, run).result();
}

/** Tokens of each model before anything is sent, by the place of the model; the one that sorts comes last. */
export function estimateRounds(
  request: Pick<DeliberationRequest, 'question' | 'sources' | 'participants'>,
): readonly { readonly input: number; readonly output: number }[] {
  const { question, sources, participants } = request;
  const letters: Random = { id: (length) => 'x'.repeat(length) };
  const texts = answerPrompt(question.replaceAll('x', 'y'), [], letters)
    .map((message) => (message.role === 'user' ? JSON.stringify(message.content) : message.text))
    .join('\n');
  const base = estimateTokens(texts) + sources.reduce((sum, { text }) => sum + estimateTokens(text) + 20, 0);
  const count = participants.length;
  const each = {
    input: 2 * base + count * TYPICAL_OUTPUT[1],
    output: TYPICAL_OUTPUT[1] + TYPICAL_OUTPUT[2],
  };
  const sort = { input: base + count * each.output + 400, output: TYPICAL_OUTPUT[3] };
  return [...participants.map(() => each), sort];
}

class Deliberation {
  readonly #request: DeliberationRequest;
  readonly #run: Run;
  readonly #seed: string;
  readonly #said: ModelStatement[] = [];
  readonly #absences: Absence[] = [];
  readonly #warnings: string[] = [];
  #usage: Usage = NO_USAGE;
  #done = 0;

  constructor(request: DeliberationRequest, run: Run) {
    this.#request = request;
    this.#run = run;
    this.#seed = questionHash(canonicalQuestion(request.question));
  }

  async result(): Promise<RoundsResult> {
    const { participants } = this.#request;
    const slots = participants.map((_, at) => at + 1);
    await this.#together(slots, (slot) => this.#answer(slot));
    const answered = this.#require(1);
    const roles = assignRoles(answered, this.#seed);
    await this.#together(answered, (slot) => this.#criticise(slot, roles.get(slot) ?? 'verifier', answered));
    this.#require(2);
    if (!this.#said.some(({ role }) => role === 'devil_advocate')) {
      this.#warnings.push("The devil's advocate gave no critique, so nobody was asked to argue against the answers.");
    }
    const { extraction, sortedBy } = await this.#sort();
    const warnings = [...this.#warnings, ...extraction.apart.map(apartWarning)];
    return { said: this.#said, sortedBy, extraction, absences: this.#absences, warnings, usage: this.#usage };
  }

  /** Runs a round in parallel. What is fatal ends it once every call has ended, so that no paid answer is lost. */
  async #together(slots: readonly number[], work: (slot: number) => Promise<void>): Promise<void> {
    const ended = await Promise.allSettled(slots.map(work));
    throwIfCancelled(this.#run);
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
    // In the order of slots, whoever was first.
    this.#said.sort((a, b) => a.round - b.round || a.slot - b.slot);
    this.#absences.sort((a, b) => a.round - b.round || a.slot - b.slot);
  }

  /** The slots that spoke in a round. */
  #require(round: 1 | 2): readonly number[] {
    const slots = this.#said.filter((each) => each.round === round).map(({ slot }) => slot);
    if (slots.length >= MIN_MODELS) return slots;
    const reasons = this.#absences
      .filter((each) => each.round === round)
      .map(({ model, reason }) => `${model}: ${reason}`);
    const got = slots.length === 0 ? 'No model answered' : 'Only one model answered';
    throw new WikiError(
      'living-wiki:deliberation_too_few',
      clip(`${got} in round ${round}; two are needed. ${reasons.join(' ')}`, 1_000),
      { remedy: 'Try again later, or choose other models. Answers that were paid for are kept.' },
    );
  }

  async #answer(slot: number): Promise<void> {
    const { question, sources, random } = this.#request;
    const messages = answerPrompt(question, sources, random);
    await this.#speak({ round: 1, slot, role: 'independent', messages, reads: [] });
  }

  async #criticise(slot: number, role: Critic, answered: readonly number[]): Promise<void> {
    const { question, sources, random } = this.#request;
    const order = shuffledOrder(answered, `reader ${slot} ${this.#seed}`);
    const answers = order.map((from) => ({ label: labelOf(from), text: this.#textOf(from) }));
    const messages = critiquePrompt(role, { question, sources, answers, random });
    await this.#speak({ round: 2, slot, role, messages, reads: order.map(labelOf) });
  }

  #textOf(slot: number): string {
    return this.#said.find((each) => each.round === 1 && each.slot === slot)?.content ?? '';
  }

  async #speak(turn: Turn & { readonly round: 1 | 2 }): Promise<void> {
    const { round, slot, role } = turn;
    const participant = this.#participant(slot);
    const answer = await this.#ask(participant, turn);
    if (answer === null) return;
    this.#said.push({ round, slot, model: participant.id, role, content: wellFormed(answer.text).trim() });
  }

  /** Sorts with the synthesizer, else with the next model that spoke. */
  async #sort(): Promise<{ readonly extraction: Extraction; readonly sortedBy: string }> {
    const { question, sources, random, participants, synthesizer } = this.#request;
    const speakers = participants.filter(({ id }) => this.#said.some((each) => each.round === 2 && each.model === id));
    const order = shuffledOrder(
      this.#said.map((_, at) => at),
      `sort ${this.#seed}`,
    );
    const answers = order.flatMap((at) => {
      const each = this.#said[at];
      return each === undefined ? [] : [{ label: textLabel(each), text: each.content }];
    });
    const candidates = [synthesizer, ...speakers.filter(({ id }) => id !== synthesizer.id)];
    for (const [at, candidate] of candidates.entries()) {
      const messages = sortPrompt({ question, sources, answers, random });
      const turn = {
        round: 3,
        slot: at + 1,
        role: 'synthesis',
        messages,
        reads: answers.map(({ label }) => label),
      } as const;
      const sorted = await this.#ask<SortedClaims>(candidate, turn, sortedClaimsSchema());
      if (sorted === null) continue;
      if (at > 0) this.#warnings.push(`${candidate.id} sorted the answers instead of ${synthesizer.id}.`);
      return { extraction: checkSortedClaims(sorted.data, this.#said, sources), sortedBy: candidate.id };
    }
    throw new WikiError('living-wiki:deliberation_unsorted', 'No model sorted what was said, so there is no unit.', {
      remedy: 'Choose another model with --synthesizer. Answers that were paid for are kept.',
    });
  }

  #participant(slot: number): Participant {
    const participant = this.#request.participants[slot - 1];
    if (participant === undefined) throw new RangeError('There is no such slot.');
    return participant;
  }

  /** @returns `null` if the model says nothing, which is recorded */
  async #ask<T = undefined>(
    { id, model }: Participant,
    { round, slot, role, messages, reads }: Turn,
    schema?: AnswerSchema<T>,
  ): Promise<ModelAnswer<T> | null> {
    const { onEvent, clock, isFatal } = this.#request;
    const at = { round, slot, model: id, role };
    const start = clock.now();
    let text = '';
    onEvent?.({ ...at, kind: 'asked', reads });
    const listener = {
      text: (delta: string): void => {
        text += delta;
        onEvent?.({ ...at, kind: 'writing', words: text.split(/\s+/).length });
      },
      restart: (): void => void (text = ''),
    };
    try {
      const answer = await model.ask<T>(
        { messages, maxOutputTokens: MAX_OUTPUT[round], listener, ...(schema && { schema }) },
        this.#run,
      );
      this.#usage = addUsage(this.#usage, answer.usage);
      this.#done += 1;
      const { participants } = this.#request;
      this.#run.progress({ stage: `Round ${round}`, done: this.#done, total: participants.length * 2 + 1, detail: id });
      onEvent?.({
        ...at,
        kind: 'answered',
        text: answer.text,
        ms: clock.now() - start,
        usage: answer.usage,
        isCached: answer.cached,
      });
      return answer;
    } catch (thrown) {
      throwIfCancelled(this.#run);
      const error = asWikiError(thrown, 'living-wiki:unexpected');
      if (isModelError(error)) for (const call of error.calls) this.#usage = addUsage(this.#usage, call.usage);
      if (!isModelError(error) || isFatal?.(error) === true) throw error;
      const reason = clip(error.message, 300);
      this.#absences.push({ ...at, reason });
      onEvent?.({ ...at, kind: 'silent', reason });
      return null;
    }
  }
}

interface Turn {
  readonly round: Round;
  readonly slot: number;
  readonly role: Role;
  readonly messages: Parameters<LanguageModel['ask']>[0]['messages'];
  readonly reads: readonly string[];
}

const apartWarning = (model: string): string =>
  `${model} makes no claim that another model speaks about. It may have answered something else.`;
