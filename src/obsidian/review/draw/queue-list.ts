import { review as words } from '../../locale';
import { addButton } from '../../ui';
import { label } from './small';
import { type ReviewContext } from './context';

/** So many are listed until the person asks for all. */
const LISTED = 6;

/** The other proposals that wait, in the order in which they are reviewed. */
export class QueueList {
  readonly #el: HTMLElement;
  readonly #context: ReviewContext;
  readonly #open: (id: string) => void;
  #isAll = false;

  constructor(el: HTMLElement, context: ReviewContext, open: (id: string) => void) {
    this.#el = el;
    this.#context = context;
    this.#open = open;
    this.draw();
  }

  draw(): void {
    const { proposals, review } = this.#context;
    const { waiting } = proposals;
    const at = waiting.findIndex(({ id }) => id === review.proposal.id);
    const others = [...waiting.slice(at + 1), ...waiting.slice(0, Math.max(0, at))];
    this.#el.empty();
    if (this.#context.place === null || others.length === 0) return;
    label(this.#el, words.queue.title, others.length);
    for (const { id, changeSet } of others.slice(0, this.#isAll ? others.length : LISTED)) {
      const { title, files } = changeSet;
      const button = addButton(this.#el, { cls: 'living-wiki-file' }, () => this.#open(id));
      button.createSpan({ cls: 'living-wiki-file-name', text: title, attr: { dir: 'auto' } });
      button.createSpan({ cls: 'living-wiki-file-note', text: words.queue.pages(files.length) });
      button.title = title;
    }
    const more = others.length - LISTED;
    if (this.#isAll || more <= 0) return;
    addButton(this.#el, { text: words.queue.more(more), cls: 'living-wiki-file' }, () => {
      this.#isAll = true;
      this.draw();
    });
  }
}
