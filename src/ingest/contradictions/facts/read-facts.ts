import { type YieldBudget } from '../../../base';
import { readSentence } from './read-sentence';
import { TextContext, type Subject } from './subject';
import { sectionSubject, subjectOfTitle } from './title-subject';
import { type Fact } from './types';

/** A sentence with what stands around it. */
export interface FactSentence {
  readonly text: string;
  readonly heading: string | null;
  /** Sentences of one paragraph have one number. */
  readonly passage: number;
  /** Whether "it" may be what the sentence before is about; it may when absent. */
  readonly isContinued?: boolean;
}

const MAX_LENGTH = 400;
/** How much longer it takes to read the facts of a text than the text. */
const COST = 2;

/** All that the sentences of a text say of things: dates, amounts, states and holders of offices. */
export async function readFacts<Sentence extends FactSentence>(
  title: string,
  sentences: readonly Sentence[],
  budget: YieldBudget,
): Promise<readonly Fact<Sentence>[]> {
  const context = new TextContext(title);
  for (const { text } of sentences) {
    context.add(text);
    if (budget.spend(text.length)) await budget.checkpoint();
  }
  const reader = new FactReader<Sentence>(title, context);
  const facts: Fact<Sentence>[] = [];
  for (const sentence of sentences) {
    for (const fact of reader.read(sentence)) facts.push(fact);
    if (budget.spend(COST * sentence.text.length)) await budget.checkpoint();
  }
  return facts;
}

/** Reads sentences in their order, and knows what the last one was about. */
class FactReader<Sentence extends FactSentence> {
  readonly #context: TextContext;
  #whole: Subject;
  #heading: string | null = null;
  #passage = -1;
  #topic: Subject | null = null;

  constructor(title: string, context: TextContext) {
    this.#context = context;
    this.#whole = subjectOfTitle(title);
  }

  read(sentence: Sentence): readonly Fact<Sentence>[] {
    const { heading, passage } = sentence;
    if (heading !== this.#heading) this.#topic = null;
    if (sentence.isContinued === false) this.#topic = UNKNOWN;
    this.#heading = heading;
    if (sentence.text.length > MAX_LENGTH) return [];
    const section = heading === null ? this.#whole : sectionSubject(heading, this.#whole);
    const reading = readSentence(sentence.text, heading, this.#topic ?? section, section);
    const { topic, isNamed, isUnread } = reading;
    const context = this.#context;
    const facts = reading.facts.map((fact) => ({ ...fact, subject: { ...fact.subject, context }, sentence }));
    // A title that names nothing leaves it to the first sentence.
    if (this.#whole.words.size === 0 && isNamed && topic !== null) this.#whole = topic;
    const isNew = passage !== this.#passage;
    this.#passage = passage;
    if (isUnread) this.#topic = UNKNOWN;
    else if (topic !== null && (isNamed || isNew)) this.#topic = topic;
    return facts;
  }
}

/** What a sentence was about that could not be read: "it" in the next one may be anything. */
const UNKNOWN: Subject = { words: new Set(), head: null };
