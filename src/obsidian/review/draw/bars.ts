import { describeCost } from '../../../workbench';
import type { ReviewPreview } from '../../../workbench';
import { lensTitle } from '../../panels/parts';
import { review as words } from '../../locale';
import { allIds, countHunks } from '../model/counts';
import type { Layout, ReviewContext } from './context';
import { button } from './small';

const LAYOUTS: readonly Layout[] = ['unified', 'split', 'rendered'];

/** The head of the screen: what is reviewed, where it comes from, through which lens, for how much. */
export class HeadBar {
  readonly #layouts = new Map<Layout, HTMLElement>();

  constructor(el: HTMLElement, context: ReviewContext, choose: (layout: Layout) => void) {
    el.empty();
    const { source, cost, proposal } = context.review;
    el.createEl('h2', { text: words.name });
    const about = el.createDiv({ cls: 'living-wiki-about' });
    if (source === null) about.createSpan({ text: proposal.changeSet.title });
    else {
      about.createSpan({ cls: 'living-wiki-muted living-wiki-from', text: `${words.from} ` });
      const open = button(about, source, 'living-wiki-link', () => void context.desk.openSource(source));
      open.title = proposal.changeSet.title;
    }
    const lens = about.createSpan({ cls: 'living-wiki-pill' });
    lens.hide();
    void lensTitle(context.desk)
      .then((title) => {
        lens.setText(words.lens(title));
        lens.toggle(title !== '');
      })
      .catch(() => lens.hide());
    if (cost) about.createSpan({ cls: 'living-wiki-pill', text: describeCost(cost) });
    const group = el.createDiv({ cls: 'living-wiki-layouts', attr: { role: 'group', 'aria-label': words.layout } });
    for (const layout of LAYOUTS) {
      this.#layouts.set(
        layout,
        button(group, words.layouts[layout], '', () => choose(layout)),
      );
    }
    this.show(context.layout);
  }

  show(layout: Layout): void {
    for (const [name, el] of this.#layouts) {
      el.toggleClass('is-on', name === layout);
      el.setAttr('aria-pressed', String(name === layout));
    }
  }
}

export interface FootActions {
  acceptAll(): void;
  rejectAll(): void;
  apply(): void;
}

/** The bar at the foot: how far it is decided, and the one button that writes. */
export class FootBar {
  readonly #text: HTMLElement;
  readonly #apply: HTMLButtonElement;
  readonly #context: ReviewContext;

  constructor(el: HTMLElement, context: ReviewContext, actions: FootActions) {
    el.empty();
    this.#context = context;
    this.#text = el.createDiv({ cls: 'living-wiki-foot-text' });
    button(el, words.rejectAll, '', () => actions.rejectAll());
    button(el, words.acceptAll, '', () => actions.acceptAll());
    this.#apply = button(el, '', 'mod-cta living-wiki-apply', () => actions.apply());
    this.update(context.preview);
  }

  update(preview: ReviewPreview | null): void {
    const { review, decisions } = this.#context;
    const { accepted, total } = countHunks(allIds(review), decisions);
    const conflicts = review.files.filter(({ conflict }) => conflict !== null).length;
    this.#text.empty();
    this.#text.createSpan({ text: words.decided(accepted, total) });
    const hindrance = conflicts > 0 ? words.conflicts(conflicts) : preview?.blocked ? blockedBy(preview) : '';
    if (hindrance === '') this.#text.createSpan({ cls: 'living-wiki-foot-more', text: ` · ${words.untilApply}` });
    else this.#text.createSpan({ cls: 'living-wiki-foot-warn', text: ` · ${hindrance}` });
    this.#apply.setText(words.apply(accepted, total));
    this.#apply.disabled = accepted === 0;
    this.#apply.title = accepted === 0 ? words.nothingAccepted : '';
  }
}

function blockedBy({ checks }: ReviewPreview): string {
  const errors = [...checks.guard, ...checks.introduced].filter(({ severity }) => severity === 'error');
  const [first] = errors;
  return errors.length === 1 && first ? first.message : words.blocked(errors.length);
}
