import { MarkdownRenderChild, setIcon, type MarkdownPostProcessorContext } from 'obsidian';
import { type EvidenceBlock } from '../../workbench';
import { evidence as words } from '../locale';
import { numberState, STATE_ICONS } from './draw-card';
import { type EvidenceCards } from './cards';
import { type KnownEvidence } from './store';

/** What has to be undone when a block is drawn again or goes away. */
type Undo = () => void;

/** The numbers and the strip of one rendered block of a note. */
export class SectionMarks extends MarkdownRenderChild {
  readonly #ctx: MarkdownPostProcessorContext;
  readonly #cards: EvidenceCards;
  readonly #sections: Set<SectionMarks>;
  readonly #draw: (section: SectionMarks) => void;
  #undo: Undo[] = [];
  /** What is drawn now. */
  #drawn: readonly [known: KnownEvidence, line: number, isStripShown: boolean] | null = null;

  /** @param draw called when the block is there; see {@link refresh} */
  constructor(
    el: HTMLElement,
    ctx: MarkdownPostProcessorContext,
    cards: EvidenceCards,
    sections: Set<SectionMarks>,
    draw: (section: SectionMarks) => void,
  ) {
    super(el);
    this.#draw = draw;
    this.#ctx = ctx;
    this.#cards = cards;
    this.#sections = sections;
  }

  override onload(): void {
    this.#sections.add(this);
    this.#draw(this);
  }

  override onunload(): void {
    this.#sections.delete(this);
    // What is gone from the screen needs no cleaning.
    if (this.containerEl.isConnected) this.#clear();
  }

  /** Draws what the wiki knows of the block now. */
  async refresh(): Promise<void> {
    const section = this.#ctx.getSectionInfo(this.containerEl);
    const known = await this.#cards.store.of(this.#ctx.sourcePath, section?.text);
    if (!this.#sections.has(this)) return;
    if (known === null) {
      this.#clear();
      return;
    }
    const { isStripShown } = this.#cards;
    const line = section?.lineStart ?? -1;
    const [drawn, drawnLine, wasShown] = this.#drawn ?? [];
    if (drawn === known && drawnLine === line && wasShown === isStripShown) return;
    this.#clear();
    this.#drawn = [known, line, isStripShown];
    const last = section?.lineEnd ?? Infinity;
    this.#drawNumbers(known, line, last);
    if (section !== null && isStripShown) this.#drawStrip(known, line, last);
  }

  #clear(): void {
    for (const undo of this.#undo) undo();
    this.#undo = [];
    this.#drawn = null;
  }

  /** The n-th number that is drawn is the n-th reference of the text. Where their counts differ, no number is touched. */
  #drawNumbers(known: KnownEvidence, first: number, last: number): void {
    const references = known.references.filter(({ line }) => line - 1 >= first && line - 1 <= last);
    const links = this.containerEl.findAll('.footnote-ref a').filter((link) => link.closest('.footnotes') === null);
    if (links.length !== references.length) return;
    for (const [at, link] of links.entries()) {
      const label = references[at]?.label;
      if (label !== undefined) this.#undo.push(this.#drawNumber(link, label, known));
    }
  }

  #drawNumber(link: HTMLElement, label: string, known: KnownEvidence): Undo {
    const state = numberState(label, known.evidence);
    const before = { label: link.getAttribute('aria-label'), popup: link.getAttribute('aria-haspopup') };
    link.addClass('living-wiki-number');
    if (state !== null) link.addClass(`is-${state}`);
    const shown = link.textContent.replace(/[[\]]/g, '');
    link.setAttr('aria-label', words.number(shown, state));
    link.setAttr('aria-haspopup', 'dialog');
    const end = this.#cards.listen(link, () => ({ page: known.page, label, text: known.text }));
    return () => {
      end();
      link.removeClasses(['living-wiki-number', 'is-unfounded', 'is-contested', 'is-open']);
      link.setAttr('aria-label', before.label);
      link.setAttr('aria-haspopup', before.popup);
    };
  }

  #drawStrip(known: KnownEvidence, first: number, last: number): void {
    const blocks = known.evidence.blocks.filter(({ firstLine }) => firstLine >= first && firstLine <= last);
    for (const [block, el] of placesOf(this.containerEl, blocks, known.text, first)) {
      this.#undo.push(this.#drawBlock(el, block, known));
    }
  }

  #drawBlock(el: HTMLElement, block: EvidenceBlock, known: KnownEvidence): Undo {
    const cls = ['living-wiki-block', `is-${block.state}`];
    el.addClasses(cls);
    if (block.kind === 'row') el.addClass('is-row');
    const host = block.kind === 'row' ? (el.querySelector<HTMLElement>('td') ?? el) : el;
    const mark =
      block.state === 'quoted' ? null : host.createEl('button', { cls: `living-wiki-state-mark is-${block.state}` });
    if (mark !== null) {
      host.prepend(mark);
      mark.setAttr('type', 'button');
      mark.setAttr('aria-label', words.mark(block.state));
      setIcon(mark, STATE_ICONS[block.state] === '' ? 'circle-dashed' : STATE_ICONS[block.state]);
      mark.addEventListener('click', () => this.#cards.showState(mark, block, known.evidence, known.page));
    }
    return () => {
      mark?.remove();
      el.removeClasses([...cls, 'is-row']);
    };
  }
}

/** The elements of a rendered block that show these blocks of the text. Nothing is guessed where their numbers differ. */
function placesOf(
  el: HTMLElement,
  blocks: readonly EvidenceBlock[],
  text: string,
  first: number,
): readonly (readonly [EvidenceBlock, HTMLElement])[] {
  const [only] = blocks;
  if (only === undefined) return [];
  if (only.kind === 'row') {
    // The head and the line of dashes come before the rows.
    const rows = el.findAll('tr');
    return blocks.flatMap((block) => {
      const row = rows[block.firstLine - first - 1];
      return row === undefined || row.querySelector('td') === null ? [] : [[block, row] as const];
    });
  }
  if (only.kind === 'item') {
    const items = el.findAll('li');
    const starts = text.split('\n').flatMap((line, at) => (at >= first && ITEM.test(line) ? [at] : []));
    return blocks.flatMap((block) => {
      const item = items[starts.indexOf(block.firstLine)];
      return item === undefined ? [] : [[block, item] as const];
    });
  }
  const paragraph = el.querySelector<HTMLElement>('p');
  return paragraph === null || blocks.length > 1 ? [] : [[only, paragraph]];
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
