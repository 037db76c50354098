import { textHash } from './canonical';
import { type Role } from './types';

/** What the other models see instead of a name: `A` for the first slot. */
export const labelOf = (slot: number): string =>
  slot <= 26 ? String.fromCharCode(64 + slot) : `A${String.fromCharCode(64 + slot - 26)}`;

/**
 * The order in which a reader gets the answers, drawn for each reader, so that no answer always comes first. The draw follows from the seed:
 * a run that was interrupted asks the same again and pays nothing.
 */
export function shuffledOrder(slots: readonly number[], seed: string): readonly number[] {
  const rank = new Map(slots.map((slot) => [slot, textHash(`${seed} ${slot}`)]));
  return [...slots].sort((a, b) => ((rank.get(a) ?? '') < (rank.get(b) ?? '') ? -1 : 1));
}

const CRITICS = ['devil_advocate', 'verifier', 'synthesizer', 'clarity_editor'] as const satisfies readonly Role[];
export type Critic = (typeof CRITICS)[number];

/**
 * The roles of the second round, by slot. There is always one devil's advocate, and which slot has it is drawn.
 * Source: Knowledge Units draft, section 4.2.
 */
export function assignRoles(slots: readonly number[], seed: string): ReadonlyMap<number, Critic> {
  const order = shuffledOrder(slots, `roles ${seed}`);
  return new Map(order.map((slot, at) => [slot, CRITICS[at % CRITICS.length] ?? 'verifier']));
}
