/**
 * librarian: answers questions from a wiki, and cites what it read. A model drives the search with tools; without one the passages
 * that fit are the answer.
 *
 * Promises: holds a snapshot and an index, and nothing that writes. What was read is recorded by code, and a citation stays only
 * if its page and section were read in this conversation; the others are taken out and counted. Bounded by steps, tokens and cost: at
 * the bound it answers from what it has, and says so. What pages say is data, fenced; what comes back loads and runs nothing.
 * A question that fails or is stopped leaves the conversation as it was.
 */
export { ask } from './ask';
export { Conversation } from './conversation';
export { readPage } from './lookup';
export { DEFAULT_PLAIN_LANGUAGE, makePlain, readPlainRules, type PlainRules } from './plain-language';
export { ReadRecord } from './read-record';
export { answerBody, renderAnswer } from './render';
export { saveAnswer, type SaveAnswer } from './save';
export {
  type Answer,
  type AnswerCitation,
  type AskEvent,
  type AskLimits,
  type AskRequest,
  type AskStep,
  type Contradiction,
  type DraftKind,
  type PlainEdit,
  type ReadPage,
  type RemovedCitation,
  type LibraryContext,
  type ContradictionSide,
} from './types';
