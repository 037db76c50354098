import { type LensExplanation } from '../../workbench';
import { joinTexts, panels as words } from '../locale';
import { type WhyRow } from './view-model/why';
import { addBreakable, addButton, addScreenReaderText, drawEmptyState, iconSpan } from '../ui';

const t = words.why;

type Chain = LensExplanation['chain'];

/**
 * Draws the manifests of a lens as boxes with arrows between them, root first.
 * @param marked names of the manifests to highlight; by default the last one
 */
export function drawChain(
  parent: HTMLElement,
  chain: Chain,
  open: (path: string) => void,
  marked: readonly string[] = chain.slice(-1).map(({ name }) => name),
): void {
  const frame = parent.createDiv({ cls: 'living-wiki-chain-frame' });
  const list = frame.createEl('ol', { cls: 'living-wiki-chain', attr: { 'aria-label': t.chain } });
  for (const { name, version, title, path } of chain) {
    const step = list.createEl('li', { cls: 'living-wiki-chain-step' });
    const node = addButton(step, { cls: 'living-wiki-plain living-wiki-chain-node' }, () => open(path));
    node.toggleClass('is-marked', marked.includes(name));
    node.title = t.openManifest(title, path);
    node.createSpan({ text: name });
    node.appendText(' ');
    node.createSpan({ cls: 'living-wiki-muted', text: version });
  }
}

/** Each value, the manifest that sets it, and what it overrides. */
export function drawWhyTable(parent: HTMLElement, rows: readonly WhyRow[]): void {
  parent.empty();
  if (rows.length === 0) {
    drawEmptyState(parent, t.nothing);
    return;
  }
  const table = parent.createEl('table', { cls: 'living-wiki-why-table' });
  const head = table.createEl('thead').createEl('tr');
  for (const text of [t.field, t.value, t.from, t.insteadOf]) head.createEl('th', { text, attr: { scope: 'col' } });
  const body = table.createEl('tbody');
  for (const row of rows) {
    const line = body.createEl('tr');
    const field = line.createEl('th', { attr: { scope: 'row' } });
    addBreakable(field, row.field);
    drawValue(labelled(line, t.value), row);
    addBreakable(labelled(line, t.from), fromText(row));
    drawInstead(labelled(line, t.insteadOf), row);
  }
}

/** A cell that repeats the name of its column, for panes too narrow for columns. */
function labelled(line: HTMLElement, label: string): HTMLElement {
  const cell = line.createEl('td');
  cell.createSpan({ cls: 'living-wiki-cell-label', text: label, attr: { 'aria-hidden': 'true' } });
  return cell.createDiv();
}

export function fromText({ from }: WhyRow): string {
  return from.length === 0 ? t.default : from.join(' + ');
}

function drawValue(cell: HTMLElement, { value, softened }: WhyRow): void {
  if (value === '') cell.createSpan({ text: t.empty, cls: 'living-wiki-muted' });
  else addBreakable(cell.createSpan(), value);
  if (!softened) return;
  const mark = cell.createSpan({ cls: 'living-wiki-softened' });
  iconSpan(mark, 'chevron-down');
  mark.appendText(t.softened);
}

function drawInstead(cell: HTMLElement, { insteadOf, alsoIn, merged }: WhyRow): void {
  if (merged) cell.createSpan({ cls: 'living-wiki-union', text: t.union });
  else if (insteadOf.length === 0) {
    const text = alsoIn.length === 0 ? t.notOverridden : t.asIn(joinTexts(alsoIn));
    cell.createSpan({ cls: 'living-wiki-muted', text });
  }
  for (const { value, from } of insteadOf) {
    const line = cell.createDiv();
    addBreakable(line.createEl('s'), value === '' ? t.empty : value);
    line.appendText(' ');
    addBreakable(line.createSpan({ cls: 'living-wiki-muted' }), from);
  }
}

/** Warnings about the lens, and the refused views. */
export function drawWarnings(
  parent: HTMLElement,
  warnings: LensExplanation['warnings'],
  refused: readonly { readonly name: string; readonly message: string; readonly path: string }[],
  open: (path: string) => void,
): void {
  for (const { message, at } of warnings) {
    note(parent, 'triangle-alert', 'living-wiki-warned', t.warningsHeading, message, () =>
      open(at.split('#')[0] ?? at),
    );
  }
  for (const { name, message, path } of refused) {
    note(parent, 'x', 'living-wiki-problem', t.refusedHeading, t.refusedView(name, message), () => open(path));
  }
}

function note(parent: HTMLElement, icon: string, cls: string, kind: string, text: string, press: () => void): void {
  const button = addButton(parent, { cls: `living-wiki-plain living-wiki-caution ${cls}` }, press);
  iconSpan(button, icon);
  const words = button.createSpan();
  addScreenReaderText(words, `${kind}: `);
  words.appendText(text);
}
