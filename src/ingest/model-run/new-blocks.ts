import { type RawWrittenPage } from './answer-schemas';
import { replaceMarks } from './marks';
import { splitBlocks } from './blocks';
import { type WrittenPage } from './read-written';

/** A block of new text, as the model wrote it, with the mark of its place. */
export interface NewBlock {
  readonly id: string;
  readonly page: number;
  readonly text: string;
  /** Puts another text in its place. */
  readonly replace: (written: RawWrittenPage, markdown: string) => RawWrittenPage;
}

/** The blocks of a page that are new. @param page its position */
export function blocksOf({ written }: WrittenPage, page: number): readonly NewBlock[] {
  if (written.markdown.trim() !== '') {
    const blocks = splitBlocks(written.markdown);
    return blocks.map((text, at) => ({
      id: `p${page + 1}.${at + 1}`,
      page,
      text,
      replace: (current, markdown) => ({ ...current, markdown: replaceOnce(current.markdown, text, markdown) }),
    }));
  }
  return written.edits.flatMap((edit, at) =>
    edit.do === 'delete'
      ? []
      : {
          id: `p${page + 1}.${at + 1}`,
          page,
          text: edit.markdown,
          replace: (current: RawWrittenPage, markdown: string) => ({
            ...current,
            edits: current.edits.map((each, index) => (index === at ? { ...each, markdown } : each)),
          }),
        },
  );
}

/** The marks of units in a text, in order. */
export function marksOf(text: string): readonly string[] {
  const found: string[] = [];
  replaceMarks(text, (marks) => {
    for (const mark of marks) if (mark.kind === 'unit') found.push(mark.mark);
    return '';
  });
  return found;
}

function replaceOnce(text: string, old: string, next: string): string {
  const at = text.indexOf(old);
  return at < 0 ? text : text.slice(0, at) + next + text.slice(at + old.length);
}
