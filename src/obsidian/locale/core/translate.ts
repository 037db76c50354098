import { dateText, numberText } from '../format';
import { type Row } from './rows';

type Fill = (values: readonly string[]) => string | null;

interface Template {
  readonly pattern: RegExp;
  /** What is done with each value, in the order of the English text. */
  readonly fill: Fill;
  readonly literal: number;
}

const PLACEHOLDER = /\{(\d)([*#@]?)\}/;
const SLOTS = new RegExp(PLACEHOLDER, 'g');
/** A longer text is not one of the core's own. */
const MAX_LENGTH = 2_000;
const MAX_SENTENCES = 12;

/**
 * Translates texts that the core composes in English, which it shares with the command line. A text is translated when templates cover
 * each of its sentences; else it stays as it is, so that nobody reads half a translation.
 */
export class CoreTranslator {
  readonly #sentences: readonly Template[];
  readonly #values: readonly Template[];
  readonly #known = new Map<string, string>();

  /** @param values the rows of texts that only occur within others */
  constructor(sentences: readonly Row[], values: readonly Row[], column: number) {
    const compiled = (rows: readonly Row[]): readonly Template[] =>
      rows.map((row) => this.#compile(row[0], row[column] ?? '')).sort((a, b) => b.literal - a.literal);
    this.#sentences = compiled(sentences);
    this.#values = compiled(values);
  }

  translate(text: string): string {
    let found = this.#known.get(text);
    if (found !== undefined) return found;
    found = text.length > MAX_LENGTH ? text : (moneyOf(text) ?? this.#sentencesOf(text, MAX_SENTENCES) ?? text);
    if (this.#known.size > 1_000) this.#known.clear();
    this.#known.set(text, found);
    return found;
  }

  /**
   * The shortest first sentence that a template covers, and the rest. A name in quotes may look like the end of a sentence.
   * @param failed rests that no templates cover, so that a text that was made for it is not divided in every possible way
   */
  #sentencesOf(text: string, most: number, failed = new Set<string>()): string | null {
    if (failed.has(text)) return null;
    for (let at = text.indexOf('. '), n = 0; at >= 0 && n < most; at = text.indexOf('. ', at + 1), n += 1) {
      const first = apply(this.#sentences, text.slice(0, at + 1));
      const rest = first === null ? null : this.#sentencesOf(text.slice(at + 2), most - 1, failed);
      if (first !== null && rest !== null) return join(first, rest);
    }
    const whole = apply(this.#sentences, text);
    if (whole === null) failed.add(text);
    return whole;
  }

  #compile(english: string, translated: string): Template {
    const kinds: string[] = [];
    let source = '';
    let literal = 0;
    let from = 0;
    for (const { 0: all, 2: kind = '', index } of english.matchAll(SLOTS)) {
      const before = english.slice(from, index);
      source += `${escaped(before)}${kind === '#' ? '(\\d[\\d.,]*)' : '(.+?)'}`;
      literal += before.length;
      kinds.push(kind);
      from = index + all.length;
    }
    source += escaped(english.slice(from));
    literal += english.length - from;
    const fill: Fill = (values) => {
      const shown = values.map((value, at) => this.#valueOf(value, kinds[at] ?? ''));
      return translated.replace(SLOTS, (_, at: string) => shown[Number(at)] ?? '');
    };
    return { pattern: new RegExp(`^${source}$`, 's'), fill, literal };
  }

  #valueOf(value: string, kind: string): string {
    if (kind === '#') return numberOf(value);
    if (kind === '@') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayOf(value) : value;
    return kind === '*' ? (this.#listOf(value) ?? this.#wordsOf(value)) : value;
  }

  #wordsOf(value: string): string {
    return apply(this.#values, value) ?? this.translate(value);
  }

  /** A list as `a; b`, where each part has a row; a part may be a sentence without its full stop. */
  #listOf(value: string): string | null {
    const parts = value.split('; ');
    if (parts.length === 1) return null;
    const translated = parts.map((part) => {
      const words = this.#wordsOf(part);
      return words === part ? this.#wordsOf(`${part}.`).replace(/[.。]$/, '') : words;
    });
    return translated.some((words, at) => words === parts[at]) ? null : translated.join('; ');
  }
}

function apply(templates: readonly Template[], text: string): string | null {
  for (const { pattern, fill } of templates) {
    const match = pattern.exec(text);
    if (match !== null) return fill(match.slice(1));
  }
  return null;
}

/** A sentence that ends in a full-width mark needs no space after it. */
const join = (first: string, rest: string): string => (/[。！？]$/.test(first) ? first + rest : `${first} ${rest}`);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function numberOf(text: string): string {
  const value = Number(text.replaceAll(',', ''));
  return Number.isNaN(value) ? text : numberText(value, { maximumFractionDigits: 4 });
}

const dayOf = (day: string): string => dateText(Date.parse(day), { dateStyle: 'medium', timeZone: 'UTC' });

/** An amount as the core writes it, such as `0.1034 USD`. */
function moneyOf(text: string): string | null {
  const [, less = '', amount = '', currency = ''] = /^(less than )?(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  if (amount === '') return null;
  const digits = amount.split('.')[1]?.length ?? 0;
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return (less === '' ? '' : '< ') + numberText(Number(amount), style);
}
