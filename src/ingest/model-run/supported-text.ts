import { contentWords, readStatements, wordsOf } from '../../markdown';
import { parseNote } from '../../wiki';
import { cleanText } from './clean-text';
import { wholeLines, withoutEmptyBlocks } from './draft-lines';
import { type DraftContext } from './draft-context';
import { type TextMark } from './marks';
import { isIntroduction } from './topic-sentence';

interface KeptText {
  readonly text: string;
  /** Statements that were left out and are worth another call. */
  readonly unsupported: readonly string[];
  /** Sentences that only introduce others and have their marks. */
  readonly introductions: readonly string[];
}

/** The words that stand for marks while a text is drafted. */
interface MarkWords {
  /** Each is this, a number and an `x`. */
  readonly stem: string;
  /** The marks behind a number. */
  readonly groups: readonly (readonly TextMark[])[];
  /** Adds a group of marks. @returns its word */
  readonly hold: (marks: readonly TextMark[]) => string;
  /** Whether marks print a block of their own. */
  readonly isBlock: (marks: readonly TextMark[]) => boolean;
}

/** The share of a sentence's words that a unit must have to support it without its own mark. */
const MIN_SHARED_WORDS = 0.6;
/** A line that introduces what follows. */
const LEAD_IN = /[:：]$/;
const MARKS = /(?:\[\^m\w+\])+/;
const LAST_MARKS = /(?:\[\^m\w+\])+$/;
/** "The dates are in the history.", "All sums are listed under money in figures." */
const POINTER =
  /^(?:see|for\b.*\bsee|more|(?:the |its |their )?(?:dates|details|figures|names|history))\b|\b(?:are|is) (?:listed|told|described|given|set out|shown|collected|explained) (?:on|under|in|at|with)\b/i;
/** The words that stand for marks, in a footnote. */
const MARK_WORDS = /\[\^[mn]\w+\]/g;
const NO_PARAGRAPH = { start: 0, statements: [] } as const;
const LINK = /\[\[[^[\]\n]+\]\]/g;
/** A sentence of more words says something itself. */
const MAX_TOPIC_WORDS = 8;

/**
 * Removes each statement that names no unit. Otherwise what a model invents would later pass for a sentence of the owner, which
 * is why the line above a list takes the marks of its first item. "See also" states nothing. A sentence that only introduces others has the
 * marks of the first one.
 */
export function keepSupported(text: string, words: MarkWords, context: DraftContext): KeptText {
  return new SupportedText(text, words, context).keep();
}

class SupportedText {
  readonly #words: MarkWords;
  readonly #context: DraftContext;
  /** The text with `[^m…]` where marks name a unit, and `[^n…]` where they do not. */
  readonly #marked: string;
  readonly #unsupported: string[] = [];
  readonly #introductions: string[] = [];

  constructor(text: string, words: MarkWords, context: DraftContext) {
    this.#words = words;
    this.#context = context;
    this.#marked = text.replace(new RegExp(`${words.stem}(\\d+)x`, 'g'), (word, at: string) => {
      return `[^${this.#supports(words.groups[Number(at)] ?? []) ? 'm' : 'n'}${word}]`;
    });
  }

  keep(): KeptText {
    const marked = this.#marked;
    let result = marked;
    let following = '';
    let section: string | null = null;
    let isChanged = false;
    let paragraph: { readonly start: number; readonly statements: readonly string[] } = NO_PARAGRAPH;
    for (const statement of [...readStatements(marked).statements].reverse()) {
      const { kind, text: said, footnotes, start, end, heading } = statement;
      if (heading !== section) following = '';
      section = heading;
      const isSupported = footnotes.some((label) => label.startsWith('m'));
      if (isSupported) following = (kind === 'row' ? MARKS : LAST_MARKS).exec(marked.slice(start, end))?.[0] ?? '';
      const isBefore = !/\n[ \t]*\n/.test(marked.slice(end, Math.max(end, paragraph.start)));
      if (!isBefore) paragraph = NO_PARAGRAPH;
      if (isSupported) paragraph = { start, statements: [marked.slice(start, end), ...paragraph.statements] };
      if (isSupported || kind === 'code' || said === '' || /^see also\b/i.test(said)) continue;
      const added = LEAD_IN.test(said) ? this.#marksForLeadIn(start, end, following) : following;
      // Models often mark only the last sentence of several. The mark counts for an earlier one whose words its unit has.
      const isTold = kind === 'sentence' && this.#continues(end) && this.#states(following, said);
      if (added !== '' && (LEAD_IN.test(said) || isTold)) {
        result = result.slice(0, end) + added + result.slice(end);
        continue;
      }
      const pointer = kind === 'sentence' ? this.#pointer(start, end) : null;
      const isTopic = kind === 'sentence' && heading !== null && following !== '' && this.#isTopic(said, end);
      if (isTopic && this.#introduces(said, [...paragraph.statements, heading])) {
        this.#introductions.unshift(said);
        result = result.slice(0, end) + following + result.slice(end);
        continue;
      }
      if (pointer === null && (!isTopic || this.#context.reportsTopics === true)) this.#unsupported.unshift(said);
      isChanged = true;
      const kept = footnotes.map((label) => `[^${label}]`).join('');
      const range = kind === 'row' ? wholeLines(marked, start, end) : { start, end };
      result = result.slice(0, range.start) + kept + (pointer ?? '') + result.slice(range.end);
    }
    return {
      text: this.#settled(result, isChanged),
      unsupported: this.#unsupported,
      introductions: this.#introductions,
    };
  }

  #settled(text: string, isChanged: boolean): string {
    const kept = isChanged ? withoutEmptyBlocks(text) : text;
    const remaining = kept.replace(/\[\^[mn](\w+)\]/g, '$1').replace(/(\S) {2,}(?=\S)/g, '$1 ');
    // What stood behind a removed sentence may begin a line now, and a block.
    return isChanged ? cleanText(remaining, this.#context.rules).text : remaining;
  }

  /** Of the block of the page that is kept below, else of what follows, else of what the line ends. */
  #marksForLeadIn(start: number, end: number, following: string): string {
    const below = new RegExp(`^\\s*\\[\\^m${this.#words.stem}(\\d+)x\\]`).exec(this.#marked.slice(end));
    const marks = this.#words.groups[Number(below?.[1] ?? -1)] ?? [];
    const ofBlock = marks.flatMap((mark) => (mark.kind === 'own' ? this.#marksOfBlock(mark.id) : []));
    if (ofBlock.length > 0) return `[^m${this.#words.hold(ofBlock)}]`;
    if (following !== '' || this.#marked.slice(end).trim() !== '') return following;
    return LAST_MARKS.exec(this.#marked.slice(0, start).trimEnd())?.[0] ?? '';
  }

  /** The marks of the first statement of a block. */
  #marksOfBlock(id: string): readonly TextMark[] {
    const text = this.#context.own.get(id) ?? '';
    const [first = ''] = /(?:\[\^[^\s[\]]+\])+/.exec(text) ?? [];
    return [...first.matchAll(/\[\^([^\s[\]]+)\]/g)].flatMap(([, label = '']) => {
      const content = this.#context.definitions.get(label.toLowerCase());
      const note = content === undefined ? null : parseNote({ label, content, start: 0, end: 0, line: 1 });
      return note === null ? [] : { kind: 'unit', mark: this.#context.marks.forNote(note), isVerbatim: false };
    });
  }

  /** Whether the paragraph goes on. */
  #continues(end: number): boolean {
    return !/^\s*(?:\n\s*\n|$)/.test(this.#marked.slice(end));
  }

  /** What a sentence becomes that only says where more is; `null` for one that states something. */
  #pointer(start: number, end: number): string | null {
    const sentence = this.#marked.slice(start, end);
    const links = sentence.match(LINK) ?? [];
    const others = wordsOf(sentence.replace(LINK, '')).length;
    if (links.length === 0 || !POINTER.test(sentence) || others > MAX_TOPIC_WORDS) return null;
    return this.#continues(end) ? '' : `\n\nSee also: ${links.join(', ')}`;
  }

  /** "Two measurements differ.": the sentences behind it say it, and no second call is worth it. */
  #isTopic(said: string, end: number): boolean {
    const isShort = wordsOf(said).length <= MAX_TOPIC_WORDS && !/[\p{N}[]/u.test(said);
    return isShort && this.#continues(end);
  }

  /** @param introduced the statements behind it in its paragraph, then the heading */
  #introduces(said: string, introduced: readonly string[]): boolean {
    const units = introduced.flatMap((text) => this.#unitsOf(text));
    const words = introduced.map((text) => text.replace(MARK_WORDS, ''));
    return isIntroduction(said, [...words, ...units], introduced.length - 1);
  }

  /** What the units say whose marks a text has. */
  #unitsOf(text: string): readonly string[] {
    return [...text.matchAll(new RegExp(`${this.#words.stem}(\\d+)x`, 'g'))].flatMap(([, at]) =>
      (this.#words.groups[Number(at)] ?? []).flatMap((mark) =>
        mark.kind === 'unit' ? (this.#context.marks.get(mark.mark)?.unit?.text ?? []) : [],
      ),
    );
  }

  /** Whether the units of these marks have most words of a sentence. */
  #states(marks: string, sentence: string): boolean {
    const units = this.#unitsOf(marks);
    const known = new Set(contentWords(units.join(' ')));
    const words = contentWords(sentence);
    return words.length > 0 && words.filter((word) => known.has(word)).length >= words.length * MIN_SHARED_WORDS;
  }

  /** Whether a group of marks has a unit that exists, or is a person's sentence. */
  #supports(marks: readonly TextMark[]): boolean {
    const isBlock = this.#words.isBlock(marks);
    return marks.some((mark) => (mark.kind === 'own' ? isBlock : this.#context.marks.get(mark.mark) !== undefined));
  }
}
