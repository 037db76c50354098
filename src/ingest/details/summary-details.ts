import { type FootnoteText, type SpliceSpec } from '../../change';
import { eolOf, findSection, leansOnBefore } from '../../markdown';
import { labelVariant, parseNote, readLedger, supportKey, type Claim, type Page } from '../../wiki';
import { type DraftContext } from '../model-run/draft-context';
import { type PageView } from '../model-run/page-view';
import { definitionsOf } from '../model-run/write-material';

/** The section of a summary below which its details go; in a summary without it, those above which they do. */
const ABOVE = 'What it says';
const BELOW = ['Pages', 'Changed since', 'About this source'];
const REASON = 'What the page leaves out as it is written anew stays here, in the same words and with its footnotes.';

/** The page with the statements, and the name that its section has on the summary. */
interface DetailsOf {
  readonly view: PageView;
  readonly title: string;
}

/**
 * Adds statements of a page to a summary, word for word and with their footnotes: below a heading that names the page, in the order that they
 * have there, sentences of one paragraph in one, rows below the head of their table.
 *
 * @param claims statements of the page that rest on the source of the summary
 * @param summary the summary, with its text as it is
 */
export function detailsSplice(
  claims: readonly Claim[],
  { view, title }: DetailsOf,
  summary: { readonly page: Page; readonly text: string },
  render: DraftContext['renderNote'],
): SpliceSpec {
  const eol = eolOf(summary.text);
  const notes = new SummaryNotes(view, summary.text, render);
  const blocks = blocksOf(withContext(claims, view), view.text).map((block) => notes.adopt(block));
  const heading = `More about ${title}`;
  const known = findSection(summary.text, summary.page, heading);
  const at = known === null ? placeFor(summary) : endOfContent(summary.text, known);
  const added = [...(known === null ? [`## ${heading}`] : []), ...blocks].join('\n\n');
  return {
    start: at,
    end: at,
    text: `\n\n${added}`.replace(/\r?\n/g, eol),
    title: heading,
    reason: REASON,
    footnotes: notes.added,
  };
}

/** Below what the source says, above where it went. */
function placeFor({ page, text }: { readonly page: Page; readonly text: string }): number {
  const said = findSection(text, page, ABOVE);
  if (said !== null) return endOfContent(text, said);
  const starts = BELOW.flatMap((heading) => findSection(text, page, heading)?.start ?? []);
  return endOfContent(text, { start: 0, end: Math.min(text.length, ...starts) });
}

/** Where the content of a part of a page ends, without the definitions of footnotes below it. */
function endOfContent(text: string, { start, end }: { readonly start: number; readonly end: number }): number {
  const notes = text.slice(start, end).search(/\r?\n\[\^[^\s[\]]+\]:/);
  return text.slice(0, notes < 0 ? end : start + notes).trimEnd().length;
}

/** Statements together with the one before them where they lean on it: "It worked for a day." */
function withContext(claims: readonly Claim[], { ledger, text, ownClaims }: PageView): readonly Claim[] {
  return claims.flatMap((claim) => {
    const before = ledger.claims[ledger.claims.indexOf(claim) - 1];
    if (before === undefined || claims.includes(before) || !leansOnBefore(claim.text)) return [claim];
    const isNear = !/\n[ \t]*\r?\n/.test(text.slice(before.end, claim.start));
    const isProse = [before, claim].every((each) => kindOf(each, text) === 'prose');
    return isNear && isProse && before.support.length > 0 && !ownClaims.has(before) ? [before, claim] : [claim];
  });
}

/** Blocks of Markdown as the page has them, without what is not to be kept. */
function blocksOf(claims: readonly Claim[], text: string): readonly string[] {
  const blocks: { text: string; readonly end: number; readonly kind: BlockKind }[] = [];
  for (const [at, claim] of claims.entries()) {
    const kind = kindOf(claim, text);
    const last = blocks.at(-1);
    const own = withoutColon(wordsFor(claim, kind, text), claims[at + 1], claim, text);
    const isNext = last?.kind === kind && !/\n[ \t]*\r?\n/.test(text.slice(last.end, claim.start));
    if (isNext && kind !== 'code') {
      blocks[blocks.length - 1] = { text: `${last.text}${kind === 'prose' ? ' ' : '\n'}${own}`, end: claim.end, kind };
    } else {
      blocks.push({ text: `${introOf(claim, kind, text, claims)}${own}`, end: claim.end, kind });
    }
  }
  return blocks.map((block) => block.text);
}

/** What led to a list that does not follow any more is a sentence. */
function withoutColon(own: string, next: Claim | undefined, { end }: Claim, text: string): string {
  const between = next === undefined ? 'nothing' : text.slice(end, next.start);
  const leads = between.split('\n').every((line) => line.trim() === '' || LIST_LINE.test(line));
  return leads ? own : own.replace(/[:：]((?:\[\^[^\s[\]]+\])*)$/, '.$1');
}

const LIST_LINE = /^\s*(?:[-*+]|\d+[.)]|\|)/;

type BlockKind = 'prose' | 'item' | 'row' | 'code';
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

function kindOf({ kind, start }: Claim, text: string): BlockKind {
  if (kind === 'row' || kind === 'code') return kind;
  return ITEM.test(`${text.slice(lineStart(text, start), start)} `) ? 'item' : 'prose';
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

function wordsFor({ start, end }: Claim, kind: BlockKind, text: string): string {
  const own = text.slice(start, end).trim();
  switch (kind) {
    case 'prose':
      return own.replace(/\s*\r?\n[ \t]*/g, ' ');
    case 'item':
      return `- ${own.replace(/\s*\r?\n[ \t]*/g, ' ')}`;
    case 'row':
      return text.slice(lineStart(text, start), end).trim();
    case 'code': {
      // Its marks are the paragraph below it.
      const marks = /^\s*\n((?:\[\^[^\s[\]]+\])+)/.exec(text.slice(end))?.[1];
      return marks === undefined || own.includes(marks) ? own : `${own}\n\n${marks}`;
    }
  }
}

/** What a reader needs before the first row or item. */
function introOf(claim: Claim, kind: BlockKind, text: string, claims: readonly Claim[]): string {
  if (kind === 'row') return headAbove(claim, text);
  return kind === 'item' ? leadAbove(claim, text, claims) : '';
}

/** The head and the rule of the table of a row. */
function headAbove({ start }: Claim, text: string): string {
  const lines = text.slice(0, lineStart(text, start)).trimEnd().split(/\r?\n/);
  const first = lines.findLastIndex((line) => !line.trimStart().startsWith('|')) + 1;
  const head = lines.slice(first, first + 2);
  return head.length === 2 ? `${head.join('\n')}\n` : '';
}

/** The line that leads into a list, if it is not among what is kept. */
function leadAbove({ start }: Claim, text: string, claims: readonly Claim[]): string {
  let end = lineStart(text, start);
  let line = '';
  while (end > 0 && (line.trim() === '' || ITEM.test(line))) {
    const from = lineStart(text, end - 1);
    line = text.slice(from, end);
    end = from;
  }
  const isLead = /[:：](?:\[\^[^\s[\]]+\])*\s*$/.test(line) && !/^\s*[#>|]/.test(line);
  const isKept = claims.some((claim) => claim.start >= end && claim.end <= end + line.length);
  return isLead && !isKept ? `${line.trim()}\n\n` : '';
}

const REFERENCE = /\[\^([^\s[\]]+)\]/g;

/** The footnotes of moved statements on their new page, where a label may stand for another passage. */
class SummaryNotes {
  readonly added: FootnoteText[] = [];
  readonly #own: ReadonlyMap<string, string>;
  readonly #render: DraftContext['renderNote'];
  /** What each label stands for on the summary; `''` for a footnote that names no source. */
  readonly #taken = new Map<string, string>();

  constructor(view: PageView, summary: string, render: DraftContext['renderNote']) {
    this.#own = definitionsOf(view);
    this.#render = render;
    for (const label of definitionsOf({ text: summary }).keys()) this.#taken.set(label, '');
    for (const [label, { sourceId, quote }] of readLedger(summary).notes)
      this.#taken.set(label.toLowerCase(), supportKey(sourceId, quote));
  }

  /** A block with labels that are free on the summary, or stand for the same there. */
  adopt(block: string): string {
    return block.replace(REFERENCE, (whole, label: string) => {
      const content = this.#own.get(label.toLowerCase());
      const note = content === undefined ? null : parseNote({ label, content, start: 0, end: 0, line: 1 });
      if (note === null) return whole;
      const key = supportKey(note.sourceId, note.quote);
      let name = label;
      const isOther = (): boolean => (this.#taken.get(name.toLowerCase()) ?? key) !== key;
      for (let nth = 1; isOther(); nth += 1) name = labelVariant(label, nth);
      if (!this.#taken.has(name.toLowerCase())) {
        this.#taken.set(name.toLowerCase(), key);
        // On the summary itself, a link to it leads nowhere.
        this.added.push({ label: name, content: this.#render({ ...note, summary: null }, note.sourceId) });
      }
      return `[^${name}]`;
    });
  }
}
