import { capitalise } from '../../base';
import { sideNames, sourceTitles, type ContradictionSide, type Settlement } from '../../workbench';
import { type WikiController } from '../controller';
import { evidence, joinTexts, quoteText, review } from '../locale';
import { addButton, iconSpan, placeText } from '../ui';

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
  /** Paths of the pages that make one of the statements, where they are not shown elsewhere. */
  readonly pages?: readonly string[];
  /** ISO 8601: how long it is open already, where that is known. */
  readonly since?: string | null;
  /** The chosen answer; `null` for none. */
  readonly chosen: Settlement | null;
  /** What the answers do, by answer. */
  readonly what: Readonly<Record<Settlement, string>>;
  choose(answer: Settlement): void;
}

/** Milliseconds. */
const DAY = 86_400_000;
/** In the order of their keys, 1 to 4. */
const ANSWERS: readonly Settlement[] = ['current', 'proposed', 'both', 'open'];

export function drawContradictionCard(parent: HTMLElement, card: ContradictionCard): HTMLElement {
  const { attribute, sides, page } = card;
  const title = capitalise(words.question(attribute, sideNames(sides)));
  const label = joinTexts([words.disagree, title]);
  const box = parent.createDiv({ cls: 'living-wiki-contradiction', attr: { role: 'group', 'aria-label': label } });
  box.createDiv({ cls: 'living-wiki-contradiction-title', text: title, attr: { dir: 'auto' } });
  const since = Date.parse(card.since ?? '');
  const days = Number.isNaN(since) ? null : Math.floor((Date.now() - since) / DAY);
  const state = [words.disagree, ...(days === null ? [] : [words.openFor(days)])].join(' · ');
  box.createDiv({ cls: 'living-wiki-muted living-wiki-contradiction-since', text: state });
  const row = box.createDiv({ cls: 'living-wiki-contradiction-sides' });
  iconSpan(row, 'equal-not', 'living-wiki-contradiction-sign');
  const answers = new AnswerButtons(card);
  drawSide(row, card, 0, page, answers);
  drawSide(row, card, 1, null, answers);
  const rest = box.createDiv({ cls: 'living-wiki-contradiction-rest' });
  answers.draw(rest, 'both', words.answers.both);
  answers.draw(rest, 'open', words.answers.open);
  answers.drawWhat(box);
  box.addEventListener('keydown', (event) => {
    const answer = ANSWERS[Number(event.key) - 1];
    if (answer === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    card.choose(answer);
  });
  if (card.pages !== undefined) drawPages(box, card.controller, card.pages, sides);
  return box;
}

/** The four answers, and one line that says what the focused one does. */
class AnswerButtons {
  readonly #card: ContradictionCard;
  #what: HTMLElement | null = null;

  constructor(card: ContradictionCard) {
    this.#card = card;
  }

  draw(parent: HTMLElement, answer: Settlement, text: string): void {
    const { chosen, what } = this.#card;
    const isChosen = answer === chosen;
    const button = addButton(
      parent,
      { text: isChosen ? `✓ ${text}` : text, cls: `living-wiki-button${isChosen ? ' is-on' : ''}` },
      () => this.#card.choose(answer),
    );
    button.createEl('kbd', { text: String(ANSWERS.indexOf(answer) + 1), attr: { 'aria-hidden': 'true' } });
    if (chosen !== null) button.setAttr('aria-pressed', String(isChosen));
    button.dataset.does = `settle-${answer}`;
    const explain = (): void => this.#what?.setText(`${text}: ${what[answer]}`);
    button.addEventListener('focus', explain);
    button.addEventListener('pointerenter', explain);
  }

  drawWhat(parent: HTMLElement): void {
    const { chosen, what } = this.#card;
    const text = chosen === null ? words.lead : what[chosen];
    this.#what = parent.createDiv({ cls: 'living-wiki-contradiction-what', text, attr: { 'aria-live': 'polite' } });
  }
}

function drawSide(
  parent: HTMLElement,
  { controller, sides, names }: ContradictionCard,
  at: 0 | 1,
  page: string | null,
  answers: AnswerButtons,
): void {
  const { text, source, anchor } = sides[at];
  const value = sideNames(sides)?.[at] ?? null;
  const side = parent.createDiv({ cls: 'living-wiki-contradiction-side' });
  side.createDiv({ cls: 'living-wiki-muted', text: names[at] });
  if (value !== null) side.createDiv({ cls: 'living-wiki-contradiction-value', text: value });
  drawQuote(side, text, value);
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
    const place = placeText(anchor, source);
    const title = state.kind === 'ready' ? sourceTitles(state.workbench.snapshot).get(source) : undefined;
    const shown = joinTexts([title ?? source, place]);
    addButton(who, { text: shown, cls: 'living-wiki-button living-wiki-link' }, () =>
      controller.attempt(() => navigator.openSource(source, anchor, text)),
    );
    fact(words.when).setText(known?.date?.slice(0, 10) ?? words.undated);
    if (known !== undefined) fact(words.authority).setText(evidence.authority[known.authority]);
  }
  if (page !== null) fact(words.page).setText(page);
  const answer = at === 0 ? 'current' : 'proposed';
  answers.draw(side, answer, value === null ? words.answers[answer] : words.holds(value));
}

/** The words in which the two differ are marked. */
function drawQuote(parent: HTMLElement, text: string, value: string | null): void {
  const quote = parent.createEl('blockquote', { cls: 'living-wiki-contradiction-quote', attr: { dir: 'auto' } });
  const at = value === null ? -1 : text.indexOf(value);
  if (value === null || at < 0) {
    quote.setText(quoteText(text));
    return;
  }
  const [open = '', close = ''] = quoteText('\n').split('\n');
  quote.appendText(`${open}${text.slice(0, at)}`);
  quote.createEl('mark', { text: value });
  quote.appendText(`${text.slice(at + value.length)}${close}`);
}

function drawPages(
  parent: HTMLElement,
  controller: WikiController,
  pages: readonly string[],
  sides: readonly [ContradictionSide, ContradictionSide],
): void {
  if (pages.length === 0) return;
  parent.createDiv({ cls: 'living-wiki-contradiction-says', text: words.says });
  const list = parent.createEl('ul', { cls: 'living-wiki-contradiction-pages' });
  for (const path of pages) {
    const item = list.createEl('li');
    iconSpan(item, 'file-text');
    const { state, navigator } = controller;
    const page = state.kind === 'ready' ? state.workbench.snapshot.pages.get(path) : undefined;
    addButton(item, { text: page?.title ?? path, cls: 'living-wiki-button living-wiki-link' }, () =>
      controller.attempt(() => navigator.openPage(path, { pane: 'tab' })),
    );
    const cited = state.kind === 'ready' && page !== undefined ? state.workbench.snapshot.sourcesOf(page) : [];
    if (sides.every(({ source }) => cited.some((each) => each.path === source)))
      item.createSpan({ cls: 'living-wiki-muted', text: words.bothSides });
  }
}
