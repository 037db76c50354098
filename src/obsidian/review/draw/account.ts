import { Notice } from 'obsidian';
import {
  keepStatement,
  type AccountedStatement,
  type HunkDecision,
  type PageAccount,
  type ReviewFile,
  type ReviewHunk,
} from '../../../workbench';
import { coreText, joinTexts, quoteText, review } from '../../locale';
import { addButton, drawLimited, placeText } from '../../ui';
import { type ReviewContext } from './context';

const words = review.account;
const PARTS = ['kept', 'added', 'moved', 'dropped'] as const;
/** Longer lists say how many more there are. */
const MAX_LISTED = 100;

type Statements = readonly AccountedStatement[];

/** What becomes of the statements of a page: how many of each, and each one that is dropped, with a way to keep it. @param isWide whether it is beside the page */
export function drawAccount(
  parent: HTMLElement,
  context: ReviewContext,
  file: ReviewFile,
  account: PageAccount,
  isWide: boolean,
): void {
  parent.empty();
  const { kept, reworded, moved, added, dropped } = account;
  const counts = {
    kept: kept.length + reworded.length,
    added: added.length,
    moved: moved.length,
    dropped: dropped.length,
  };
  const list = parent.createEl('dl', { cls: 'living-wiki-account-counts' });
  for (const part of PARTS) {
    const pair = list.createDiv({ cls: `is-${part}` });
    pair.createEl('dt', { text: words.counts[part] });
    pair.createEl('dd', { text: String(counts[part]) });
  }
  const bar = parent.createDiv({ cls: 'living-wiki-account-bar', attr: { 'aria-hidden': 'true' } });
  for (const part of PARTS.filter((each) => counts[each] > 0)) {
    bar.createSpan({ cls: `living-wiki-account-part is-${part}` }).style.flexGrow = String(counts[part]);
  }
  if (reworded.length > 0) parent.createDiv({ cls: 'living-wiki-muted', text: words.reworded(reworded.length) });
  if (dropped.length > 0) {
    // Above the page, it must not push the page away.
    const details = drawDetails(parent, words.dropped, dropped.length, isWide);
    const byHunk = groupByHunk(dropped);
    context.queue.list(details, dropped, (box, statement) =>
      drawDropped(box, context, file, statement, byHunk.get(statement.hunk) ?? []),
    );
  }
  drawList(
    parent,
    context,
    words.weakened,
    reworded.filter((statement) => statement.weakened),
  );
  drawList(parent, context, words.counts.moved, moved);
}

function drawDetails(parent: HTMLElement, title: string, count: number, isOpen: boolean): HTMLElement {
  const details = parent.createEl('details', { cls: 'living-wiki-account-list' });
  details.open = isOpen;
  details.createEl('summary', { text: `${title} ${count}` });
  return details;
}

function groupByHunk(statements: Statements): ReadonlyMap<string | null, Statements> {
  const groups = new Map<string | null, AccountedStatement[]>();
  for (const statement of statements) {
    const known = groups.get(statement.hunk);
    if (known === undefined) groups.set(statement.hunk, [statement]);
    else known.push(statement);
  }
  return groups;
}

/** @param own what its hunk drops, itself included */
function drawDropped(
  parent: HTMLElement,
  context: ReviewContext,
  file: ReviewFile,
  statement: AccountedStatement,
  own: Statements,
): void {
  const item = file.hunks.find(({ hunk }) => hunk.id === statement.hunk);
  const card = parent.createDiv({
    cls: `living-wiki-dropped${item?.decision ? ' is-decided' : ''}`,
    attr: { role: 'group', tabindex: -1, 'aria-label': words.droppedLabel(statement.text) },
  });
  if (item) card.dataset.drops = item.hunk.id;
  card.createDiv({ cls: 'living-wiki-dropped-text', text: statement.text, attr: { dir: 'auto' } });
  card.createDiv({ cls: 'living-wiki-muted', text: words.reason(statement.reason && coreText(statement.reason)) });
  drawNote(card, context, statement);
  if (!item) return;
  drawChoices(card, context, file, statement, item, own);
}

/** "Drop it" and "Keep it". A change that drops several statements is decided when each of them is. */
function drawChoices(
  card: HTMLElement,
  context: ReviewContext,
  file: ReviewFile,
  statement: AccountedStatement,
  { hunk, decision }: ReviewHunk,
  own: Statements,
): void {
  const choice = decision === null ? context.choiceOf(hunk.id, statement.start) : null;
  const row = card.createDiv({ cls: 'living-wiki-form-row' });
  const isAccepted = decision?.verdict === 'accepted';
  if (isAccepted || choice !== null) {
    const text = choice === 'keep' ? words.isKept : words.isDropped;
    row.createSpan({ cls: 'living-wiki-badge', text: `✓ ${text}` });
  }
  const choose = (chosen: 'keep' | 'drop'): void => {
    context.choose(hunk.id, statement.start, chosen);
    // Statements that the person did not touch are dropped already if the change is accepted.
    const isKept = ({ start }: AccountedStatement): boolean => context.choiceOf(hunk.id, start) === 'keep';
    const open = isAccepted ? [] : own.filter(({ start }) => context.choiceOf(hunk.id, start) === null);
    if (open.length > 0) {
      context.redrawAccount(words.chosen(chosen, open.length));
      return;
    }
    const kept = own.filter(isKept);
    context.forgetChoices(hunk.id);
    context.decide(
      { [hunk.id]: decisionFor(file, hunk, kept, own.length) },
      kept.length > 0 ? words.kept : review.announce.accepted,
    );
  };
  if (!isAccepted && choice !== 'drop') {
    const drop = { text: words.drop, cls: 'living-wiki-button', label: words.dropLabel(statement.text) };
    addButton(row, drop, () => choose('drop'));
  }
  if (choice === 'keep') return;
  const keep = { text: words.keep, cls: 'living-wiki-button', label: words.keepLabel(statement.text) };
  addButton(row, keep, () => choose('keep'));
}

/** Accepts a change with the statements that are kept put back, or rejects it where only that keeps them. */
function decisionFor(
  file: ReviewFile,
  hunk: ReviewHunk['hunk'],
  kept: readonly AccountedStatement[],
  total: number,
): HunkDecision {
  let { text } = hunk;
  for (const statement of kept) {
    const next = keepStatement(file.edit, { ...hunk, text }, statement);
    if (next === null) {
      if (kept.length < total) new Notice(words.keptAll);
      return { verdict: 'rejected', reason: words.keptReason };
    }
    text = next;
  }
  return kept.length === 0 ? { verdict: 'accepted' } : { verdict: 'accepted', text };
}

function drawNote(parent: HTMLElement, context: ReviewContext, { note }: AccountedStatement): void {
  if (note === null) {
    parent.createDiv({ cls: 'living-wiki-muted', text: words.noSource });
    return;
  }
  if (note.quote !== null) parent.createEl('blockquote', { text: quoteText(note.quote), attr: { dir: 'auto' } });
  const place = joinTexts([note.sourceId, placeText(note.anchor)]);
  addButton(parent, { text: place, cls: 'living-wiki-button living-wiki-link' }, () => context.openNote(note));
}

function drawList(parent: HTMLElement, context: ReviewContext, title: string, statements: Statements): void {
  if (statements.length === 0) return;
  const list = drawDetails(parent, title, statements.length, false).createEl('ul', { cls: 'living-wiki-facts' });
  drawLimited(list, statements, MAX_LISTED, (statement) => drawStatement(list, context, statement));
}

function drawStatement(list: HTMLElement, context: ReviewContext, statement: AccountedStatement): void {
  const { text, before, heading, movesTo, hunk } = statement;
  const item = list.createEl('li');
  if (hunk === null || movesTo !== null) item.createDiv({ text, attr: { dir: 'auto' } });
  else addButton(item, { text, cls: 'living-wiki-button living-wiki-link' }, () => context.goToHunk(hunk));
  const said = [
    ...(before === null ? [] : [words.before(before)]),
    ...(movesTo === null ? [] : [words.movesTo(movesTo)]),
    ...(heading === null ? [] : [words.under(heading)]),
  ];
  if (said.length > 0) item.createDiv({ cls: 'living-wiki-muted', text: said.join(' ') });
}
