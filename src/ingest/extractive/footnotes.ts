import { type Evidence, type FootnoteText } from '../../change';
import { escapeMarkdown } from '../../markdown';
import { labelStem, renderNote } from '../../wiki';
import { noteOf } from '../model-run/marks';
import { escapeInline, type CitedSource } from './context';
import { type Sentence } from './parse-source';
import { type Statement } from './assign-statements';
import { FIRST_PERSON } from './speech';

/** Of what somebody answers, in UTF-16 units. */
const MAX_REPLY_LENGTH = 240;
/** A task that is done or not, as an item of a list. */
const CHECKBOX = /^\[[ xX]\]\s+/;

/** Prints sentences with their footnotes for one page, and collects the definitions and the evidence. */
export class FootnotePrinter {
  readonly #known: ReadonlyMap<string, string>;
  readonly #texts = new Map<string, string>();
  #used: FootnoteText[] = [];
  #evidence: Evidence[] = [];

  /** @param known content by label of the footnotes that the page has */
  constructor(known: ReadonlyMap<string, string> = new Map()) {
    this.#known = known;
  }

  /** A statement as one run of prose. */
  statement({ sentence, follows }: Statement, cited: CitedSource): string {
    return [sentence, ...follows].map((each) => this.sentence(each, cited)).join(' ');
  }

  /** What somebody says in several sentences, as their words and no fact: `alice, on “…”: “…” “…”`. */
  quotation(sentences: readonly Sentence[], cited: CitedSource): string {
    const said = sentences
      .map((each) => `“${escapeSentence(each.text.replace(CHECKBOX, ''))}”${this.mark(each, cited)}`)
      .join(' ');
    const [first] = sentences;
    if (first === undefined || first.speaker === null) return said;
    const quoted = (first.unit.replyTo ?? '').replace(CHECKBOX, '');
    const on = quoted === '' ? '' : `, on “${escapeInline(quoted, MAX_REPLY_LENGTH)}”`;
    return `${escapeMarkdown(first.speaker)}${on}: ${said}`;
  }

  sentence(sentence: Sentence, cited: CitedSource): string {
    const { text, speaker, isComment, unit } = sentence;
    const words = escapeSentence(text);
    const isSpoken = speaker !== null && (!isComment || FIRST_PERSON.test(text));
    const shown = !isSpoken ? withStop(words, unit.kind === 'item') : `${escapeMarkdown(speaker)}: “${words}”`;
    return shown + this.mark(sentence, cited);
  }

  /** The reference to a sentence: `[^id-3]`. */
  mark({ unit, text }: Sentence, { source, hash, format, summary }: CitedSource): string {
    const content = renderNote(noteOf(unit, source.id, summary, { claims: [text] }), format);
    const stem = `${labelStem(source.id)}-${unit.number}`;
    const isFree = (label: string): boolean =>
      (this.#texts.get(label) ?? this.#known.get(label) ?? content) === content;
    let label = stem;
    for (let letter = 0; !isFree(label); letter += 1) label = `${stem}${String.fromCharCode(98 + (letter % 25))}`;
    this.#texts.set(label, content);
    this.#used.push({ label, content });
    this.#evidence.push({
      source: source.path,
      sourceHash: hash,
      quote: unit.text,
      anchor: unit.anchor,
      verdict: 'found',
    });
    return `[^${label}]`;
  }

  /** What was printed since the last call, for one part of the page. */
  take(): { readonly footnotes: readonly FootnoteText[]; readonly evidence: readonly Evidence[] } {
    const taken = { footnotes: this.#used, evidence: this.#evidence };
    this.#used = [];
    this.#evidence = [];
    return taken;
  }
}

/** A sentence of a source as the beginning of a paragraph or list item: shown as it is, whatever it contains. */
export function escapeSentence(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' ').trim())
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^([-+>])/, '\\$1');
}

/** A list item of a source that becomes a sentence of a page ends like one. */
function withStop(text: string, isItem: boolean): string {
  // `![^note]` would be the beginning of a picture.
  return isItem && /[\p{L}\p{N})]$/u.test(text) ? `${text}.` : text.replace(/!$/, '\\!');
}
