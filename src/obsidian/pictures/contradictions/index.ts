import { Platform } from 'obsidian';
import { type Run, type SettledContradiction, type WikiContradiction, type Workbench } from '../../../workbench';
import { drawContradictionCard } from '../../actions/contradiction-card';
import { propose } from '../../actions/propose';
import { panels, pictures, review } from '../../locale';
import { addButton, drawEmptyState } from '../../ui';
import { PictureContent } from '../picture-content';

const words = pictures.contradictions;
const card = review.contradiction;
const settle = panels.lint.settle;
/** How many cards are drawn at once. */
const BATCH = 20;

/** Every contradiction that waits for a person, each with both sides and four equal answers. */
export class ContradictionsContent extends PictureContent<readonly WikiContradiction[]> {
  protected override readonly events = ['wiki'] as const;
  protected override readonly cls = 'living-wiki-contradictions';
  /** What the cards show. */
  #drawn = '';
  #limit = BATCH;

  protected override read(workbench: Workbench, run: Run): Promise<readonly WikiContradiction[]> {
    const { contentEl } = this.view;
    if (this.found === null) {
      this.#drawn = '';
      contentEl.empty();
      contentEl.createDiv({ cls: 'living-wiki-empty', text: words.looking, attr: { role: 'status' } });
    }
    return workbench.contradictions(run);
  }

  /** Cards are as wide as the view without being drawn again. */
  protected override resized(): void {
    return undefined;
  }

  protected override draw(): void {
    const drawn = JSON.stringify(this.found);
    // A card that somebody reads stays where it is.
    if (drawn !== this.#drawn) this.#draw();
    this.#drawn = drawn;
  }

  #draw(): void {
    const { contentEl } = this.view;
    const found = this.found ?? [];
    contentEl.empty();
    const head = contentEl.createDiv({ cls: 'living-wiki-head' });
    head.createEl('h2', { cls: 'living-wiki-title', text: words.title });
    const body = contentEl.createDiv({ cls: 'living-wiki-scroll', attr: { tabindex: 0 } });
    if (found.length === 0) {
      drawEmptyState(body, words.none, words.noneHint);
      return;
    }
    head.createDiv({ cls: 'living-wiki-muted', text: words.lead(found.length) });
    if (!Platform.isMobile) head.createDiv({ cls: 'living-wiki-muted', text: words.keys });
    for (const each of found.slice(0, this.#limit)) this.#drawCard(body, each);
    const left = found.length - this.#limit;
    if (left <= 0) return;
    addButton(body, { text: words.more(Math.min(left, BATCH)), cls: 'living-wiki-small-button' }, () => {
      this.#limit += BATCH;
      this.#draw();
    });
  }

  #drawCard(parent: HTMLElement, { id, attribute, sides, pages, declaredBy, since }: WikiContradiction): void {
    const answer = (settled: SettledContradiction): void =>
      this.controller.attempt(() =>
        propose(this.controller, settle.preparing, settle.nothing, (run, wiki) =>
          wiki.proposeSettlement(id, settled, run),
        ),
      );
    if (sides !== null) {
      const box = drawContradictionCard(parent, {
        ...{ controller: this.controller, attribute, sides, pages, since, page: null, chosen: null },
        ...{ names: [card.first, card.second], what: card.settled },
        choose: (settled) => {
          if (settled !== 'open') answer(settled);
          else if (box.nextElementSibling?.instanceOf(HTMLElement) === true)
            box.nextElementSibling.find('button').focus();
        },
      });
      return;
    }
    const box = parent.createDiv({ cls: 'living-wiki-contradiction' });
    box.createDiv({ text: settle.unclear(declaredBy) });
    const row = box.createDiv({ cls: 'living-wiki-form-row' });
    for (const path of declaredBy) {
      const open = (): void => this.controller.attempt(() => this.controller.navigator.openPage(path, { pane: 'tab' }));
      addButton(row, { text: path, cls: 'living-wiki-button' }, open);
    }
    addButton(row, { text: settle.unmark, cls: 'living-wiki-button' }, () => answer('both'));
  }
}
