import { escapeMarkdown } from '../../markdown';
import { labelVariant, type Claim, type PageNote } from '../ledger';

/** What a page says in one place, on one line and without links, with the footnotes that it rests on. */
export interface CitedPassage {
  readonly markdown: string;
  readonly notes: readonly CitedNote[];
}

interface CitedNote {
  readonly label: string;
  /** The definition as the page has it. */
  readonly content: string;
  readonly sourceId: string;
  readonly quote: string | null;
}

/** Sentences of one place as one passage. A row becomes a list of its cells. */
export function passageOf(text: string, claims: readonly Claim[]): CitedPassage {
  const words = claims.map(({ kind, text: own, heading }) => {
    if (kind === 'row') return own.replaceAll(' | ', '; ');
    // "to open a tea room" says too little without the heading of its list.
    return heading !== null && /^\p{Ll}/u.test(own) ? `${heading}: ${own}` : own;
  });
  const notes = new Map(claims.flatMap((claim) => claim.notes.map((note) => [note.label, citedNote(note, text)])));
  return { markdown: escapeMarkdown(words.join(' ')), notes: [...notes.values()] };
}

export function citedNote({ label, start, end, sourceId, quote }: PageNote, text: string): CitedNote {
  const definition = text.slice(start, end).replace(/^\[\^[^\]]*\]:[ \t]*/, '');
  return { label, content: definition.replace(/\s*\r?\n\s*/g, ' '), sourceId, quote };
}

/** The newest day of the sources of a passage; `null` if none has a date. */
export function dayOf({ notes }: CitedPassage, dateOf: (sourceId: string) => string | null): string | null {
  const days = notes.flatMap(({ sourceId }) => dateOf(sourceId) ?? []).sort();
  return days.at(-1) ?? null;
}

/** The footnotes of a page that is made of passages of other pages: the same definition is one footnote, and a label that is taken gets a letter. */
export class FootnoteCollector {
  readonly #labels = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly sourceIds = new Set<string>();

  /** A passage with its marks. */
  render({ markdown, notes }: CitedPassage): string {
    return `${markdown}${notes.map((note) => `[^${this.#labelFor(note)}]`).join('')}`;
  }

  definitions(): string {
    return [...this.#labels].map(([content, label]) => `[^${label}]: ${content}`).join('\n');
  }

  #labelFor({ label, content, sourceId }: CitedNote): string {
    const known = this.#labels.get(content);
    if (known !== undefined) return known;
    let own = label;
    for (let nth = 1; this.#taken.has(own.toLowerCase()); nth += 1) own = labelVariant(label, nth);
    this.#taken.add(own.toLowerCase());
    this.#labels.set(content, own);
    this.sourceIds.add(sourceId);
    return own;
  }
}
