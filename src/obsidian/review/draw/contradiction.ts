import { readFlaggedContradictions, settleContradiction, type ReviewContradiction } from '../../../workbench';
import { review } from '../../locale';
import { drawContradictionCard } from '../../actions/contradiction-card';
import { type HunkPlace, type ReviewContext } from './context';

const words = review.contradiction;

/** A contradiction of the change under review, with four equal answers. */
export function drawContradiction(
  parent: HTMLElement,
  context: ReviewContext,
  { file, item }: HunkPlace,
  { attribute, current, proposed, settlement }: ReviewContradiction,
): void {
  const disputes = readFlaggedContradictions(context.review.proposal.changeSet);
  drawContradictionCard(parent, {
    controller: context.controller,
    attribute,
    sides: [current, proposed],
    names: [words.current, words.proposed],
    page: file.path,
    chosen: item.decision?.verdict === 'accepted' || settlement !== 'open' ? settlement : null,
    what: words.what,
    choose: (answer) =>
      context.decide(settleContradiction(context.review.files, item.hunk.id, answer, disputes), words.said[answer]),
  });
}
