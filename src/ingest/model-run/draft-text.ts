import { type FootnoteText } from '../../change';
import { bearsOut, readStatements } from '../../markdown';
import { labelVariant, parseNote, supportKey } from '../../wiki';
import { cleanText } from './clean-text';
import { withTableLinks, withWholeWords } from './draft-lines';
import { type DraftContext } from './draft-context';
import { citingStatements } from './citing-statements';
import { withoutFrameMarks } from './frame-marks';
import { isExcerptOf, noteFor, replaceMarks, type MarkTarget, type TextMark } from './marks';
import { problemOf, type PageProblem, type ProblemCode, type ProblemPlace } from './page-problem';
import { keepSupported } from './supported-text';

/** A model's Markdown as it goes on a page. */
export interface DraftText {
  readonly text: string;
  /** The marks that it cites, each once, in order. */
  readonly marks: readonly MarkTarget[];
  /** Ids of the person's sentences that it keeps. */
  readonly own: ReadonlySet<string>;
  /** Slugs that it links to. */
  readonly links: readonly string[];
  /** Definitions of its footnotes. */
  readonly footnotes: readonly FootnoteText[];
  /** What is wrong with its marks. */
  readonly problems: readonly PageProblem[];
  /** Statements that were left out because they name no unit. */
  readonly unsupported: readonly string[];
  /** Sentences without a mark that only introduce others: they have the marks of the first. */
  readonly introductions: readonly string[];
}

/** A mark before a colon at the beginning of a line would define the footnote. */
const FORGED_DEFINITION = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*\[\^[^\s[\]]+\]):/;

/** Longer lines are no commands. */
const MAX_COMMAND_LENGTH = 300;
/** Further marks of one sentence are left out. */
const MAX_MARKS_IN_A_ROW = 3;

/**
 * Turns a model's Markdown into page text: makes it inert, prints footnotes for its marks and a person's sentences to the letter.
 * The model never writes a quote or a footnote itself.
 */
export function renderDraft(raw: string, context: DraftContext): DraftText {
  return new DraftRenderer(context).render(raw);
}

class DraftRenderer {
  readonly #context: DraftContext;
  /** A word that no text has, in place of marks while the text is cleaned. */
  readonly #stem: string;
  readonly #groups: (readonly TextMark[])[] = [];
  readonly #marks = new Map<string, MarkTarget>();
  /** What will be printed of a person's text, and what was. */
  readonly #held = new Set<string>();
  readonly #own = new Set<string>();
  readonly #labels = new Map<string, string>();
  readonly #footnotes = new Map<string, string>();
  /** By their words, so that none is told twice. */
  readonly #problems = new Map<string, PageProblem>();
  #citing: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(context: DraftContext) {
    this.#context = context;
    this.#stem = `zq${context.random.id(10)}x`;
  }

  render(given: string): DraftText {
    const { marks, dateOf = () => null } = this.#context;
    const raw = withWholeWords(withoutFrameMarks(given, marks, dateOf));
    this.#citing = this.#context.citing ?? citingStatements([raw]);
    const held = replaceMarks(this.#withCommands(raw), (marks) => this.#hold(marks));
    const clean = cleanText(withTableLinks(this.#tidy(held)), this.#context.rules);
    const supported = keepSupported(
      clean.text,
      {
        stem: this.#stem,
        groups: this.#groups,
        hold: (marks) => this.#wordFor(marks),
        isBlock: (marks) => this.#isBlock(marks),
      },
      this.#context,
    );
    return {
      text: this.#printAll(supported.text),
      marks: [...this.#marks.values()],
      own: this.#own,
      links: clean.links,
      footnotes: [...this.#footnotes].map(([label, content]) => ({ label, content })),
      problems: [...this.#problems.values()],
      unsupported: supported.unsupported,
      introductions: supported.introductions,
    };
  }

  /** A line of text that is to be included as it is, such as a command that a plain text does not mark as code. */
  #withCommands(raw: string): string {
    return raw.replace(/^([ \t]*)\{(\d{1,4}\.\d{1,6})!\}[ \t]*$/gm, (whole, indent: string, mark: string) => {
      const { unit } = this.#context.marks.get(mark) ?? {};
      const text = unit?.text.replace(/\s+/g, ' ').trim() ?? '';
      const isLine = unit?.kind === 'sentence' || unit?.kind === 'item';
      return isLine && text.length <= MAX_COMMAND_LENGTH && !/[`{}]/.test(text)
        ? `${indent}\`${text}\`{${mark}}`
        : whole;
    });
  }

  /** A mark that will print nothing goes at once: what follows it may begin a line then, and is cleaned as such. */
  #hold(given: readonly TextMark[]): string {
    const marks = given.filter((mark) => (mark.kind === 'own' ? this.#takeOwn(mark.id) : this.#hasUnit(mark.mark)));
    if (marks.length === 0) return '';
    const word = this.#wordFor(marks);
    return this.#isBlock(marks) ? `\n\n${word}\n\n` : word;
  }

  #wordFor(marks: readonly TextMark[]): string {
    this.#groups.push(marks);
    return `${this.#stem}${this.#groups.length - 1}x`;
  }

  /** Code, tables and whole paragraphs stand on their own. */
  #isBlock(marks: readonly TextMark[]): boolean {
    return marks.some((mark) => {
      if (mark.kind === 'own')
        return mark.id.startsWith('b') || /\n|^[-*+>#|`\d]/.test(this.#context.own.get(mark.id) ?? '');
      return mark.isVerbatim && this.#verbatim(mark.mark) !== null;
    });
  }

  /** Marks stand after the punctuation that ends their sentence, without a space before them. */
  #tidy(text: string): string {
    const word = `${this.#stem}\\d+x`;
    const isOwn = (found: string): boolean => this.#groupOf(found).some(({ kind }) => kind === 'own');
    return text
      .replace(new RegExp(`[ \\t]+(${word})`, 'g'), (whole, found: string) => (isOwn(found) ? whole : found))
      .replace(new RegExp(`((?:${word})+)([.!?,;:]+)(?=\\s|$)`, 'g'), (whole, found: string, stop: string) =>
        isOwn(found) ? whole : stop + found,
      );
  }

  #pattern(): RegExp {
    return new RegExp(`(?:${this.#stem}\\d+x)+`, 'g');
  }

  #groupOf(words: string): readonly TextMark[] {
    const found = words.matchAll(new RegExp(`${this.#stem}(\\d+)x`, 'g'));
    return [...found].flatMap(([, at]) => this.#groups[Number(at)] ?? []);
  }

  /** Prints all marks. Blank lines inside a block stay as they are. */
  #printAll(cleaned: string): string {
    // In a cell no full stop stands between the number of an issue and its mark, and together they looked like a tag.
    const issues = new RegExp(`\\\\#(\\d{1,9})(?=${this.#stem}\\d+x)`, 'g');
    const text = this.#withoutMarksInCode(cleaned).replace(issues, '#$1');
    const blocks: string[] = [];
    const lines = text.split('\n').map((line) => {
      const words = line.trim();
      const marks = new RegExp(`^(?:${this.#stem}\\d+x)+$`).test(words) ? this.#groupOf(words) : [];
      if (marks.length === 0 || !this.#isBlock(marks))
        return line.replace(this.#pattern(), (group) => this.#print(group)).replace(FORGED_DEFINITION, '$1\\:');
      const block = this.#printBlocks(marks);
      return block === '' ? '' : `${this.#stem}b${blocks.push(block) - 1}x`;
    });
    return lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .replace(new RegExp(`${this.#stem}b(\\d+)x`, 'g'), (_, at: string) => blocks[Number(at)] ?? '');
  }

  /** Marks in code cite nothing, and a block of the source printed there would end the code. */
  #withoutMarksInCode(text: string): string {
    const code = readStatements(text).statements.filter(({ kind }) => kind === 'code');
    return code.reduceRight(
      (rest, { start, end }) =>
        rest.slice(0, start) + rest.slice(start, end).replace(this.#pattern(), '') + rest.slice(end),
      text,
    );
  }

  #printBlocks(marks: readonly TextMark[]): string {
    const printed = marks.map((mark) => {
      if (mark.kind === 'own') return this.#printOwn(mark.id);
      const block = this.#verbatim(mark.mark);
      const reference = this.#reference(mark.mark);
      return block === null ? reference : `${block}\n\n${reference}`;
    });
    return printed.filter((part) => part !== '').join('\n\n');
  }

  #print(words: string): string {
    const marks = this.#groupOf(words);
    const own = marks.flatMap((mark) => (mark.kind === 'own' ? [this.#printOwn(mark.id)] : []));
    const references = new Set(marks.flatMap((mark) => (mark.kind === 'unit' ? [this.#reference(mark.mark)] : [])));
    references.delete('');
    if (references.size > MAX_MARKS_IN_A_ROW) {
      this.#note(
        'too_many_marks',
        `${references.size} marks stand in a row, and ${MAX_MARKS_IN_A_ROW} may. Put each behind the part that it supports, or split the sentence.`,
      );
    }
    return [...own, [...references].join('')].filter((part) => part !== '').join(' ');
  }

  #note(code: ProblemCode, text: string, place?: ProblemPlace): void {
    this.#problems.set(text, problemOf(code, text, place));
  }

  /** Whether a person's text is still to be printed: each is printed once. */
  #takeOwn(id: string): boolean {
    const exact = this.#context.own.get(id);
    if (exact === undefined) this.#note('unknown_own_sentence', `There is no {${id}} on this page.`);
    if (exact === undefined || this.#held.has(id) || (id.startsWith('o') && this.#isInHeldBlock(exact))) return false;
    this.#held.add(id);
    return true;
  }

  #isInHeldBlock(exact: string): boolean {
    return [...this.#held].some((id) => id.startsWith('b') && this.#context.own.get(id)?.includes(exact) === true);
  }

  #hasUnit(mark: string): boolean {
    const isKnown = this.#context.marks.get(mark) !== undefined;
    if (!isKnown) this.#note('unknown_unit', `There is no unit {${mark}}.`, { statements: [`{${mark}`] });
    return isKnown;
  }

  #printOwn(id: string): string {
    this.#own.add(id);
    return this.#context.own.get(id) ?? '';
  }

  #reference(mark: string): string {
    const target = this.#context.marks.get(mark);
    if (target === undefined) return '';
    this.#marks.set(mark, target);
    if (target.note === null) return `[${target.sourceId}]`;
    return `[^${this.#labelFor(target)}]`;
  }

  /** The label of a target on this page. A label that has another content here gets a letter. */
  #labelFor(target: MarkTarget): string {
    const known = this.#labels.get(target.mark);
    if (known !== undefined || target.note === null) return known ?? '';
    const note = noteFor(target, this.#citing.get(target.mark) ?? []) ?? target.note;
    const content = this.#context.renderNote(note, target.sourceId);
    const { definitions } = this.#context;
    const isFree = (label: string): boolean =>
      (this.#footnotes.get(label) ?? content) === content &&
      ((definitions.get(label.toLowerCase()) ?? content) === content ||
        // An earlier version may have told another line for the same passage.
        (label === target.label && this.#isSameNote(label, target)));
    let label = target.label;
    for (let nth = 1; !isFree(label); nth += 1) label = labelVariant(target.label, nth);
    this.#labels.set(target.mark, label);
    this.#footnotes.set(label, content);
    return label;
  }

  /** Whether the page's footnote of this label is the one behind a mark, perhaps in other words. Another page may use the label too. */
  #isSameNote(label: string, { mark, note, unit, sourceId }: MarkTarget): boolean {
    const content = this.#context.definitions.get(label.toLowerCase()) ?? '';
    const known = parseNote({ label, content, start: 0, end: 0, line: 1 });
    if (unit !== null && known !== null && known.sourceId === sourceId && isExcerptOf(known, unit))
      return bearsOut(known.quote ?? '', unit.text.replace(/\s+/g, ' ').trim(), this.#citing.get(mark) ?? []);
    const keys = [note?.quote ?? null, ...(unit === null ? [] : [unit.text])].map((each) => supportKey(sourceId, each));
    return known !== null && keys.includes(supportKey(known.sourceId, known.quote));
  }

  /** The block of code on the page that has this footnote, without its marks. */
  #codeOnPage(label: string): string | null {
    const marks = `\n\n[^${label}]`;
    const found = [...this.#context.own].find(
      ([id, text]) => id.startsWith('b') && /^(?:`{3}|~{3})/.test(text) && text.includes(marks),
    );
    return found === undefined ? null : found[1].slice(0, found[1].indexOf(marks));
  }

  /** The code of a unit as a block, also of a unit that the page has; `null` if the unit is no code. */
  #verbatim(mark: string): string | null {
    const { unit, label = '' } = this.#context.marks.get(mark) ?? {};
    if (unit?.kind !== 'code') return this.#codeOnPage(label);
    const longest = Math.max(2, ...[...unit.text.matchAll(/`{3,}/g)].map(([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    return `${fence}${unit.language ?? ''}\n${unit.text.replace(/<(?=%)/g, '< ')}\n${fence}`;
  }
}
