import { estimateTokens } from '../../model';
import { type Unit } from '../units';

/** Tokens of units in one prompt. */
export const MAX_PLAN_TOKENS = 12_000;
/** Of one small step. */
const SMALL_PLAN_TOKENS = 1500;
/** Units of one small step, and of a piece of what a model left out. */
export const UNITS_PER_PIECE = 60;

/** Splits units into chunks for one prompt each. */
export function chunkUnits(units: readonly Unit[], limit = MAX_PLAN_TOKENS): readonly (readonly Unit[])[] {
  const chunks: Unit[][] = [];
  let tokens = 0;
  for (const unit of units) {
    const size = estimateTokens(unit.text) + 8;
    const last = chunks.at(-1);
    if (last === undefined || tokens + size > limit) {
      chunks.push([unit]);
      tokens = size;
    } else {
      last.push(unit);
      tokens += size;
    }
  }
  return chunks;
}

/** Few units, of few tokens. */
export function smallChunks(units: readonly Unit[]): readonly (readonly Unit[])[] {
  return chunkUnits(units, SMALL_PLAN_TOKENS).flatMap((chunk) =>
    Array.from({ length: Math.ceil(chunk.length / UNITS_PER_PIECE) }, (_, at) =>
      chunk.slice(at * UNITS_PER_PIECE, (at + 1) * UNITS_PER_PIECE),
    ),
  );
}
