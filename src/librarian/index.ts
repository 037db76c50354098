/**
 * librarian: answers questions from a wiki and cites what it read. A model searches with tools; without one, the best
 * matching passages are the answer.
 *
 * Promises: holds a snapshot and an index, and nothing that can write. Code records what was read. A citation stays only
 * if its page and section were read in this conversation; all others are removed and counted. Steps, tokens and cost are
 * limited: at a limit it answers from what it has and says so. The text of pages is fenced as data; an answer contains
 * nothing that loads or runs. A question that fails or is stopped does not change the conversation.
 */
export { Conversation } from './conversation';
export { ask, readPage, saveAnswer } from './on-first-use';
export { namePacks } from './pack-citations';
export { type LoadedPackFile, type PackContext, type ShownPackSection } from './pack-context';
export { ReadRecord } from './read-record';
export { renderAnswer } from './render';
export { type AskEvent, type AskRequest, type LibraryContext } from './request';
export { type SaveAnswer } from './save';
export {
  type Answer,
  type AnswerCitation,
  type AskStep,
  type DraftKind,
  type PackCitation,
  type SourceCitation,
} from './types';
