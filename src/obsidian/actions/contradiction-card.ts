import { describePlace, sideNames, type ContradictionSide, type Settlement } from '../../workbench';
import { type WikiController } from '../controller';
import { review } from '../locale';
import { addButton } from '../ui';

const words = review.contradiction;

/** Two statements side by side, with who says each and when, and equal answers. The program takes no side. */
interface ContradictionCard {
  readonly controller: WikiController;
  readonly attribute: string;
  readonly sides: readonly [ContradictionSide, ContradictionSide];
  /** What each side is called: "The page says". */
  readonly names: readonly [string, string];
  /** The page that makes the first statement; `null` if that is shown elsewhere. */
  readonly page: string | null;
  /** The chosen answer; `null` for none. */
  readonly chosen: Settlement | null;
  /** What the answers do, by answer. */
  readonly what: Readonly<Record<Settlement, string>>;
  choose(answer: Settlement): void;
}

export function drawContradictionCard(parent: HTMLElement, card: ContradictionCard): void {
  const { attribute, sides, names, page, chosen, what } = card;
  const title = words.title(attribute);
  const box = parent.createDiv({ cls: 'living-wiki-contradiction', attr: { role: 'group', 'aria-label': title } });
  box.createDiv({ cls: 'living-wiki-contradiction-title', text: title });
  const row = box.createDiv({ cls: 'living-wiki-contradiction-sides' });
  drawSide(row, card.controller, names[0], sides[0], page);
  drawSide(row, card.controller, names[1], sides[1], null);
  const values = sideNames(sides);
  const answers: readonly (readonly [Settlement, string])[] = [
    ['current', values === null ? words.answers.current : words.holds(values[0])],
    ['proposed', values === null ? words.answers.proposed : words.holds(values[1])],
    ['both', words.answers.both],
    ['open', words.answers.open],
  ];
  const buttons = box.createDiv({ cls: 'living-wiki-form-row' });
  for (const [answer, text] of answers) {
    const isChosen = answer === chosen;
    const button = addButton(
      buttons,
      { text: isChosen ? `✓ ${text}` : text, cls: `living-wiki-button${isChosen ? ' is-on' : ''}` },
      () => card.choose(answer),
    );
    if (chosen !== null) button.setAttr('aria-pressed', String(isChosen));
    button.title = what[answer];
    button.dataset.does = `settle-${answer}`;
  }
  box.createDiv({ cls: 'living-wiki-muted', text: chosen === null ? words.lead : what[chosen] });
}

function drawSide(
  parent: HTMLElement,
  controller: WikiController,
  name: string,
  { text, source, anchor }: ContradictionSide,
  page: string | null,
): void {
  const side = parent.createDiv({ cls: 'living-wiki-contradiction-side' });
  side.createDiv({ cls: 'living-wiki-muted', text: name });
  side.createEl('blockquote', { cls: 'living-wiki-contradiction-quote', text: `“${text}”`, attr: { dir: 'auto' } });
  const facts = side.createEl('dl', { cls: 'living-wiki-contradiction-facts' });
  const fact = (term: string): HTMLElement => {
    const pair = facts.createDiv({ cls: 'living-wiki-contradiction-fact' });
    pair.createEl('dt', { text: term });
    return pair.createEl('dd', { attr: { dir: 'auto' } });
  };
  const { state, navigator } = controller;
  const known = source === null || state.kind !== 'ready' ? undefined : state.workbench.snapshot.source(source);
  const who = fact(words.who);
  if (source === null) who.setText(words.nobody);
  else {
    const place = describePlace(anchor, 'text');
    const shown = [known?.title ?? source, place].filter((part) => part !== '').join(', ');
    addButton(who, { text: shown, cls: 'living-wiki-button living-wiki-link' }, () =>
      controller.attempt(() => navigator.openSource(source, anchor, text)),
    );
    fact(words.when).setText(known?.date?.slice(0, 10) ?? words.undated);
    if (known !== undefined) fact(words.authority).setText(known.authority);
  }
  if (page !== null) fact(words.page).setText(page);
}
