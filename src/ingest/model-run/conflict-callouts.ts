import { escapeMarkdown, shortExcerpt, splitSentences } from '../../markdown';
import { type SourceNote } from '../../wiki';
import { cleanLine } from './clean-text';
import { hasVariant, noteFor, type MarkTarget } from './marks';
import { type DraftSplice } from './draft-splice';
import { type WrittenPage } from './read-written';
import { excerptOf } from './row-excerpt';

/** A contradiction that waits for a person, and what its sides rest on. */
export interface FlaggedConflict {
  readonly slug: string;
  readonly what: string;
  /** The passage of the new source. */
  readonly own: MarkTarget;
  readonly other: MarkTarget;
  /** What the passage of the new source refers back to; `null` if it says by itself what it says. */
  readonly lead: MarkTarget | null;
}

/** What a callout needs to know of its sides. */
interface CalloutContext {
  readonly renderNote: (note: SourceNote, sourceId: string) => string;
  /** Who says what a passage says, and when: "Annual report (2009-11-20)". */
  readonly speakerOf: (target: MarkTarget) => string;
}

const MAX_WHAT_LENGTH = 160;
/** What a side says is read whole in its footnote. */
const MAX_SIDE_LENGTH = 240;

/** What is disputed, in the words of the model, as the title of a callout has it: one line, no markup, no stop. */
export function cleanConflict(what: string): string {
  return cleanLine(what, MAX_WHAT_LENGTH)
    .replace(/[.!?]+$/, '')
    .replace(/[.!?]+ (?=\S)/g, '; ');
}

/**
 * Puts a callout below the paragraph that tells of a contradiction, so that a reader sees that it waits for a decision. It has what both
 * sides say, with their footnotes. Of pages that tell of the same contradiction, the first one has it.
 */
export function withCallouts(
  written: readonly WrittenPage[],
  conflicts: readonly FlaggedConflict[],
  context: CalloutContext,
): readonly WrittenPage[] {
  const pages = [...written];
  const done = new Set<string>();
  for (const conflict of conflicts) {
    const at = pages.findIndex(({ planned }) => planned.slug === conflict.slug);
    const page = pages[at];
    const key = [conflict.own.mark, conflict.other.mark].sort().join(' ');
    if (page === undefined || done.has(key)) continue;
    const flagged = flag(page, conflict, context);
    if (flagged === null) continue;
    pages[at] = flagged;
    done.add(key);
  }
  return pages;
}

function flag(page: WrittenPage, conflict: FlaggedConflict, context: CalloutContext): WrittenPage | null {
  const { change, content } = page;
  const after = change?.draft.after ?? content?.text ?? '';
  const title = titleOf(conflict);
  // The page may have it from before.
  if (after.includes(title) || change?.view.text.includes(title) === true) return null;
  const callout = renderCallout(conflict, after, context);
  if (change === null) {
    const flagged = content && insertBelow(content, conflict, callout, '');
    return flagged && { ...page, content: { ...content, ...flagged } };
  }
  const { view, draft } = change;
  for (const [at, splice] of draft.splices.entries()) {
    const flagged = insertBelow(splice, conflict, callout, view.text.slice(splice.end));
    if (flagged === null) continue;
    const splices = draft.splices.map((each, index) => (index === at ? { ...each, ...flagged } : each));
    return { ...page, change: { view, draft: { ...draft, splices } } };
  }
  const splices = belowChangedRow(draft.splices, view.text, conflict, callout);
  return splices && { ...page, change: { view, draft: { ...draft, splices } } };
}

/**
 * Where a row of a table tells of the contradiction, the callout stands below the table.
 *
 * @param text the page before the change
 * @returns the changes with it; `null` if no row tells of it, or the end of the table changes too
 */
function belowChangedRow(
  splices: readonly DraftSplice[],
  text: string,
  conflict: FlaggedConflict,
  callout: Callout,
): readonly DraftSplice[] | null {
  const row = splices.findIndex((each) => hasVariant(labelsIn(each.text), conflict.own.label));
  const changed = splices[row];
  if (changed === undefined || !/^[ \t]*\|/m.test(changed.text)) return null;
  const rest = text.slice(changed.end);
  const end = changed.end + (/\r?\n[ \t]*(?=\r?\n|$)|$(?![^])/.exec(rest)?.index ?? rest.length);
  if (splices.some((each) => each.start < end && each.end > end)) return null;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const added = `${eol}${eol}${callout.lines.join(eol)}`;
  const { marks, footnotes } = callout;
  const tie = `callout ${conflict.own.mark} ${conflict.other.mark}`;
  const tied = splices.map((each, at) => (at === row ? { ...each, ties: [...(each.ties ?? []), tie] } : each));
  const next = tied.find((each) => each.start >= end);
  // What is put in at the same place follows the callout.
  if (next?.start === end) {
    if (next.end > end || !/^\r?\n/.test(next.text)) return null;
    const joined = {
      ...next,
      text: added + next.text,
      marks: [...next.marks, ...marks.filter((mark) => !next.marks.includes(mark))],
      footnotes: [...next.footnotes, ...footnotes],
      ties: [...(next.ties ?? []), tie],
    };
    return tied.map((each) => (each === next ? joined : each));
  }
  const own = { start: end, end, text: added, marks: [conflict.own, ...marks], links: [], footnotes, ties: [tie] };
  const before = tied.filter((each) => each.start < end);
  return [...before, own, ...tied.slice(before.length)];
}

const titleOf = ({ what }: FlaggedConflict): string => `> [!warning] Contradiction: ${what}`;

interface Callout {
  readonly lines: readonly string[];
  /** What the text has to be given for it. */
  readonly marks: readonly MarkTarget[];
  readonly footnotes: WrittenText['footnotes'];
}

type WrittenText = Pick<NonNullable<WrittenPage['content']>, 'text' | 'marks' | 'footnotes'>;

/**
 * Below the title what each side says, the earlier one first: a title alone looks as if its text were missing.
 *
 * @param page the whole page
 */
function renderCallout(conflict: FlaggedConflict, page: string, context: CalloutContext): Callout {
  const { own, other, lead } = conflict;
  const sides = [[other], lead === null ? [own] : [lead, own]].map((side) =>
    side.map((target, at) => renderSide(target, aboutOf(conflict, target), page, { ...context, isFirst: at === 0 })),
  );
  return {
    lines: [titleOf(conflict), ...sides.map((side) => `> ${side.map(({ line }) => line).join(' ')}`)],
    marks: [other, ...(lead === null ? [] : [lead])],
    footnotes: sides.flat().flatMap(({ footnote }) => footnote ?? []),
  };
}

/** What the other side says, and what is disputed. */
function aboutOf({ what, own, other }: FlaggedConflict, side: MarkTarget): string {
  return `${what} ${(side === other ? own : other).note?.quote ?? ''}`;
}

/** One side in the words of its source, and who says it: "we" in a quote is not the wiki. */
function renderSide(
  target: MarkTarget,
  about: string,
  page: string,
  { renderNote, speakerOf, isFirst }: CalloutContext & { readonly isFirst: boolean },
): { readonly line: string; readonly footnote: WrittenText['footnotes'][number] | null } {
  const { label, sourceId } = target;
  const note = noteFor(target, [about]);
  const told = labelsIn(page).find((each) => hasVariant([each], label));
  const quote = note?.quote ?? null;
  const words = quote === null ? `See ${sourceId}` : shortExcerpt(excerptOf(quote, about), about, MAX_SIDE_LENGTH);
  const said = /[.!?…]["”’)]?$/.test(words) ? words : `${words}.`;
  const mark = note === null ? ` [${sourceId}]` : `[^${told ?? label}]`;
  // Each sentence says by its mark which side it is.
  const sentences = splitSentences(said).map(({ start, end }, at, { length }) => {
    const sentence = escapeMarkdown(said.slice(start, end));
    if (quote === null) return `${sentence}${mark}`;
    return `${at === 0 ? '“' : ''}${sentence}${at === length - 1 ? '”' : ''}${mark}`;
  });
  if (quote !== null && isFirst) sentences.unshift(`${escapeMarkdown(speakerOf(target))} says:`);
  const footnote = note === null || told !== undefined ? null : { label, content: renderNote(note, sourceId) };
  return { line: sentences.join(' '), footnote };
}

/** @param following the text of the page behind it. @returns `null` where a block would be torn apart, such as a table */
function insertBelow(
  { text, marks, footnotes }: WrittenText,
  { own, other }: FlaggedConflict,
  callout: Callout,
  following: string,
): WrittenText | null {
  const blocks = blocksOf(text).map(({ start, end }) => {
    const labels = labelsIn(text.slice(start, end));
    return { end, hasOwn: hasVariant(labels, own.label), hasOther: hasVariant(labels, other.label) };
  });
  if (!blocks.some(({ hasOwn }) => hasOwn)) return null;
  const block =
    blocks.find(({ hasOwn, hasOther }) => hasOwn && hasOther) ??
    blocks.findLast(({ hasOwn, hasOther }) => hasOwn || hasOther);
  if (block === undefined || !/^[ \t]*(?:\r?\n[ \t]*(?:\r?\n|$)|$)/.test(text.slice(block.end) + following))
    return null;
  const eol = (text + following).includes('\r\n') ? '\r\n' : '\n';
  const added = `${eol}${eol}${callout.lines.join(eol)}`;
  return {
    text: text.slice(0, block.end) + added + text.slice(block.end),
    marks: [...marks, ...callout.marks.filter((mark) => !marks.includes(mark))],
    footnotes: [...footnotes, ...callout.footnotes],
  };
}

function labelsIn(text: string): readonly string[] {
  return [...text.matchAll(/\[\^([^\s[\]]+)\]/g)].map(([, label]) => label ?? '');
}

/** Runs of lines without a blank one. */
function blocksOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/\S[^]*?(?=\r?\n[ \t]*\r?\n|\s*$)/g)].map(({ index, 0: block }) => ({
    start: index,
    end: index + block.length,
  }));
}
