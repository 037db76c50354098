import { type LossKind } from '../../change';
import { bodyStartOf, eolOf, structureOf } from '../../markdown';
import { type Page } from '../../wiki';
import { findInsertionPoint } from '../extractive/insertion-point';
import { insertAfter, locateAnchor, sectionEnd, type Insertion } from './edit-anchors';
import { type RawConflict, type RawEdit, type RawPageEdits } from './answer-schemas';
import { claimsById, oneLine } from './claims';
import { cleanLine, cleanText, withCitation, type TextRules } from './clean-text';
import { type AnchorProblem } from './prompt';
import { type SurveyClaim } from './types';

/** A page to edit, and what its edits are checked against. */
export interface EditTarget {
  readonly page: Page;
  readonly text: string;
  readonly claims: readonly SurveyClaim[];
  readonly rules: TextRules;
  readonly citation: string;
}

/** An edit that fits its page. */
export interface ValidEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The cleaned words of the model, without white space around them. */
  readonly words: string;
  /** Among edits at one place: first those of existing sections, then new sections. */
  readonly order: 0 | 1;
  readonly claims: readonly SurveyClaim[];
  readonly declares: readonly LossKind[];
  readonly title?: string;
  readonly links: readonly string[];
}

export interface ValidField {
  readonly field: (typeof SETTABLE_FIELDS)[number];
  readonly value: string;
  readonly claims: readonly SurveyClaim[];
}

export interface LocatedConflict {
  readonly claim: SurveyClaim;
  readonly start: number;
  readonly end: number;
  /** As written on the page. */
  readonly statement: string;
}

export interface ValidatedEdits {
  readonly edits: readonly ValidEdit[];
  readonly fields: readonly ValidField[];
  readonly conflicts: readonly LocatedConflict[];
  readonly anchorProblems: readonly AnchorProblem[];
  /** What was left out and why, one sentence each. */
  readonly notes: readonly string[];
}

const SETTABLE_FIELDS = ['title', 'aliases', 'tags', 'confidence'] as const;
const isSettable = (field: string): field is ValidField['field'] =>
  (SETTABLE_FIELDS as readonly string[]).includes(field);

const MAX_EDITS = 24;
/** An edit with this share of the page's words repeats the page. */
const WHOLE_PAGE_SHARE = 0.5;
/** All edits together may remove this share of a page's words. The guard allows no more either. */
const MAX_REMOVED_SHARE = 0.2;
const MIN_PAGE_WORDS = 12;

/** Separates a model's edits of a page into those that fit and those that do not. */
export function validateEdits(raw: RawPageEdits, target: EditTarget): ValidatedEdits {
  const validator = new EditValidator(target);
  const keys = new Map(raw.edits.map((edit) => [JSON.stringify([edit.op, edit.anchor, edit.text]), edit]));
  const edits = [...keys.values()];
  if (edits.length > MAX_EDITS) validator.drop(`a page may have at most ${MAX_EDITS}`);
  for (const edit of edits.slice(0, MAX_EDITS)) validator.addEdit(edit);
  for (const conflict of raw.conflicts.slice(0, MAX_EDITS)) validator.addConflict(conflict);
  return validator;
}

class EditValidator implements ValidatedEdits {
  readonly edits: ValidEdit[] = [];
  readonly fields: ValidField[] = [];
  readonly conflicts: LocatedConflict[] = [];
  readonly anchorProblems: AnchorProblem[] = [];
  readonly notes: string[] = [];
  readonly #target: EditTarget;
  readonly #words: readonly string[];
  #removedWords = 0;

  constructor(target: EditTarget) {
    this.#target = target;
    this.#words = structureOf(target.text).words;
  }

  /** @param why the second half of a sentence */
  drop(why: string): void {
    this.notes.push(`${this.#target.page.slug}: an edit was left out because ${why}.`);
  }

  addEdit(edit: RawEdit): void {
    const claims = claimsById(edit.claims, this.#target.claims);
    if (claims.length === 0) this.drop('it names no claim of the source');
    else if (edit.op === 'set_field') this.#addField(edit, claims);
    else if (repeatsPage(edit.text, this.#words)) this.drop('it repeats the page');
    else this.#addText(edit, claims);
  }

  addConflict({ claim, statement }: RawConflict): void {
    const { claims, text } = this.#target;
    const [found] = claimsById([claim], claims);
    if (found === undefined) return;
    const match = locateAnchor(text, statement);
    if (match.kind === 'found') {
      const { start, end } = match;
      this.conflicts.push({ claim: found, start, end, statement: text.slice(start, end) });
    } else this.anchorProblems.push({ anchor: statement, problem: describeProblem(match) });
  }

  #addField(edit: RawEdit, claims: readonly SurveyClaim[]): void {
    const field = edit.anchor.trim().toLowerCase();
    if (!isSettable(field)) this.drop(`a model may not set the field "${cleanLine(field, 40)}"`);
    else if (this.#target.page.schema === null) this.drop('the note has no page frontmatter');
    else this.fields.push({ field, value: oneLine(edit.text, 400), claims });
  }

  #addText(edit: RawEdit, claims: readonly SurveyClaim[]): void {
    const { text: clean, links } = cleanText(edit.text, this.#target.rules);
    const place = placeEdit(edit, clean, this.#target);
    if (typeof place === 'string') {
      this.anchorProblems.push({ anchor: edit.anchor, problem: place });
      return;
    }
    const removed = this.#target.text.slice(place.start, place.end);
    if (clean === '' && removed === '') return;
    const losses = findLosses(removed, clean);
    const undeclared = losses.filter((loss) => !edit.declares.includes(loss));
    if (this.#removesTooMuch(removed, clean)) this.drop('it would remove too much of the page');
    else if (undeclared.length > 0) this.drop(`it removes ${undeclared.join(' and ')} without declaring it`);
    else if (this.edits.some((other) => overlaps(other, place))) this.drop('it overlaps another edit');
    else {
      this.#removedWords += countLostWords(removed, clean);
      this.edits.push({ ...place, words: clean, claims, declares: losses, links });
    }
  }

  #removesTooMuch(before: string, after: string): boolean {
    const words = this.#words.length;
    return words >= MIN_PAGE_WORDS && this.#removedWords + countLostWords(before, after) > words * MAX_REMOVED_SHARE;
  }
}

type Placement = Pick<ValidEdit, 'start' | 'end' | 'text' | 'order' | 'title'>;

/** Where an edit goes, with the white space around it; or why it does not fit. */
function placeEdit(edit: RawEdit, clean: string, { text, citation }: EditTarget): Placement | string {
  const eol = eolOf(text);
  const cited = withCitation(clean, citation);
  const inserted = ({ at, text: put }: Insertion, order: 0 | 1 = 0): Placement => ({
    start: at,
    end: at,
    text: put,
    order,
  });
  if (edit.op === 'append_to_section') {
    const end = sectionEnd(text, edit.anchor);
    if (end !== null) return inserted(insertAtEnd(text, end, cited, eol));
    const heading = cleanLine(edit.anchor.replace(/^\s*#+/, ''), 80);
    if (heading === '' || clean === '') return 'is not a heading of the page.';
    const block = `## ${heading}\n\n${cited.replace(/^#+ .*\n+/, '')}`.replaceAll('\n', eol);
    const { at } = findInsertionPoint(text);
    return { ...inserted({ at, text: `${eol}${eol}${block}` }, 1), title: `New section "${heading}"` };
  }
  const at = locateAnchor(text, edit.anchor);
  if (at.kind !== 'found') return describeProblem(at);
  if (edit.op === 'insert_after') return inserted(insertAfter(text, at.end, cited, eol));
  const isLines = /(?:^|\n)[ \t]*$/.test(text.slice(0, at.start)) && /^[ \t]*(?:\r?\n|$)/.test(text.slice(at.end));
  if (clean.includes('\n') && !isLines) return 'is part of a line, which several lines cannot replace.';
  return { start: at.start, end: at.end, text: cited.replaceAll('\n', eol), order: 0 };
}

function insertAtEnd(page: string, end: number, text: string, eol: string): Insertion {
  const onList = insertAfter(page, end, text, eol);
  // After the last item of a list, an item continues the list. Anything else is a separate paragraph.
  if (onList.at === end && !onList.text.startsWith(' ')) return onList;
  return { at: Math.max(end, bodyStartOf(page)), text: `${eol}${eol}${text.replaceAll('\n', eol)}` };
}

function describeProblem(
  at: { readonly kind: 'missing' } | { readonly kind: 'ambiguous'; readonly count: number },
): string {
  return at.kind === 'missing' ? 'is not on the page.' : `is on the page ${at.count} times.`;
}

function overlaps(a: Pick<ValidEdit, 'start' | 'end'>, b: Pick<ValidEdit, 'start' | 'end'>): boolean {
  if (a.start === a.end && b.start === b.end) return false;
  return a.start < b.end && b.start < a.end;
}

function countWords(words: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const word of words) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

function countShared(words: readonly string[], others: readonly string[]): number {
  const bag = countWords(others);
  let both = 0;
  for (const word of words) {
    const left = bag.get(word) ?? 0;
    if (left === 0) continue;
    bag.set(word, left - 1);
    both += 1;
  }
  return both;
}

function repeatsPage(text: string, words: readonly string[]): boolean {
  if (words.length < MIN_PAGE_WORDS) return false;
  return countShared(words, structureOf(text).words) >= words.length * WHOLE_PAGE_SHARE;
}

function countLostWords(before: string, after: string): number {
  const words = structureOf(before).words;
  return words.length - countShared(words, structureOf(after).words);
}

const LOSS_KINDS = ['headings', 'links', 'quotes', 'code', 'tables', 'footnotes'] as const;

function findLosses(before: string, after: string): readonly LossKind[] {
  if (before === '') return [];
  const [was, is] = [structureOf(before), structureOf(after)];
  return LOSS_KINDS.filter((kind) =>
    kind === 'tables' ? was.tables.length > is.tables.length : countShared(was[kind], is[kind]) < was[kind].length,
  );
}
