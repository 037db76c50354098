import { excerptFor, MAX_NOTE_QUOTE } from '../../markdown';
import { labelStem, supportKey, type PageNote, type Snapshot, type Source, type SourceNote } from '../../wiki';
import { dependsOnContext, frameUnits, type Unit } from '../units';

/** What a mark such as `{1.12}` stands for. */
export interface MarkTarget {
  readonly mark: string;
  readonly sourceId: string;
  /** What its footnote says; `null` for a source that a page cites without a quote. */
  readonly note: SourceNote | null;
  /** Of the source that is being ingested; `null` for what a page cited before. */
  readonly unit: Unit | null;
  /** The label that the footnote has or gets, if it is free on the page. */
  readonly label: string;
}

/** Numbers of notes whose label has no number. */
const FIRST_SPARE_NUMBER = 100_001;

/**
 * The marks of one run. A mark is `{source.unit}`; the source that is being ingested is number 1, the others follow in the order
 * in which their footnotes are first seen. A mark never changes within a run.
 */
export class MarkTable {
  readonly #targets = new Map<string, MarkTarget>();
  readonly #bySupport = new Map<string, string>();
  readonly #sourceNumbers = new Map<string, number>();
  /** Numbers of the units that tell only who wrote the source, where and when. */
  readonly frame: ReadonlySet<number>;
  #spare = FIRST_SPARE_NUMBER;

  /** @param summary slug of the summary of the source that is being ingested; `null` without a link to it */
  constructor(sourceId: string, units: readonly Unit[], summary: string | null, isQuotable = true) {
    const source = this.#numberOf(sourceId);
    this.frame = frameUnits(units);
    for (const [at, unit] of units.entries()) {
      const mark = `${source}.${unit.number}`;
      const note = noteOf(quotedUnit(unit, units[at - 1]), sourceId, summary, { isQuotable });
      this.#targets.set(mark, { mark, sourceId, note, unit, label: `${labelStem(sourceId)}-${unit.number}` });
      this.#remember(supportKey(sourceId, note.quote), mark);
      // An earlier version quoted it without the sentence before it.
      if (isQuotable) this.#remember(supportKey(sourceId, unit.text), mark);
    }
  }

  isFrame({ unit }: MarkTarget): boolean {
    return unit !== null && this.frame.has(unit.number);
  }

  /** The mark of a footnote that a page has. */
  forNote(note: PageNote): string {
    return this.#markFor(note.sourceId, note, note.label);
  }

  /** The mark of a quote in the older form, which becomes a footnote. */
  forQuote(note: SourceNote): string {
    return this.#markFor(note.sourceId, note, null);
  }

  /** The mark of a source that a page cites as `[id]`, without a quote. */
  forSource(sourceId: string): string {
    const mark = `${this.#numberOf(sourceId)}.0`;
    this.#targets.set(mark, { mark, sourceId, note: null, unit: null, label: sourceId });
    return mark;
  }

  /** The sources that marks were given to, in the order of their numbers. */
  sources(): readonly { readonly id: string; readonly number: number }[] {
    return [...this.#sourceNumbers].map(([id, number]) => ({ id, number }));
  }

  get(mark: string): MarkTarget | undefined {
    return this.#targets.get(mark);
  }

  #markFor(sourceId: string, note: SourceNote, label: string | null): string {
    const key = supportKey(sourceId, note.quote);
    const known = this.#bySupport.get(key);
    if (known !== undefined) return known;
    const source = this.#numberOf(sourceId);
    const own = numberIn(label, sourceId);
    let mark = own === null ? '' : `${source}.${own}`;
    if (isExcerptOf(note, this.#targets.get(mark)?.unit ?? null)) return mark;
    if (mark === '' || this.#targets.has(mark)) mark = `${source}.${this.#spare++}`;
    const fallback = `${labelStem(sourceId)}-q${mark.slice(mark.indexOf('.') + 1)}`;
    this.#targets.set(mark, { mark, sourceId, note, unit: null, label: label ?? fallback });
    this.#remember(key, mark);
    return mark;
  }

  #remember(key: string, mark: string): void {
    if (!this.#bySupport.has(key)) this.#bySupport.set(key, mark);
  }

  #numberOf(sourceId: string): number {
    const known = this.#sourceNumbers.get(sourceId) ?? this.#sourceNumbers.size + 1;
    this.#sourceNumbers.set(sourceId, known);
    return known;
  }
}

function numberIn(label: string | null, sourceId: string): string | null {
  const stem = [sourceId, labelStem(sourceId)].find((each) => label?.startsWith(`${each}-`) === true);
  return stem === undefined ? null : (/^\d{1,6}$/.exec(label?.slice(stem.length + 1) ?? '')?.[0] ?? null);
}

/**
 * What a footnote quotes for a unit. "27 August 2024." or "We have moved." is quoted together with the sentence before it, which
 * stands there in the source, by the same speaker.
 */
export function quotedUnit(unit: Unit, before: Unit | undefined): Unit {
  if (before === undefined || !dependsOnContext(unit) || !continues(unit, before)) return unit;
  const text = `${before.text} ${unit.text}`;
  return text.length > MAX_NOTE_QUOTE ? unit : { ...unit, text, anchor: before.anchor };
}

function continues(unit: Unit, before: Unit): boolean {
  const isProse = [unit, before].every(({ kind }) => kind === 'sentence');
  const isNext = unit.number === before.number + 1 && unit.passage === before.passage;
  return isProse && isNext && unit.lead === null && unit.mode !== 'event' && before.mode !== 'event';
}

/** The footnote of a unit. @param claims the statements that cite it: of a long unit it quotes what they rest on */
export function noteOf(
  unit: Unit,
  sourceId: string,
  summary: string | null,
  { isQuotable = true, claims = [] }: { readonly isQuotable?: boolean; readonly claims?: readonly string[] } = {},
): SourceNote {
  const { text, anchor, speaker } = unit;
  const { quote, ...cut } = excerptFor(lineOf(text), claims);
  return { sourceId, anchor, speaker, quote: isQuotable ? quote : null, ...cut, summary };
}

/** The footnote of a mark on a page where these statements cite it. A footnote that a page has stays as it is. */
export function noteFor({ note, unit }: MarkTarget, claims: readonly string[]): SourceNote | null {
  if (note === null || unit === null || note.quote === null || !note.cutAfter) return note;
  return { ...note, ...excerptFor(lineOf(unit.text), claims) };
}

/** Whether a footnote quotes a part of a unit. */
export function isExcerptOf({ quote, cutBefore, cutAfter }: SourceNote, unit: Unit | null): boolean {
  return unit !== null && quote !== null && (cutBefore || cutAfter) && lineOf(unit.text).includes(quote);
}

const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether one of the labels is `label` or a variant of it. */
export function hasVariant(labels: Iterable<string>, label: string): boolean {
  return [...labels].some((each) => each.startsWith(label) && /^(?:[b-z]|z\d+)?$/.test(each.slice(label.length)));
}

const MARK_GROUP = /\{([^{}\n]{1,300})\}/g;
const MARK = /^(\d{1,4})\.(\d{1,6})([!?]?)$/;
const OWN_MARK = /^[ob](\d{1,5})$/;
const MARK_RANGE = /^(\d{1,4})\.(\d{1,6})[-–](?:\1\.)?(\d{1,6})([!?]?)$/;
const MAX_RANGE = 4;

/** A mark in a model's text. */
export type TextMark =
  | { readonly kind: 'unit'; readonly mark: string; readonly isVerbatim: boolean }
  | { readonly kind: 'own'; readonly id: string };

/** Replaces each group of marks in a model's text, such as `{1.2}` or `{1.2, 1.5!}`. Other braces stay. */
export function replaceMarks(text: string, replace: (marks: readonly TextMark[]) => string): string {
  return text.replace(MARK_GROUP, (whole, inner: string) => {
    // A person's sentence may be repeated after its number: `{o4: I like it.}`. `{b7}` is a block of the page.
    const own = /^([ob]\d{1,5})(?:\s*[:“"].*)?$/.exec(inner.trim())?.[1];
    if (own !== undefined) return replace([{ kind: 'own', id: own }]);
    const marks = inner
      .split(/[,;\s]+/)
      .filter((part) => part !== '')
      .map(readMark);
    return marks.includes(null) || marks.length === 0 ? whole : replace(marks.flatMap((mark) => mark ?? []));
  });
}

function readMark(text: string): readonly TextMark[] | null {
  if (OWN_MARK.test(text)) return [{ kind: 'own', id: text }];
  const single = MARK.exec(text);
  if (single !== null) {
    return [{ kind: 'unit', mark: `${single[1] ?? ''}.${Number(single[2])}`, isVerbatim: single[3] === '!' }];
  }
  const range = MARK_RANGE.exec(text);
  const [first, last] = [Number(range?.[2]), Number(range?.[3])];
  if (range === null || last < first || last - first >= MAX_RANGE) return null;
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    kind: 'unit' as const,
    mark: `${range[1] ?? ''}.${first + at}`,
    isVerbatim: range[4] === '!',
  }));
}

/** The sources that marks stand for, each once. */
export function sourcesOfMarks(marks: readonly MarkTarget[], snapshot: Snapshot): readonly Source[] {
  return [...new Set(marks.flatMap(({ sourceId }) => snapshot.source(sourceId) ?? []))];
}
