import { type YieldBudget } from '../../../base';
import { lastNamed, readSentence } from './read-sentence';
import { TextContext, type Subject } from './subject';
import { headingSubject, sectionSubject, subjectOfTitle } from './title-subject';
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
  const name = title === '' ? firstLine(sentences) : title;
  const context = new TextContext(name);
  for (const { text } of sentences) {
    context.add(text);
    if (budget.spend(text.length)) await budget.checkpoint();
  }
  const reader = new FactReader<Sentence>(subjectOfTitle(name, title === ''), context);
  const facts: Fact<Sentence>[] = [];
  for (const sentence of sentences) {
    for (const fact of reader.read(sentence)) facts.push(fact);
    if (budget.spend(COST * sentence.text.length)) await budget.checkpoint();
  }
  return facts;
}

/** A line above a plain text that is no sentence names it. */
function firstLine([first, second]: readonly FactSentence[]): string {
  const isTitle = first !== undefined && first.passage !== second?.passage && /^.{4,90}[^.!?:;,]$/u.test(first.text);
  return isTitle ? first.text : '';
}

/** Reads sentences in their order, and knows what the last one was about. */
class FactReader<Sentence extends FactSentence> {
  readonly #context: TextContext;
  #whole: Subject;
  #heading: string | null = null;
  #passage = -1;
  /** The sentence before. */
  #last = '';
  #topic: Subject | null = null;

  constructor(whole: Subject, context: TextContext) {
    this.#context = context;
    this.#whole = whole;
  }

  read(sentence: Sentence): readonly Fact<Sentence>[] {
    const { heading, passage } = sentence;
    // After "Ada Holt wrote:" another text begins.
    if (heading !== this.#heading || /^.{2,60}:\W*$/.test(sentence.text)) this.#topic = null;
    if (sentence.isContinued === false) this.#topic = UNKNOWN;
    this.#heading = heading;
    if (sentence.text.length > MAX_LENGTH) return [];
    const section = heading === null ? this.#whole : sectionSubject(heading, this.#whole);
    const above = this.#topic ?? (heading === null ? null : headingSubject(heading, sentence.text)) ?? section;
    const last = passage === this.#passage ? lastNamed(this.#last) : UNKNOWN;
    this.#last = sentence.text;
    const reading = readSentence(sentence.text, heading, { above, section, last });
    const { topic, isNamed, isUnread } = reading;
    const context = this.#context;
    const named = section === this.#whole ? UNKNOWN.words : section.words;
    const facts = reading.facts.map((fact) => ({
      ...fact,
      subject: { ...fact.subject, context, section: named },
      sentence,
    }));
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
