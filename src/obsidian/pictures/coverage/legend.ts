import { pictures } from '../../locale';
import { drawDot } from './grid';

const words = pictures.coverage.legend;

export function drawLegend(parent: HTMLElement): void {
  const legend = parent.createDiv({ cls: 'living-wiki-legend' });
  const entry = (text: string, cell: { claims: number; isContested?: boolean; isStale?: boolean }): void => {
    const el = legend.createSpan({ cls: 'living-wiki-legend-entry' });
    drawDot(el, { source: 0, line: 1, isContested: false, isStale: false, ...cell });
    el.createSpan({ text });
  };
  entry(words.few, { claims: 1 });
  entry(words.some, { claims: 3 });
  entry(words.many, { claims: 10 });
  entry(words.none, { claims: 0 });
  entry(words.stale, { claims: 3, isStale: true });
  entry(words.contested, { claims: 3, isContested: true });
  const bar = legend.createSpan({ cls: 'living-wiki-legend-entry living-wiki-legend-bar' });
  bar.createSpan({ cls: 'living-wiki-grid-bar' }).createDiv({ cls: 'living-wiki-legend-fill' });
  bar.createSpan({ text: words.unused });
}
