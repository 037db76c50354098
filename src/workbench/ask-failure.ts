import { isWikiError, type WikiError } from '../base';
import { type ModelCost } from './model/cost';

/** What ended a question before its answer, an error or a stop, with what was used until then. */
export interface AskFailure extends WikiError {
  readonly cost: ModelCost;
}

export function isAskFailure(error: unknown): error is AskFailure {
  return isWikiError(error) && 'cost' in error;
}

/** An error with what was used until it came; as it was where nothing was. */
export function withCost(error: WikiError, cost: ModelCost): WikiError {
  return cost.models.length + cost.reused === 0 ? error : Object.assign(error, { cost });
}
