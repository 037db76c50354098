import { inertMarkdown, renderAnswer, type AskResult } from '../../../workbench';
import { chat as t } from '../../locale';

/** Follows a sentence without a citation until it is drawn. From the private use area, so that no text contains it. */
export const UNCITED_MARK = '\uE000';

/** A checked answer as safe Markdown, with {@link UNCITED_MARK} after each sentence that has no citation. */
export function checkedMarkdown({ text, uncited, draft }: Pick<AskResult, 'text' | 'uncited' | 'draft'>): string {
  if (draft !== null) return drawable(draft.text);
  let marked = '';
  let at = 0;
  for (const { end } of uncited) {
    marked += text.slice(at, end).replaceAll(UNCITED_MARK, ' ') + UNCITED_MARK;
    at = end;
  }
  return drawable(marked + text.slice(at).replaceAll(UNCITED_MARK, ' '));
}

/** What a model has written so far, before it is checked: no HTML, and nothing that is embedded, fetched or run. */
export function uncheckedMarkdown(text: string): string {
  return drawable(text.replaceAll(UNCITED_MARK, ' '));
}

const drawable = (text: string): string => inertMarkdown(text, { asPage: true });

/** A turn as Markdown for a note: the question, the answer, and the pages that were read, whatever their files are named. */
export function turnMarkdown(answer: AskResult): string {
  const read = answer.read.map(({ slug }) => `[[${slug}]]`).join(', ');
  const text = renderAnswer(answer);
  const parts = [
    t.notes.you(answer.question),
    text === '' ? t.nothing : text,
    ...(read === '' ? [] : [t.notes.read(read)]),
  ];
  return drawable(parts.join('\n\n'));
}
