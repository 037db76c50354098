import { type SourcePassage } from '../types';
import { dayIn, joinExportedFields, readCommentHead, readExportedComment } from './comment-head';
import { readOpening } from './thread-opening';

const OPENS_THREAD = /\bopened (?:this|(?:(?:an?|the) )?(?:issue|pull request|discussion|thread))\b/i;

/** A title such as "Slow start (#12)". */
const NUMBERED = /(?:^|[\s(])#\d+\)?$/;
/** A title such as "#12 closed: Slow start". */
const TITLE_WITH_STATE = /^#(\d+) (open|closed|merged): (\S[^]*)$/i;

/** Reads a title that gives the number and the state of a thread, as of the day of the export. */
export function stateInTitle(title: string): { readonly title: string; readonly state: string } | null {
  const [, number, state, rest] = TITLE_WITH_STATE.exec(title.trim()) ?? [];
  return state === undefined ? null : { title: `${rest ?? ''} (#${number ?? ''})`, state };
}

/**
 * Whether a source is a thread: at least two comments have heads, or the head of the first says that it opens one, or fields say
 * who opened it and what its state is.
 */
export function isThread(written: readonly SourcePassage[]): boolean {
  const passages = joinExportedFields(written);
  let heads = 0;
  for (const passage of passages) {
    const exported = readExportedComment(passage);
    if (readCommentHead(passage) === null && exported === null) continue;
    heads += 1;
    if (heads === 2 || (exported !== null && exported.state !== null)) return true;
    if (passage.kind === 'heading' && OPENS_THREAD.test(passage.text)) return true;
  }
  const opening = readOpening(passages);
  const isNumbered = passages[0]?.kind === 'heading' && NUMBERED.test(passages[0].text.trim());
  return (
    opening !== null && opening.speaker !== null && opening.hasState && (heads > 0 || isNumbered || opening.hasNumber)
  );
}

/** Positions of the passages with which the comments of a thread begin; `null` for a source that is none. */
export function commentPositions(written: readonly SourcePassage[]): readonly number[] | null {
  const passages = joinExportedFields(written);
  if (!isThread(passages)) return null;
  const opening = readOpening(passages);
  const heads = passages.flatMap((passage, at) =>
    readExportedComment(passage) !== null || readCommentHead(passage)?.isEvent === false ? [at] : [],
  );
  return opening === null ? heads : [opening.at, ...heads];
}

/** The day of the last comment of a thread, or of its first post; `null` for any other source. */
export function lastDayOfThread(passages: readonly SourcePassage[]): string | null {
  if (!isThread(passages)) return null;
  const days = passages.flatMap((passage) => {
    const head = readCommentHead(passage);
    return head === null ? [] : [head.date ?? dayIn(passage.text)];
  });
  return (
    [readOpening(passages)?.date ?? null, ...days]
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null
  );
}
