import { diffArrays } from 'diff';
import { settleFootnotes } from '../../change';
import { scanText } from '../../markdown';
import { wordKey } from '../../wiki';
import { type RawEdit, type RawWrittenPage } from './answer-schemas';
import { splitBlocks } from './blocks';
import { citingStatements } from './citing-statements';
import { withLabels, withoutItemMark } from './draft-lines';
import { withKeptRows } from './kept-rows';
import { type DraftContext } from './draft-context';
import { type DraftSplice } from './draft-splice';
import { renderDraft, type DraftText } from './draft-text';
import { hasVariant } from './marks';
import { problemOf, type PageProblem } from './page-problem';
import { joinSentences } from './paragraphs';
import { type PageChunk, type PageView, type TableRow } from './page-view';
import { orderSections, placeSection } from './section-order';
import { withSeeAlso } from './see-also';

/** A page as the model wants it. */
export interface PageDraft {
  /** Replacements in the content of the page, sorted, without overlaps. */
  readonly splices: readonly DraftSplice[];
  /** The whole page after them, footnotes included. */
  readonly after: string;
  /** See {@link DraftText.introductions}. */
  readonly introductions: readonly string[];
  readonly problems: readonly PageProblem[];
}

/** The text of a new page, for {@link PageDraft.after} and its parts. */
interface NewPageDraft {
  readonly draft: DraftText;
  readonly problems: readonly PageProblem[];
}

/** Words with which an edit names its block. */
const STARTS_WORDS = 2;

/** What drafts of parts of a page say of themselves. */
interface Noted {
  readonly problems: PageProblem[];
  readonly introductions: string[];
}

function note(draft: DraftText, { problems, introductions }: Noted): void {
  problems.push(...draft.problems, ...unsupportedProblems(draft));
  introductions.push(...draft.introductions);
}

/** What was left out of a text because it names no unit. */
function unsupportedProblems({ unsupported }: DraftText): readonly PageProblem[] {
  return unsupported.map((text) =>
    problemOf('no_mark', `This has no mark of a unit and is left out: "${text.slice(0, 160)}".`, {
      statements: [text],
    }),
  );
}

export function draftNewPage(written: Pick<RawWrittenPage, 'markdown'>, context: DraftContext): NewPageDraft {
  const rendered = renderDraft(written.markdown, context);
  const text = context.addLinks({ text: orderSections(joinSentences(rendered.text)), existing: '', linked: new Set() });
  const draft = { ...rendered, text, links: linksIn(text) };
  const problems = [...draft.problems, ...unsupportedProblems(draft)];
  if (draft.text === '') problems.push(problemOf('no_text', 'The page has no text.'));
  return { draft, problems };
}

/** Applies what the model wrote to a page that exists: whole, or edit by edit. */
export function draftPage(written: RawWrittenPage, view: PageView, pageContext: DraftContext): PageDraft {
  const noted: Noted = { problems: [], introductions: [] };
  const { problems } = noted;
  const context = withBlocks(pageContext, view);
  const isWhole = written.markdown.trim() !== '';
  if (isWhole && written.edits.length > 0)
    problems.push(problemOf('text_and_edits', 'Give either `markdown` or `edits`, not both.'));
  const edits = written.edits.map((edit) => ({ ...edit, markdown: withKeptRows(edit.markdown, view) }));
  const plain = isWhole
    ? composeSplices(withKeptRows(written.markdown, view), view, context, noted)
    : editSplices(edits, view, context, noted);
  const splices = withSeeAlso(withLinks(plain, view, context), view, context.seeAlso ?? []);
  const text = spliced(view.text, splices);
  const footnotes = splices.flatMap((splice) => splice.footnotes);
  return { splices, after: settleFootnotes(view.text, text, [{ footnotes }]), ...noted };
}

/** A text may keep blocks of the page by their numbers. */
function withBlocks(context: DraftContext, { text, chunks }: PageView): DraftContext {
  const blocks = chunks.map(({ id, start, end }) => [id, text.slice(start, end).replace(/\r\n/g, '\n')] as const);
  return { ...context, own: new Map([...context.own, ...blocks]) };
}

/** Links in the new sentences of each replacement to pages that the page does not link to yet. */
function withLinks(splices: readonly DraftSplice[], view: PageView, context: DraftContext): readonly DraftSplice[] {
  const linked = new Set(linksIn(spliced(view.text, splices)));
  return splices.map((splice) => {
    const text = context.addLinks({ text: splice.text, existing: view.text, linked });
    return text === splice.text ? splice : { ...splice, text, links: linksIn(text) };
  });
}

function linksIn(text: string): readonly string[] {
  return [...new Set(scanText(text).links.map(({ target }) => target))];
}

function spliced(text: string, splices: readonly DraftSplice[]): string {
  let result = '';
  let at = 0;
  for (const splice of splices) {
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

/** The whole content anew, as replacements of the runs of chunks that differ. */
function composeSplices(markdown: string, view: PageView, context: DraftContext, noted: Noted): readonly DraftSplice[] {
  const whole = renderDraft(markdown, context);
  note(whole, noted);
  const eol = view.text.includes('\r\n') ? '\r\n' : '\n';
  const current = view.chunks.map(({ start, end }) => view.text.slice(start, end).replace(/\r\n/g, '\n'));
  const next = splitBlocks(orderSections(joinSentences(whole.text, new Set(current))));
  const splices: DraftSplice[] = [];
  let at = 0;
  let pending: { removed: number; added: string[] } = { removed: 0, added: [] };
  const flush = (): void => {
    if (pending.removed === 0 && pending.added.length === 0) return;
    splices.push(runSplice(view, at - pending.removed, at, pending.added, eol, whole));
    pending = { removed: 0, added: [] };
  };
  for (const part of diffArrays(current, [...next])) {
    if (part.added) pending.added.push(...part.value);
    else if (part.removed) {
      pending.removed += part.value.length;
      at += part.value.length;
    } else {
      flush();
      at += part.value.length;
    }
  }
  flush();
  return splices;
}

/** Replaces the chunks from `from` to `to` by other blocks. */
function runSplice(
  view: PageView,
  from: number,
  to: number,
  blocks: readonly string[],
  eol: string,
  whole: DraftText,
): DraftSplice {
  const text = blocks.join('\n\n').replace(/\n/g, eol);
  const first = view.chunks[from];
  const last = view.chunks[to - 1];
  const labels = new Set([...text.matchAll(/\[\^([^\s[\]]+)\]/g)].map(([, label]) => label ?? ''));
  const footnotes = whole.footnotes.filter(({ label }) => labels.has(label));
  const shared = {
    footnotes,
    marks: whole.marks.filter(({ note, label, sourceId }) =>
      note === null ? text.includes(`[${sourceId}]`) : hasVariant(labels, label),
    ),
    links: whole.links.filter((link) => text.includes(`[[${link}`)),
  };
  if (from < to && first !== undefined && last !== undefined) {
    if (blocks.length > 0) return { ...shared, start: first.start, end: last.end, text };
    // Without the blank lines above it.
    const above = view.chunks[from - 1]?.end ?? view.contentStart;
    return { ...shared, start: above, end: last.end, text: '' };
  }
  const above = view.chunks[from - 1];
  if (above === undefined) {
    const start = first?.start ?? view.contentEnd;
    return {
      ...shared,
      start,
      end: start,
      text: first === undefined ? `${eol}${eol}${text}${eol}` : `${text}${eol}${eol}`,
    };
  }
  return { ...shared, start: above.end, end: above.end, text: `${eol}${eol}${text}${gapBelow(view, above, eol)}` };
}

function editSplices(
  edits: readonly RawEdit[],
  view: PageView,
  pageContext: DraftContext,
  noted: Noted,
): readonly DraftSplice[] {
  const eol = view.text.includes('\r\n') ? '\r\n' : '\n';
  // One footnote serves all edits of the page.
  const context = { ...pageContext, citing: citingStatements(edits.map(({ markdown }) => markdown)) };
  const found: (DraftSplice & { readonly order: number })[] = [];
  for (const [order, edit] of edits.entries()) {
    const chunk = findChunk(edit, view);
    if ('code' in chunk) {
      noted.problems.push(chunk);
      continue;
    }
    const draft = renderEdit(edit, context);
    note(draft, noted);
    if (edit.do !== 'delete' && draft.text === '') continue;
    found.push({ ...placeEdit(edit, chunk, view, draft, eol), order });
  }
  const sorted = found.sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
  return sorted.filter((splice, at) => {
    const overlaps = sorted.slice(0, at).some((other) => other.end > splice.start);
    if (overlaps)
      noted.problems.push(problemOf('block_edited_twice', 'Two edits change the same block. Make them one.'));
    return !overlaps;
  });
}

/** Rows are rendered below a head, or they would be read as a paragraph. */
function renderEdit({ do: what, markdown }: RawEdit, context: DraftContext): DraftText {
  if (what === 'delete') return renderDraft('', context);
  const [first = '', second = ''] = markdown.trim().split('\n');
  const isTable = /^\|[\s:|-]+$/.test(second.trim());
  if (!first.startsWith('|') || isTable) return renderDraft(markdown, context);
  const cells = Math.max(1, first.replace(/\[\[[^\]]*\]\]|\\\|/g, '').split('|').length - 2);
  const head = `|${' - |'.repeat(cells)}\n|${' --- |'.repeat(cells)}`;
  const draft = renderDraft(`${head}\n${markdown.trim()}`, context);
  return { ...draft, text: draft.text.split('\n').slice(2).join('\n') };
}

/** The block that an edit names; why not, if the block is another one than the model thinks. */
function findChunk(edit: RawEdit, view: PageView): PageChunk | TableRow | PageProblem {
  const id = edit.block.replace(/[[\]{}\s]/g, '');
  const place = { statements: edit.markdown.trim() === '' ? [] : [edit.markdown] };
  const unknown = problemOf('unknown_block', `There is no block [${id}] on "${view.page.slug}".`, place);
  if (edit.do === 'append') return endOfSection(id, view) ?? unknown;
  const chunk = view.chunks.flatMap((each) => [each, ...each.rows]).find((each) => each.id === id);
  if (chunk === undefined) return unknown;
  const wanted = waysToStart(edit.starts);
  const shown = waysToStart(chunk.shown);
  if (wanted[0] !== '' && !shown.some((words) => wanted.some((each) => each !== '' && words.startsWith(each)))) {
    const begins = `starts with "${firstWords(chunk.shown)}", not with "${edit.starts.slice(0, 60)}"`;
    return problemOf('other_block', `Block [${id}] of "${view.page.slug}" ${begins}.`, place);
  }
  return chunk;
}

/**
 * The last block of the section that a heading begins; of the page without one. A block that is no heading is itself meant. A line that
 * leads on to other pages stays last.
 */
function endOfSection(id: string, { chunks }: PageView): PageChunk | undefined {
  const lastBefore = (end: number): PageChunk | undefined =>
    chunks[end - 1]?.shown.startsWith('See also: ') === true ? (chunks[end - 2] ?? chunks[end - 1]) : chunks[end - 1];
  if (id === '') return lastBefore(chunks.length);
  const at = chunks.findIndex((chunk) => chunk.id === id);
  const level = headingLevel(chunks[at]);
  if (level === 0) return chunks[at];
  const next = chunks.findIndex(
    (chunk, index) => index > at && headingLevel(chunk) > 0 && headingLevel(chunk) <= level,
  );
  return lastBefore(next === -1 ? chunks.length : next);
}

function headingLevel(chunk: PageChunk | undefined): number {
  return /^(#{1,6}) /.exec(chunk?.shown ?? '')?.[1]?.length ?? 0;
}

function waysToStart(text: string): readonly string[] {
  return [text, withLabels(text), withoutItemMark(text), withLabels(withoutItemMark(text))].map(firstWords);
}

function firstWords(text: string): string {
  const plain = text.replace(/\{o\d+:/g, '').replace(/\{[^{}]*\}/g, '');
  return wordKey(plain.slice(0, 300)).split(' ').slice(0, STARTS_WORDS).join(' ');
}

function placeEdit(
  edit: RawEdit,
  chunk: PageChunk | TableRow,
  view: PageView,
  draft: DraftText,
  eol: string,
): DraftSplice {
  const text = draft.text.replace(/\n/g, eol);
  const { marks, links, footnotes } = draft;
  const shared = { marks, links, footnotes };
  const moved = isRow(chunk) || edit.do === 'replace' ? null : placeInOrder(edit, chunk, view, draft.text);
  if (moved !== null) return { ...shared, start: moved, end: moved, text: `${eol}${eol}${text}` };
  switch (edit.do) {
    case 'replace':
      return { ...shared, start: chunk.start, end: chunk.end, text };
    case 'insert_before':
      return {
        ...shared,
        start: chunk.start,
        end: chunk.start,
        text: `${text}${isRow(chunk) && text.startsWith('|') ? eol : eol + eol}`,
      };
    case 'insert_after':
    case 'append':
      return { ...shared, start: chunk.end, end: chunk.end, text: joinAfter(view, chunk, text, eol) };
    case 'delete': {
      const above = isRow(chunk) ? chunk.start - eol.length : endAbove(view, chunk);
      return { ...shared, start: above, end: chunk.end, text: '' };
    }
  }
}

/** Where a new section belongs. @returns an offset behind a block; `null` if it belongs where the model put it */
function placeInOrder({ do: what }: RawEdit, chunk: PageChunk, { chunks }: PageView, text: string): number | null {
  const at = chunks.indexOf(chunk) + (what === 'insert_before' ? 0 : 1);
  const place = placeSection(
    text,
    chunks.map(({ shown }) => shown),
    at,
  );
  return place === at ? null : (chunks[place - 1]?.end ?? null);
}

function isRow(chunk: PageChunk | TableRow): chunk is TableRow {
  return !('rows' in chunk);
}

function endAbove(view: PageView, chunk: PageChunk): number {
  return view.chunks[view.chunks.indexOf(chunk) - 1]?.end ?? view.contentStart;
}

/** A row or item after a table or list continues it. */
function joinAfter(view: PageView, chunk: PageChunk | TableRow, text: string, eol: string): string {
  const last = view.text.slice(chunk.start, chunk.end).split('\n').at(-1) ?? '';
  const continues =
    (/^\s*\|/.test(last) && text.startsWith('|')) ||
    (/^\s*(?:[-*+]|\d+[.)])\s/.test(last) && /^(?:[-*+]|\d+[.)])\s/.test(text));
  return `${continues ? eol : eol + eol}${text}${isRow(chunk) ? '' : gapBelow(view, chunk, eol)}`;
}

/** What comes between a heading and the paragraph right below it would run into that. */
function gapBelow({ text, chunks }: PageView, chunk: PageChunk, eol: string): string {
  const next = chunks[chunks.indexOf(chunk) + 1];
  return next === undefined || /\n[ \t]*\r?\n/.test(text.slice(chunk.end, next.start)) ? '' : eol;
}
