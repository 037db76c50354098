import { inertMarkdown, namePacks, renderAnswer, type AskResult } from '../../../workbench';
import { chat as t } from '../../locale';

/** Follows a sentence without a citation until it is drawn. From the private use area, so that no text contains it. */
export const UNCITED_MARK = '\uE000';

/** Stands for a link to a pack until it is drawn: as a link with a scheme it would be taken out. */
export const packMark = (link: string): string =>
  `\uE001${[...new TextEncoder().encode(link)].map((byte) => byte.toString(16)).join('')}\uE002`;

/** A checked answer as safe Markdown, with {@link UNCITED_MARK} after each sentence that has no citation. */
export function checkedMarkdown({
  text,
  uncited,
  draft,
  packCitations,
}: Pick<AskResult, 'text' | 'uncited' | 'draft' | 'packCitations'>): string {
  if (draft !== null) return drawable(draft.text);
  let marked = '';
  let at = 0;
  for (const { end } of uncited) {
    marked += text.slice(at, end).replaceAll(UNCITED_MARK, ' ') + UNCITED_MARK;
    at = end;
  }
  const whole = marked + text.slice(at).replaceAll(UNCITED_MARK, ' ');
  return drawable(
    packCitations.reduce(
      (rest, { link }) => rest.replaceAll(`[[${link}]]`, packMark(link)),
      whole.replace(/[\uE001\uE002]/g, ' '),
    ),
  );
}

/** What a model has written so far, before it is checked: no HTML, and nothing that is embedded, fetched or run. */
export function uncheckedMarkdown(text: string): string {
  return drawable(text.replaceAll(UNCITED_MARK, ' '));
}

const drawable = (text: string): string => inertMarkdown(text, { asPage: true });

/** A turn as Markdown for a note: the question, the answer, and the pages that were read, whatever their files are named. */
export function turnMarkdown(answer: AskResult): string {
  const read = answer.read.map(({ slug }) => `[[${slug}]]`).join(', ');
  const text = namePacks(renderAnswer(answer), answer.packCitations);
  const parts = [
    t.notes.you(answer.question),
    text === '' ? t.nothing : text,
    ...(read === '' ? [] : [t.notes.read(read)]),
  ];
  return drawable(parts.join('\n\n'));
}
