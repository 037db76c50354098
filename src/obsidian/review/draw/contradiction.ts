import {
  describePlace,
  settleContradiction,
  type ContradictionSide,
  type ReviewContradiction,
  type Settlement,
} from '../../../workbench';
import { review } from '../../locale';
import { addButton } from '../../ui';
import { type HunkPlace, type ReviewContext } from './context';

const words = review.contradiction;

/** Two statements side by side, with who says each and when, and four equal answers. The program takes no side. */
export function drawContradiction(
  parent: HTMLElement,
  context: ReviewContext,
  { file, item }: HunkPlace,
  found: ReviewContradiction,
): void {
  const { attribute, current, proposed, settlement } = found;
  const box = parent.createDiv({
    cls: 'living-wiki-contradiction',
    attr: { role: 'group', 'aria-label': words.title(attribute) },
  });
  box.createDiv({ cls: 'living-wiki-contradiction-title', text: words.title(attribute) });
  const sides = box.createDiv({ cls: 'living-wiki-contradiction-sides' });
  drawSide(sides, context, words.current, current, file.path);
  drawSide(sides, context, words.proposed, proposed, null);
  const row = box.createDiv({ cls: 'living-wiki-form-row' });
  const answers: readonly Settlement[] = ['current', 'proposed', 'both', 'open'];
  for (const answer of answers) {
    const isChosen = item.decision?.verdict === 'accepted' && answer === settlement;
    const text = isChosen ? `✓ ${words.answers[answer]}` : words.answers[answer];
    const button = addButton(row, { text, cls: `living-wiki-button${isChosen ? ' is-on' : ''}` }, () =>
      context.decide(settleContradiction(context.review.files, item.hunk.id, answer), words.said[answer]),
    );
    button.setAttr('aria-pressed', String(isChosen));
    button.title = words.what[answer];
    button.dataset.does = `settle-${answer}`;
  }
  box.createDiv({ cls: 'living-wiki-muted', text: words.what[settlement] });
}

function drawSide(
  parent: HTMLElement,
  context: ReviewContext,
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
  const { state, navigator } = context.controller;
  const known = source === null || state.kind !== 'ready' ? undefined : state.workbench.snapshot.source(source);
  const who = fact(words.who);
  if (source === null) who.setText(words.nobody);
  else {
    const place = describePlace(anchor, 'text');
    const shown = [known?.title ?? source, place].filter((part) => part !== '').join(', ');
    addButton(who, { text: shown, cls: 'living-wiki-button living-wiki-link' }, () =>
      context.controller.attempt(() => navigator.openSource(source, anchor, text)),
    );
    fact(words.when).setText(known?.date?.slice(0, 10) ?? words.undated);
    if (known !== undefined) fact(words.authority).setText(known.authority);
  }
  if (page !== null) fact(words.page).setText(page);
}
