import { stem, tokenize } from './tokenizer';

/** Words that a sentence may have more than the one that it repeats. */
const MAX_MORE = 2;
const MIN_WORDS = 3;
/** Words that say nothing by themselves. "Before" and "after" do. */
const EMPTY =
  /^(?:the|an?|of|and|or|to|in|on|at|by|for|with|from|as|is|are|was|were|be|been|being|has|have|had|must|may|can|it|its|this|that|which|who|there|any|until|also|still)$/;
const NEGATION = /^(?:not?|never|nobody|none|nor|neither|without|cannot|\p{L}+n['’]t)$/u;

/** A sentence without the words that say nothing, in its order. */
interface Content {
  readonly words: readonly string[];
  readonly text: string;
  readonly set: ReadonlySet<string>;
  /** Names and numbers. */
  readonly facts: ReadonlySet<string>;
  readonly negations: number;
}

function contentOf(text: string): Content {
  const words: string[] = [];
  const facts = new Set<string>();
  let negations = 0;
  for (const { key, shape, start } of tokenize(text)) {
    if (NEGATION.test(key)) negations += 1;
    else if (!EMPTY.test(key)) {
      words.push(stem(key));
      if (shape !== 'lower' && start > 0) facts.add(stem(key));
    }
  }
  return { words, text: words.join(' '), set: new Set(words), facts, negations };
}

const isWithin = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].every((word) => b.has(word));

/** Whether a sentence says what another one says and at most two words more, none of them a name or a number. */
function addsLittle(own: Content, said: Content): boolean {
  const isSmall = said.set.size >= MIN_WORDS && own.set.size - said.set.size <= MAX_MORE;
  return isSmall && isWithin(said.set, own.set) && isWithin(own.facts, said.set);
}

/** Whether two sentences have the same words, which may be too few to tell more. */
const isSame = (a: Content, b: Content): boolean =>
  a.words.length > 1 && a.negations === b.negations && a.text === b.text;

/** Whether all words of one sentence stand in the other in the same order. */
function keepsOrder(words: readonly string[], other: readonly string[]): boolean {
  let at = 0;
  for (const word of other) if (word === words[at]) at += 1;
  return at === words.length;
}

/** What a sentence repeats: the claim of a page if it says all of it, so that its source supports the claim as well. */
interface Repeat<Claim> {
  readonly confirmed: Claim | null;
}

/** Sentences of a page, to leave out those that say again what it says, in other words. */
export class SaidSentences<Claim extends { readonly text: string }> {
  readonly #said: { readonly content: Content; readonly claim: Claim | null }[];

  constructor(claims: readonly Claim[] = []) {
    this.#said = claims.map((claim) => ({ content: contentOf(claim.text), claim }));
  }

  /** Finds what a sentence repeats: it adds nothing, or next to nothing, to one that was said. */
  find(text: string): Repeat<Claim> | null {
    const own = contentOf(text);
    const same = this.#said.find(({ content }) => isSame(content, own));
    if (same !== undefined) return { confirmed: same.claim };
    if (own.set.size < MIN_WORDS) return null;
    let found: Repeat<Claim> | null = null;
    for (const { content, claim } of this.#said) {
      if (content.negations !== own.negations) continue;
      const saysAll = addsLittle(own, content);
      if (saysAll && claim !== null && keepsOrder(content.words, own.words)) return { confirmed: claim };
      if (saysAll || isWithin(own.set, content.set)) found = { confirmed: null };
    }
    return found;
  }

  add(text: string): void {
    this.#said.push({ content: contentOf(text), claim: null });
  }
}
