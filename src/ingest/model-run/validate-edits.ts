import { type LossKind } from '../../change';
import { bodyStartOf, eolOf, structureOf } from '../../markdown';
import { type Page } from '../../wiki';
import { findInsertionPoint } from '../extractive/insertion-point';
import { insertAfter, locateAnchor, sectionEnd, type Insertion } from './edit-anchors';
import { type RawConflict, type RawEdit } from './answer-schemas';
import { claimsById, oneLine } from './claims';
import { cleanLine, cleanText, withCitation, type TextRules } from './clean-text';
import { type AnchorProblem } from './prompt';
import { type SurveyClaim } from './types';

/** What the edits of one page are judged by. */
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
  /** What the model wrote, cleaned, without the blanks around it. */
  readonly words: string;
  /** Where several begin at one place: what goes into a section that is there comes first, then new sections. */
  readonly order: 0 | 1;
  readonly claims: readonly SurveyClaim[];
  readonly declares: readonly LossKind[];
  readonly title?: string;
  readonly links: readonly string[];
}

export interface ValidField {
  readonly field: 'title' | 'aliases' | 'tags' | 'confidence';
  readonly value: string;
  readonly claims: readonly SurveyClaim[];
}

export interface LocatedConflict {
  readonly claim: SurveyClaim;
  readonly start: number;
  readonly end: number;
  /** The statement as it stands on the page. */
  readonly statement: string;
}

export interface ValidatedEdits {
  readonly edits: readonly ValidEdit[];
  readonly fields: readonly ValidField[];
  readonly conflicts: readonly LocatedConflict[];
  readonly anchorProblems: readonly AnchorProblem[];
  /** What was left out and why, one plain sentence each. */
  readonly notes: readonly string[];
}

const SETTABLE_FIELDS: ReadonlySet<string> = new Set(['title', 'aliases', 'tags', 'confidence']);
const MAX_EDITS = 24;
/** An edit whose text holds this share of the page's words is the page again. */
const WHOLE_PAGE_SHARE = 0.5;
/** Edits may take away this share of a page's words, all together; the guard allows no more either. */
const MAX_REMOVED_SHARE = 0.2;
const MIN_PAGE_WORDS = 12;

/** Sorts a model's edits of a page into those that fit and those that do not. */
export function validateEdits(
  raw: { readonly edits: readonly RawEdit[]; readonly conflicts: readonly RawConflict[] },
  target: EditTarget,
): ValidatedEdits {
  const { page } = target;
  const notes: string[] = [];
  const misfits: AnchorProblem[] = [];
  const edits: ValidEdit[] = [];
  const ready: ValidField[] = [];
  const words = structureOf(target.text).words;
  let removed = 0;
  const drop = (why: string): void => void notes.push(`${page.slug}: an edit was left out, since ${why}.`);
  const given = [
    ...new Map(raw.edits.map((edit) => [JSON.stringify([edit.op, edit.anchor, edit.text]), edit])).values(),
  ];
  if (given.length > MAX_EDITS) drop(`more than ${MAX_EDITS} were given for one page`);
  for (const edit of given.slice(0, MAX_EDITS)) {
    const claims = claimsById(edit.claims, target.claims);
    if (claims.length === 0) {
      drop('it names no claim of the source');
      continue;
    }
    if (edit.op === 'set_field') {
      const field = edit.anchor.trim().toLowerCase();
      if (!SETTABLE_FIELDS.has(field)) drop(`the field "${cleanLine(field, 40)}" is not for a model to set`);
      else if (page.schema === null) drop('the note has no frontmatter of a page');
      else ready.push({ field: field as ValidField['field'], value: oneLine(edit.text, 400), claims });
      continue;
    }
    if (repeatsPage(edit.text, words)) {
      drop('its text is the page again');
      continue;
    }
    const { text: clean, links } = cleanText(edit.text, target.rules);
    const place = placeEdit(edit, clean, target);
    if (typeof place === 'string') {
      misfits.push({ anchor: edit.anchor, problem: place });
      continue;
    }
    const taken = target.text.slice(place.start, place.end);
    if (clean === '' && taken === '') continue;
    const lost = countLostWords(taken, clean);
    if (words.length >= MIN_PAGE_WORDS && removed + lost > words.length * MAX_REMOVED_SHARE) {
      drop('it would take away too much of the page');
      continue;
    }
    const losses = findLosses(taken, clean);
    const undeclared = losses.filter((loss) => !edit.declares.includes(loss));
    if (undeclared.length > 0) {
      drop(`it takes away ${undeclared.join(' and ')} without saying so`);
      continue;
    }
    if (edits.some((other) => overlaps(other, place))) {
      drop('it overlaps with another one');
      continue;
    }
    removed += lost;
    edits.push({ ...place, words: clean, claims, declares: losses, links });
  }
  const conflicts = raw.conflicts.slice(0, MAX_EDITS).flatMap(({ claim, statement }): LocatedConflict[] => {
    const [found] = claimsById([claim], target.claims);
    if (found === undefined) return [];
    const at = locateAnchor(target.text, statement);
    if (at.kind === 'found') {
      return [{ claim: found, start: at.start, end: at.end, statement: target.text.slice(at.start, at.end) }];
    }
    misfits.push({ anchor: statement, problem: describeProblem(at) });
    return [];
  });
  return { edits, fields: ready, conflicts, anchorProblems: misfits, notes };
}

type Placement = Pick<ValidEdit, 'start' | 'end' | 'text' | 'order' | 'title'>;

/** Where an edit goes and with which blanks around it, or why it does not fit. */
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
    if (heading === '' || clean === '') return 'is no heading of the page.';
    const block = `## ${heading}\n\n${cited.replace(/^#+ .*\n+/, '')}`.replaceAll('\n', eol);
    const { at } = findInsertionPoint(text);
    return { ...inserted({ at, text: `${eol}${eol}${block}` }, 1), title: `New section "${heading}"` };
  }
  const at = locateAnchor(text, edit.anchor);
  if (at.kind !== 'found') return describeProblem(at);
  if (edit.op === 'insert_after') return inserted(insertAfter(text, at.end, cited, eol));
  const isLines = /(?:^|\n)[ \t]*$/.test(text.slice(0, at.start)) && /^[ \t]*(?:\r?\n|$)/.test(text.slice(at.end));
  if (clean.includes('\n') && !isLines) return 'is a part of a line, which several lines cannot replace.';
  return { start: at.start, end: at.end, text: cited.replaceAll('\n', eol), order: 0 };
}

function insertAtEnd(page: string, end: number, text: string, eol: string): Insertion {
  const onList = insertAfter(page, end, text, eol);
  // Behind the last item of a list an item goes on; everything else is a paragraph of its own.
  if (onList.at === end && !onList.text.startsWith(' ')) return onList;
  return { at: Math.max(end, bodyStartOf(page)), text: `${eol}${eol}${text.replaceAll('\n', eol)}` };
}

function describeProblem(
  at: { readonly kind: 'missing' } | { readonly kind: 'ambiguous'; readonly count: number },
): string {
  return at.kind === 'missing' ? 'does not stand on the page.' : `stands ${at.count} times on the page.`;
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
