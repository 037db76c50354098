import { describeSide } from './contradictions';
import { type Answer } from './types';
import { markUncited } from './uncited';

/**
 * An answer as a page holds it: its text, then a section for contradictions and one for what the wiki lacks, where there are any.
 * Nothing in it makes a title.
 */
export function answerBody({ text, uncited, contradictions, gaps }: Answer): readonly string[] {
  const body = markUncited(text, uncited).replace(/^#(?=\s)/gm, '##');
  return [
    body,
    ...(contradictions.length === 0
      ? []
      : [
          `## Pages that disagree\n\n${contradictions
            .map(({ sides, reason }) => `- ${sides.map(describeSide).join(' and ')}. ${reason}`)
            .join('\n')}`,
        ]),
    ...(gaps.length === 0 ? [] : [`## Not in the wiki\n\n${gaps.map((gap) => `- ${gap}`).join('\n')}`]),
  ];
}

/** An answer as Markdown for people, with what should be known of it; a draft as its text. */
export function renderAnswer(answer: Answer): string {
  const { draft, notes, text, by } = answer;
  if (draft !== null) return draft.text;
  const parts = answerBody(answer).filter((part) => part !== '');
  const lead = by === 'passages' && text !== '' ? ['Passages that fit the question:'] : [];
  return [...lead, ...parts, ...(notes.length === 0 ? [] : [notes.map((note) => `*${note}*`).join('\n')])].join('\n\n');
}
