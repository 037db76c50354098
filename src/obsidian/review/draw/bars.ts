import { formatCost, type Review, type ReviewPreview } from '../../../workbench';
import { review as words } from '../../locale';
import { allIds, countHunks } from '../view-model/counts';
import { blockersOf, type Blocker } from '../view-model/blockers';
import { LAYOUTS, type ReviewLayout, type ReviewContext } from './context';
import { addButton } from '../../ui';

/** The top bar: the source of the proposal, its lens, its cost, and the layout. */
export class HeadBar {
  readonly #layouts = new Map<ReviewLayout, HTMLElement>();

  constructor(el: HTMLElement, context: ReviewContext, choose: (layout: ReviewLayout) => void) {
    el.empty();
    const { source, cost, proposal } = context.review;
    el.createEl('h2', { text: words.name });
    const about = el.createDiv({ cls: 'living-wiki-about' });
    if (source === null) about.createSpan({ text: proposal.changeSet.title });
    else {
      about.createSpan({ cls: 'living-wiki-muted living-wiki-from', text: `${words.from} ` });
      const open = addButton(
        about,
        { text: source, cls: 'living-wiki-button living-wiki-link' },
        () => void context.controller.navigator.openSource(source),
      );
      open.title = proposal.changeSet.title;
    }
    const { state } = context.controller;
    // Changes are always checked with the default lens, whichever lens is chosen.
    if (state.kind === 'ready' && proposal.changeSet.producer !== 'setup') {
      const { title } = state.workbench.snapshot.lens.effective;
      about.createSpan({ cls: 'living-wiki-pill', text: words.lens(title) });
    }
    if (cost) about.createSpan({ cls: 'living-wiki-pill', text: formatCost(cost) });
    const group = el.createDiv({ cls: 'living-wiki-layouts', attr: { role: 'group', 'aria-label': words.layout } });
    for (const layout of LAYOUTS) {
      this.#layouts.set(
        layout,
        addButton(group, { text: words.layouts[layout], cls: 'living-wiki-button' }, () => choose(layout)),
      );
    }
    this.show(context.layout);
  }

  show(layout: ReviewLayout): void {
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
  /** Goes to the place where the problem can be solved. */
  goTo(blocker: Blocker): void;
}

/** The bottom bar: how many changes are accepted, and the button that applies them. */
export class FootBar {
  readonly #text: HTMLElement;
  readonly #apply: HTMLButtonElement;
  readonly #context: ReviewContext;
  readonly #actions: FootActions;

  constructor(el: HTMLElement, context: ReviewContext, actions: FootActions) {
    el.empty();
    this.#context = context;
    this.#actions = actions;
    this.#text = el.createDiv({ cls: 'living-wiki-foot-text' });
    addButton(el, { text: words.rejectAll, cls: 'living-wiki-button' }, () => actions.rejectAll());
    addButton(el, { text: words.acceptAll, cls: 'living-wiki-button' }, () => actions.acceptAll());
    this.#apply = addButton(el, { text: '', cls: 'living-wiki-button mod-cta living-wiki-apply' }, () =>
      actions.apply(),
    );
    this.update(context.preview);
  }

  update(preview: ReviewPreview | null): void {
    const { review, decisions } = this.#context;
    const { accepted, total } = countHunks(allIds(review), decisions);
    const found = blockersIn(review, preview);
    const [first] = found;
    const had = this.#text.contains(this.#text.doc.activeElement);
    this.#text.empty();
    this.#text.toggleClass('is-blocked', first !== undefined);
    this.#text.createSpan({ text: words.decided(accepted, total) });
    if (first) {
      this.#text.appendText(' · ');
      const text = found.length === 1 ? first.message : words.blocked(found.length);
      const go = addButton(
        this.#text,
        { text: text, cls: 'living-wiki-button living-wiki-link living-wiki-foot-warn' },
        () => this.#actions.goTo(first),
      );
      go.title = words.goToProblem;
      if (had) go.focus();
    } else this.#text.createSpan({ cls: 'living-wiki-foot-more', text: ` · ${words.untilApply}` });
    this.#apply.setText(words.apply(accepted, total));
    this.#apply.disabled = accepted === 0 && total > 0;
    this.#apply.title = this.#apply.disabled ? words.nothingAccepted : '';
  }
}

/** Conflicts first: the checks are only reliable once they are resolved. */
function blockersIn({ files }: Review, preview: ReviewPreview | null): readonly Blocker[] {
  const conflicts = files.filter(({ conflict }) => conflict !== null);
  const [first] = conflicts;
  if (first) {
    const message = words.conflicts(conflicts.length);
    return [{ message, remedy: first.conflict?.remedy ?? '', path: first.path, hunk: null }];
  }
  return preview?.blocked ? blockersOf(preview.checks, files) : [];
}
