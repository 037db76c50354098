import { type IconName } from 'obsidian';
import { type BuiltPack } from '../../workbench';
import { packs } from '../locale';
import { addButton, drawLimited, iconSpan } from '../ui';

const t = packs.publishing;

/**
 * Draws what goes into a pack, and what it will say of itself.
 *
 * @param hidden titles of the pages that the lens hides
 * @param settle shows the contradictions that are open
 * @returns its size, in words
 */
export function drawPreview(el: HTMLElement, pack: BuiltPack, hidden: readonly string[], settle: () => void): string {
  el.empty();
  el.createDiv({ cls: 'living-wiki-publish-head', text: t.goesIn });
  const table = el.createEl('table', { cls: 'living-wiki-publish-parts' });
  for (const [path, what, size] of rowsOf(pack)) {
    const row = table.createEl('tr');
    const cls = 'living-wiki-publish-cell';
    row.createEl('td', { cls }).createEl('code', { text: path });
    row.createEl('td', { cls: `${cls} living-wiki-muted`, text: what });
    row.createEl('td', { cls: `${cls} living-wiki-publish-size`, text: sizeText(size) });
  }
  const { tokens, budget } = pack.briefing;
  const label = t.briefing(tokens, budget);
  const bar = el.createEl('progress', { cls: 'living-wiki-job-bar', attr: { 'aria-label': label } });
  bar.max = budget;
  bar.value = Math.min(tokens, budget);
  el.createDiv({ cls: 'living-wiki-muted', text: label });
  const isGood = pack.status === 'ready';
  const state = drawCard(
    el,
    isGood ? 'check' : 'triangle-alert',
    isGood ? '' : 'is-warm',
    t.says(packs.status[pack.status]),
    [...pack.statusReasons],
  );
  if (pack.status === 'disputed') addButton(state, { text: t.settle, cls: 'living-wiki-small-button' }, settle);
  const left = [
    ...(hidden.length > 0 ? [t.hidden(hidden.length)] : []),
    ...(['secret', 'path', 'source'] as const).flatMap((kind) => {
      const count = pack.withheld.filter((each) => each.kind === kind).length;
      return count === 0 ? [] : [t.withheld[kind](count)];
    }),
  ];
  if (left.length > 0) {
    const card = drawCard(el, 'eye-off', '', t.leftOut, left);
    const details = card.createEl('details');
    details.createEl('summary', { text: t.show });
    const list = details.createEl('ul', { cls: 'living-wiki-publish-withheld' });
    const places = pack.withheld.map(({ file, line }) => (line === 0 ? file : `${file}:${line}`));
    const rows = [
      ...hidden.map((title) => () => list.createEl('li', { text: title })),
      ...places.map((place) => () => list.createEl('li').createEl('code', { text: place })),
    ];
    drawLimited(list, rows, MAX_NAMED, (draw) => void draw());
  }
  drawCard(el, 'shield', '', t.trust(packs.trust[pack.trust]), [pack.trustReason]);
  const total = pack.files.reduce((sum, { content }) => sum + sizeOf(content), 0);
  return t.size(sizeText(total), pack.files.length);
}

/** Pages and places that are left out, at first. */
const MAX_NAMED = 20;

function rowsOf({ files, pages, quotes }: BuiltPack): readonly (readonly [string, string, number])[] {
  const part = (prefix: string): readonly { readonly content: string | Uint8Array }[] =>
    files.filter(({ path }) => path.startsWith(prefix));
  const size = (prefix: string): number => part(prefix).reduce((sum, { content }) => sum + sizeOf(content), 0);
  const row = (prefix: string, what: string): readonly [string, string, number] => [prefix, what, size(prefix)];
  return [
    row('KNOWLEDGE.md', t.parts['KNOWLEDGE.md']),
    row('wiki/', t.parts['wiki/'](pages)),
    row('compiled/splits/', t.parts['compiled/splits/'](part('compiled/splits/').length)),
    row('compiled/briefing.md', t.parts['compiled/briefing.md']),
    row('indexes/', t.parts['indexes/'](quotes)),
    row('sources/', t.parts['sources/'](part('sources/').length)),
    row('runs/', t.parts['runs/']),
  ];
}

function drawCard(el: HTMLElement, icon: IconName, tone: string, title: string, lines: readonly string[]): HTMLElement {
  const card = el.createDiv({ cls: `living-wiki-publish-card ${tone}`.trim() });
  iconSpan(card, icon);
  const text = card.createDiv();
  text.createDiv({ cls: 'living-wiki-name', text: title });
  for (const line of lines) if (line !== '') text.createDiv({ text: line });
  return text;
}

const ENCODER = new TextEncoder();

const sizeOf = (content: string | Uint8Array): number =>
  typeof content === 'string' ? ENCODER.encode(content).length : content.length;

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
