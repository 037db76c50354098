import { Notice } from 'obsidian';
import {
  describePlace,
  keepStatement,
  type AccountedStatement,
  type PageAccount,
  type ReviewFile,
} from '../../../workbench';
import { review } from '../../locale';
import { addButton } from '../../ui';
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
    for (const statement of dropped) drawDropped(details, context, file, statement);
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

function drawDropped(
  parent: HTMLElement,
  context: ReviewContext,
  file: ReviewFile,
  statement: AccountedStatement,
): void {
  const item = file.hunks.find(({ hunk }) => hunk.id === statement.hunk);
  const card = parent.createDiv({
    cls: `living-wiki-dropped${item?.decision ? ' is-decided' : ''}`,
    attr: { role: 'group', tabindex: -1, 'aria-label': words.droppedLabel(statement.text) },
  });
  if (item) card.dataset.drops = item.hunk.id;
  card.createDiv({ cls: 'living-wiki-dropped-text', text: statement.text, attr: { dir: 'auto' } });
  card.createDiv({ cls: 'living-wiki-muted', text: words.reason(statement.reason) });
  drawNote(card, context, statement);
  if (!item) return;
  const { hunk, decision } = item;
  const row = card.createDiv({ cls: 'living-wiki-form-row' });
  if (decision?.verdict === 'accepted') row.createSpan({ cls: 'living-wiki-badge', text: `✓ ${words.isDropped}` });
  else {
    const drop = { text: words.drop, cls: 'living-wiki-button', label: words.dropLabel(statement.text) };
    addButton(row, drop, () =>
      context.decide({ [hunk.id]: { ...decision, verdict: 'accepted' } }, review.announce.accepted),
    );
  }
  const keep = { text: words.keep, cls: 'living-wiki-button', label: words.keepLabel(statement.text) };
  addButton(row, keep, () => {
    const text = keepStatement(file.edit, hunk, statement);
    const kept =
      text === null
        ? ({ verdict: 'rejected', reason: words.keptReason } as const)
        : ({ verdict: 'accepted', text } as const);
    const others =
      text === null ? 0 : (context.account(file)?.dropped.filter((each) => each.hunk === hunk.id).length ?? 1) - 1;
    const said = words.keptNow(others);
    if (others > 0) new Notice(said);
    context.decide({ [hunk.id]: kept }, said);
  });
}

function drawNote(parent: HTMLElement, context: ReviewContext, { note }: AccountedStatement): void {
  if (note === null) {
    parent.createDiv({ cls: 'living-wiki-muted', text: words.noSource });
    return;
  }
  if (note.quote !== null) parent.createEl('blockquote', { text: `“${note.quote}”`, attr: { dir: 'auto' } });
  const place = [note.sourceId, describePlace(note.anchor, 'text')].filter((part) => part !== '').join(', ');
  addButton(parent, { text: place, cls: 'living-wiki-button living-wiki-link' }, () => context.openNote(note));
}

function drawList(parent: HTMLElement, context: ReviewContext, title: string, statements: Statements): void {
  if (statements.length === 0) return;
  const list = drawDetails(parent, title, statements.length, false).createEl('ul', { cls: 'living-wiki-facts' });
  for (const statement of statements.slice(0, MAX_LISTED)) drawStatement(list, context, statement);
  const more = statements.length - MAX_LISTED;
  if (more > 0) list.createEl('li', { cls: 'living-wiki-muted', text: words.more(more) });
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
