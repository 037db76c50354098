import { Platform } from 'obsidian';
import { type Evidence } from '../../../workbench';
import { coreText, joinTexts, quoteText, review as words } from '../../locale';
import { blockersOf } from '../view-model/blockers';
import { changesOnlyTimestamps } from '../view-model/fields';
import { keyLabel, keysByAction, type ReviewAction } from '../view-model/keys';
import { type HunkPlace, type ReviewContext } from './context';
import { label } from './small';
import { addButton, placeText } from '../../ui';

const MARK = { found: '✓', 'not-found': '✗', unchecked: '?' } as const;

function placeOf({ anchor, source }: Evidence): string {
  const place = placeText(anchor, source);
  return place === '' && anchor.heading !== undefined ? words.place.under(anchor.heading) : place;
}

function drawQuote(parent: HTMLElement, item: Evidence, open: () => void): void {
  const box = parent.createDiv({ cls: `living-wiki-quote is-${item.verdict}` });
  const place = placeOf(item);
  const verdict = box.createDiv({ cls: 'living-wiki-verdict' });
  verdict.createSpan({ text: `${MARK[item.verdict]} `, attr: { 'aria-hidden': 'true' } });
  verdict.appendText(joinTexts([words.verdicts[item.verdict], place]));
  box.createEl('blockquote', { text: quoteText(item.quote), attr: { dir: 'auto' } });
  const link = addButton(box, { text: words.openSource, cls: 'living-wiki-button living-wiki-link' }, open);
  link.setAttr('aria-label', `${words.openSource}: ${joinTexts([item.source, place])}`);
}

interface Warning {
  readonly severity: 'error' | 'warn';
  readonly message: string;
  readonly remedy: string;
}

/**
 * Warnings of the guard about this hunk, or about its page if no hunk is named, and lint errors that the hunk would introduce.
 */
function warningsOf({ preview, review }: ReviewContext, { file, item }: HunkPlace): readonly Warning[] {
  const checks = preview?.checks ?? review.proposal.checks;
  const { guard } = checks;
  const own = guard.filter(({ hunk, path }) => (hunk === undefined ? path === file.path : hunk === item.hunk.id));
  const broken = blockersOf({ ...checks, guard: [] }, review.files).filter(({ hunk }) => hunk === item.hunk.id);
  return [
    ...own,
    ...broken.map(({ message }) => ({ severity: 'error' as const, message, remedy: words.blockerRemedy })),
  ];
}

/** Draws the quotes, warnings and reasons of one hunk. */
export function drawEvidence(parent: HTMLElement, context: ReviewContext, place: HunkPlace): void {
  const { hunk } = place.item;
  parent.empty();
  // What is rendered above may end with a heading of the first level.
  label(parent, words.evidenceFor(place.at), undefined, 'h2');
  const { producer } = context.review.proposal.changeSet;
  const isFromSources = producer === 'ingest' || producer === 'answer';
  const needsQuote = !changesOnlyTimestamps(place.file.edit, hunk);
  const seen = new Set<string>();
  hunk.evidence.forEach((item, index) => {
    const twin = JSON.stringify([item.source, item.quote, item.anchor]);
    if (!needsQuote || seen.has(twin)) return;
    seen.add(twin);
    drawQuote(parent, item, () => context.openSource(place.item, index));
  });
  if (seen.size === 0) {
    const ofText = isFromSources ? words.noEvidence : words.notFromSources;
    parent.createDiv({ cls: 'living-wiki-muted', text: needsQuote ? ofText : words.noQuoteNeeded });
  }
  for (const { severity, message, remedy } of warningsOf(context, place)) {
    const warning = parent.createDiv({ cls: `living-wiki-warning is-${severity}` });
    warning.createDiv({ text: `! ${coreText(message)}` });
    warning.createDiv({ cls: 'living-wiki-muted', text: coreText(remedy) });
  }
  label(parent, words.reason);
  parent.createDiv({ text: coreText(hunk.reason) });
  const why = place.file.edit.why.filter((text) => text !== hunk.reason);
  drawFactList(parent, words.whyPage, why);
}

/** Draws a titled list, unless it is empty. */
export function drawFactList(parent: HTMLElement, title: string, items: readonly string[]): void {
  if (items.length === 0) return;
  label(parent, title);
  const list = parent.createEl('ul', { cls: 'living-wiki-facts' });
  for (const item of items) list.createEl('li', { text: coreText(item) });
}

/** The most important keys, shown beside the page. */
const FIRST_KEYS: readonly ReviewAction[] = [
  'nextHunk',
  'previousHunk',
  'accept',
  'reject',
  'edit',
  'source',
  'next',
  'keys',
];

export function drawFirstKeys(parent: HTMLElement): void {
  const box = parent.createDiv({ cls: 'living-wiki-first-keys' });
  label(box, words.keysTitle);
  const list = box.createEl('dl');
  for (const action of FIRST_KEYS) {
    const binding = keysByAction().get(action)?.[0];
    if (!binding) continue;
    const pair = list.createDiv();
    pair.createEl('dt').createEl('kbd', { text: keyLabel(binding, Platform.isMacOS) });
    pair.createEl('dd', { text: words.keys[action] });
  }
}
