import { type UnitEvent } from '../../workbench';
import { units, dateText } from '../locale';

const t = units.unit.life;

/** The life of a unit as a line: what it replaced, when it was made, when a source changed, today, and until when it is fresh. */
export function drawLifecycle(parent: HTMLElement, timeline: readonly UnitEvent[]): void {
  const list = parent.createEl('ol', { cls: 'living-wiki-unit-life' });
  const made = timeline.find(({ kind }) => kind === 'made')?.at ?? 0;
  const today = timeline.find(({ kind }) => kind === 'today')?.at ?? 0;
  let isStale = false;
  for (const { kind, at, name } of timeline) {
    if (kind === 'changed' || kind === 'after' || (kind === 'fresh-until' && at <= today)) isStale = true;
    const item = list.createEl('li', { cls: `is-${kind}` });
    if (at >= today) item.addClass('is-future');
    else if (at >= made) item.addClass(isStale ? 'is-stale' : 'is-fresh');
    item.createDiv({ cls: 'living-wiki-unit-life-date', text: dateOf(at) });
    item.createDiv({ cls: 'living-wiki-muted', text: t[kind](name) });
  }
}

const dateOf = (at: number): string => dateText(at, { dateStyle: 'medium' });
