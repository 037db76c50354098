import { inertLine } from '../markdown';
import { describeSide } from './contradictions';
import { type Answer } from './types';
import { markUncited } from './uncited';

/** A lens that hides what may fill a gap says nothing about the wiki. */
const gapsTitle = (hiddenByLens: readonly string[]): string =>
  hiddenByLens.length > 0 ? 'Not in this lens' : 'Not in the wiki';

/** The sections of an answer saved as a page: its text, then contradictions and gaps if there are any. None is a title. */
export function answerBody({
  text,
  uncited,
  contradictions,
  gaps,
  hiddenByLens,
}: Pick<Answer, 'text' | 'uncited' | 'contradictions' | 'gaps' | 'hiddenByLens'>): readonly string[] {
  const body = markUncited(text, uncited).replace(/^#(?=\s)/gm, '##');
  return [
    body,
    ...(contradictions.length === 0
      ? []
      : [
          `## Pages that disagree\n\n${contradictions
            .map(({ sides, reason }) => `- ${inertLine(`${sides.map(describeSide).join(' and ')}. ${reason}`)}`)
            .join('\n')}`,
        ]),
    ...(gaps.length === 0
      ? []
      : [`## ${gapsTitle(hiddenByLens)}\n\n${gaps.map((gap) => `- ${inertLine(gap)}`).join('\n')}`]),
  ];
}

/** An answer as Markdown to show, with its notes; for a draft only its text. */
export function renderAnswer(answer: Answer): string {
  const { draft, notes, text, by } = answer;
  if (draft !== null) return draft.text;
  const parts = answerBody(answer).filter((part) => part !== '');
  const lead =
    by === 'passages' && text !== '' ? ['These passages contain words from the question; they may not answer it:'] : [];
  return [...lead, ...parts, ...(notes.length === 0 ? [] : [notes.map((note) => `*${note}*`).join('\n')])].join('\n\n');
}
