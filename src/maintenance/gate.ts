import { allHunks, withDependencies, type ChangeSet, type FileEdit, type Hunk } from '../change';
import { bodyStartOf, wordsOf } from '../markdown';
import { isPersonal } from '../wiki';
import { newClaims, type NewClaim } from './account';

/**
 * What may be applied without a person: `links` changes links only; `quotes` adds statements whose quotes were found; `all`
 * rewords and adds pages too. None of them drops a statement, touches a person's sentence, or adds one without a source.
 */
export const GATES = ['links', 'quotes', 'all'] as const;
export type Gate = (typeof GATES)[number];

/** The most lines, added and removed, that are applied without a person unless one set another limit. A larger change waits as a whole. */
export const MAX_LINES: Readonly<Record<Gate, number>> = { links: 20, quotes: 60, all: 60 };

/** Lines that a change adds and removes. */
export function sizeOf({ files }: Pick<ChangeSet, 'files'>): number {
  const lines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;
  return allHunks({ files }).reduce(
    (sum, { edit, hunk }) => sum + lines(hunk.text) + lines(edit.base.slice(hunk.start, hunk.end)),
    0,
  );
}

interface GateOptions {
  /** The most lines; the usual ones of the gate when absent. */
  readonly lines?: number;
  /** For safe fixes, which no model wrote. */
  readonly isByCode?: boolean;
}

/**
 * The hunks that may be applied without a person.
 * @param changeSet as it was proposed: with the statements that each hunk drops, and the verdict on each quote
 */
export function passingHunks(
  changeSet: ChangeSet,
  gate: Gate,
  { lines = MAX_LINES[gate], isByCode = false }: GateOptions = {},
): ReadonlySet<string> {
  if (sizeOf(changeSet) > lines) return new Set();
  const waiting: string[] = [];
  for (const edit of changeSet.files) {
    const claims = newClaims(edit);
    for (const hunk of edit.hunks) {
      const own = claims.filter(({ hunks }) => hunks.some(({ id }) => id === hunk.id));
      const passes = isByCode
        ? isSafeFix(gate, edit, hunk)
        : isHarmless(edit, hunk, own) && fits(gate, edit, hunk, own);
      if (!passes) waiting.push(hunk.id);
    }
  }
  const excluded = withDependencies(changeSet, waiting, 'reject');
  return new Set(allHunks(changeSet).flatMap(({ hunk }) => (excluded.has(hunk.id) ? [] : [hunk.id])));
}

/** Where everything may be written, only a fix that would drop a statement waits. */
function isSafeFix(gate: Gate, edit: FileEdit, hunk: Hunk): boolean {
  if (edit.kind === 'deleted' || (hunk.drops ?? []).length > 0) return false;
  return gate === 'all' || (hunk.declares.every((field) => field === 'links') && fits(gate, edit, hunk, []));
}

/** What no gate lets pass. */
function isHarmless({ kind }: FileEdit, { drops = [], declares, evidence }: Hunk, own: readonly NewClaim[]): boolean {
  const isKept = kind !== 'deleted' && kind !== 'renamed' && drops.length === 0 && declares.length === 0;
  return isKept && evidence.every(({ verdict }) => verdict === 'found') && own.every(isBacked);
}

/** The share of a statement's longer words that its quotes must have. Prose adds words of its own; a lie adds most. */
const SAID = 0.5;

/**
 * Whether a statement cites quotes, gives no figure that neither they nor its words before give, and shares enough words with them.
 * Whether it says the same is for the reviewer; this is what a model cannot talk its way past.
 */
function isBacked({ claim, before }: NewClaim): boolean {
  if (claim.key === '') return true;
  if (isPersonal(claim) || claim.notes.length === 0 || claim.notes.some(({ quote }) => quote === null)) return false;
  const said = [...claim.notes.map(({ quote }) => quote ?? ''), before?.text ?? ''].join(' ').toLowerCase();
  const figures = claim.text.match(/\d+/g) ?? [];
  const known = new Set(said.match(/\d+/g));
  const words = wordsOf(claim.text.toLowerCase()).filter((word) => word.length > 4);
  const shared = words.filter((word) => said.includes(word)).length;
  return figures.every((figure) => known.has(figure)) && shared >= words.length * SAID;
}

function fits(gate: Gate, edit: FileEdit, hunk: Hunk, own: readonly NewClaim[]): boolean {
  const before = edit.base.slice(hunk.start, hunk.end);
  if (gate === 'all') return edit.kind === 'created' || hunk.start >= bodyStartOf(edit.base);
  if (edit.kind === 'created' || hunk.start < bodyStartOf(edit.base)) return false;
  if (gate === 'links') {
    const [old, next] = wholeLines(edit, hunk);
    return isRelinked(old, next);
  }
  const isNote = hunk.text.split('\n').every((line) => line.trim() === '' || /^\[\^[^\]]+\]:/.test(line));
  return before.trim() === '' && (isNote || own.some((claim) => claim.before === null));
}

/** The lines that a hunk touches, before and after, so that a link is seen whole. */
function wholeLines({ base }: FileEdit, { start, end, text }: Hunk): readonly [string, string] {
  const from = base.lastIndexOf('\n', start - 1) + 1;
  const next = base.indexOf('\n', end);
  const to = next === -1 ? base.length : next;
  return [base.slice(from, to), base.slice(from, start) + text + base.slice(end, to)];
}

/** Whether two texts differ in their links only: in where they lead, or in which words are links. */
function isRelinked(before: string, after: string): boolean {
  const [asText, without] = [linkLabels, withoutLinks];
  return [asText, without].some((form) => form(before) === form(after));
}

const WIKILINK = /\[\[([^[\]|#\n]*)(?:#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/g;
const LINK = /\[([^[\]\n]*)\]\([^()\n]*\)/g;
const tidy = (text: string): string =>
  text
    .replace(/^[\s*+-]+|[\s*+-]+$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

const linkLabels = (text: string): string =>
  tidy(
    text
      .replace(WIKILINK, (_, target: string, label?: string) => label ?? target)
      .replace(LINK, (_, label: string) => label),
  );
const withoutLinks = (text: string): string => tidy(text.replace(WIKILINK, '').replace(LINK, ''));
