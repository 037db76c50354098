import { setIcon } from 'obsidian';
import {
  EVIDENCE_STATES,
  isUnfounded,
  type EvidenceBlock,
  type NoteEvidence,
  type PageEvidence,
} from '../../workbench';
import { evidence as words, quoteText } from '../locale';
import { addButton, iconSpan, placeText } from '../ui';

export const STATE_ICONS = {
  unfounded: 'circle-x',
  contested: 'equal-not',
  old: 'clock',
  uncited: '',
  'by-hand': 'pencil-line',
  quoted: '',
} as const;

/** What is wrong behind a number, the worst first; `null` for nothing. */
export function numberState(label: string, { unfounded, contested }: PageEvidence): 'unfounded' | 'contested' | null {
  if (unfounded.has(label)) return 'unfounded';
  return contested.has(label) ? 'contested' : null;
}

export interface CardActions {
  openSource(): void;
  settle(): void;
  close(): void;
}

/** What is behind a number. */
export function drawNote(card: HTMLElement, note: NoteEvidence, actions: CardActions): void {
  const title = note.source?.title ?? note.sourceId;
  card.setAttr('aria-label', words.card(title));
  const head = card.createDiv({ cls: 'living-wiki-proof-head' });
  head.createDiv({ cls: 'living-wiki-proof-title', text: title, attr: { dir: 'auto' } });
  head.createDiv({ cls: 'living-wiki-proof-facts', text: factsOf(note) });
  drawContext(card, note);
  const isGood = note.verdict === 'exact' || note.verdict === 'found';
  const isBad = isUnfounded(note.verdict);
  const verdict = addRow(card, isBad ? STATE_ICONS.unfounded : verdictIcon(isGood), words.verdict[note.verdict]);
  verdict.addClass(isBad ? 'is-bad' : 'is-verdict');
  verdict.toggleClass('is-good', isGood);
  if (note.isChanged) addRow(card, 'refresh-cw', words.changed);
  if (note.oldAfter !== null) addRow(card, 'clock', words.old(note.oldAfter));
  for (const { source, text } of note.disagrees) {
    const row = addRow(card, STATE_ICONS.contested, '');
    row.addClass('is-contested');
    const line = row.createSpan({ attr: { dir: 'auto' } });
    line.createEl('strong', { text: words.disagrees });
    line.appendText(` ${words.other(source?.title ?? null, source?.date ?? null, text)}`);
  }
  const foot = card.createDiv({ cls: 'living-wiki-proof-actions' });
  if (note.source !== null) addAction(foot, 'arrow-up-right', words.open, () => actions.openSource());
  if (note.disagrees.length > 0) addAction(foot, 'scale', words.settle, () => actions.settle());
  addClose(foot, actions);
}

/** Why a paragraph has its mark, and what the marks of the page mean. */
export function drawState(card: HTMLElement, block: EvidenceBlock, evidence: PageEvidence, actions: CardActions): void {
  const name = words.state(block.state, evidence.days);
  card.setAttr('aria-label', words.card(name));
  const head = card.createDiv({ cls: 'living-wiki-proof-head' });
  head.createDiv({ cls: 'living-wiki-proof-title', text: name });
  head.createDiv({ text: words.why(block.state, block.count, block.sentences) });
  const legend = card.createDiv({ cls: 'living-wiki-states', attr: { role: 'list', 'aria-label': words.page } });
  for (const state of EVIDENCE_STATES) {
    const row = legend.createDiv({ cls: 'living-wiki-states-row', attr: { role: 'listitem' } });
    row.createSpan({ cls: `living-wiki-state-swatch is-${state}`, attr: { 'aria-hidden': 'true' } });
    iconSpan(row, STATE_ICONS[state], `living-wiki-state-icon is-${state}`);
    row.createSpan({ text: words.state(state, evidence.days) });
    row.createSpan({ cls: 'living-wiki-states-count', text: String(evidence.counts[state]) });
  }
  const foot = card.createDiv({ cls: 'living-wiki-proof-actions' });
  if (block.state === 'contested') addAction(foot, 'scale', words.settle, () => actions.settle());
  addClose(foot, actions);
}

const verdictIcon = (isGood: boolean): string => (isGood ? 'check' : 'info');

function factsOf({ source, place, anchor }: NoteEvidence): string {
  if (source === null) return words.verdict.gone;
  const { date, authority, path } = source;
  const where = place === '' ? '' : placeText(anchor, path);
  return [date === null ? words.undated : words.date(date), words.authority[authority], where]
    .filter((part) => part !== '')
    .join(' · ');
}

function drawContext(card: HTMLElement, { context, quote, anchor, speaker }: NoteEvidence): void {
  if (context === null && quote === null) return;
  const box = card.createDiv({ cls: 'living-wiki-proof-context', attr: { dir: 'auto' } });
  if (anchor.heading !== undefined) box.appendText(words.under(anchor.heading));
  if (context === null) {
    box.appendText(`${speaker === null ? '' : words.says(speaker)}${quoteText(quote ?? '')}`);
    return;
  }
  if (context.before !== '') box.appendText(`${context.before} `);
  box.createEl('mark', { cls: 'living-wiki-proof-quote', text: context.quote });
  if (context.after !== '') box.appendText(` ${context.after}`);
}

function addRow(card: HTMLElement, icon: string, text: string): HTMLElement {
  const row = card.createDiv({ cls: 'living-wiki-proof-row' });
  iconSpan(row, icon, 'living-wiki-proof-icon');
  if (text !== '') row.createSpan({ text });
  return row;
}

function addAction(foot: HTMLElement, icon: string, text: string, act: () => void): void {
  const button = addButton(foot, { cls: 'living-wiki-small-button' }, act);
  setIcon(
    button.createSpan({ cls: 'living-wiki-icon living-wiki-proof-action-icon', attr: { 'aria-hidden': 'true' } }),
    icon,
  );
  button.createSpan({ text });
}

/** Fingers and screen readers have no Escape. */
function addClose(foot: HTMLElement, actions: CardActions): void {
  addButton(foot, { icon: 'x', label: words.close, cls: 'clickable-icon living-wiki-proof-close' }, () =>
    actions.close(),
  );
}
