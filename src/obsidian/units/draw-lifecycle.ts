import { type Component } from 'obsidian';
import { type UnitEvent } from '../../workbench';
import { units, dateText } from '../locale';
import { followWidth } from '../ui';
import { placeEvents } from './view-model/life';

const t = units.unit.life;

/** Pixels: the line with its marks, and between the words of two rows. */
const LINE = 28;
const GAP = 6;

/**
 * The life of a unit as a line that is true to its dates: what it replaced, when it was made, when a source changed, today, and until when it is
 * fresh.
 */
export function drawLifecycle(parent: HTMLElement, timeline: readonly UnitEvent[], owner: Component): void {
  const list = parent.createEl('ol', { cls: 'living-wiki-unit-life' });
  const made = timeline.find(({ kind }) => kind === 'made')?.at ?? 0;
  const today = timeline.find(({ kind }) => kind === 'today')?.at ?? 0;
  let isStale = false;
  const items = timeline.map(({ kind, at, name }) => {
    if (kind === 'changed' || kind === 'after' || (kind === 'fresh-until' && at <= today)) isStale = true;
    const item = list.createEl('li', { cls: `is-${kind}` });
    if (at >= today) item.addClass('is-future');
    else if (at >= made) item.addClass(isStale ? 'is-stale' : 'is-fresh');
    item.createSpan({ cls: 'living-wiki-unit-life-leader', attr: { 'aria-hidden': 'true' } });
    const words = item.createDiv({ cls: 'living-wiki-unit-life-words' });
    words.createDiv({ cls: 'living-wiki-unit-life-date', text: dateText(at, { dateStyle: 'medium' }) });
    words.createDiv({ cls: 'living-wiki-muted', text: t[kind](name) });
    return { item, words };
  });
  const place = (): void => {
    const width = list.clientWidth;
    // Not in the page yet, or hidden.
    if (width === 0) return;
    // What is near the edge would be measured narrower than it wants to be.
    for (const { words } of items) words.setCssStyles({ left: '0' });
    const places = placeEvents(
      timeline,
      items.map(({ words }) => words.offsetWidth),
      width,
    );
    const heights: number[] = [];
    for (const [at, { words }] of items.entries()) {
      const row = places[at]?.row ?? 0;
      heights[row] = Math.max(heights[row] ?? 0, words.offsetHeight);
    }
    const topOf = (row: number): number => heights.slice(0, row).reduce((sum, each) => sum + each + GAP, LINE);
    for (const [at, { item, words }] of items.entries()) {
      const { x, left, row } = places[at] ?? { x: 0, left: 0, row: 0 };
      const top = topOf(row);
      item.setCssProps({
        '--life-from': `${x}px`,
        '--life-to': `${places[at + 1]?.x ?? x}px`,
        '--life-words': `${top}px`,
      });
      words.setCssStyles({ left: `${left}px`, top: `${top}px` });
      words.toggleClass('is-at-start', left === 0);
      words.toggleClass('is-at-end', left > 0 && left + words.offsetWidth >= width);
    }
    list.style.height = `${topOf(heights.length)}px`;
  };
  place();
  followWidth(owner, list, place);
}
