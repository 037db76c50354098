import { isWikiError, type WikiError } from '../../base';
import { type ModelCost } from '../model/cost';

/** An error or a cancellation before the answer, with what was paid for until then. */
export interface AskFailure extends WikiError {
  readonly cost: ModelCost;
}

export function isAskFailure(error: unknown): error is AskFailure {
  return isWikiError(error) && 'cost' in error;
}

/** Adds the cost to an error, unless nothing was used. */
export function withCost(error: WikiError, cost: ModelCost): WikiError {
  return cost.models.length + cost.reused === 0 ? error : Object.assign(error, { cost });
}
