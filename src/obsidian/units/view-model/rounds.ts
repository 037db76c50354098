import { type DeliberateRequest } from '../../../workbench';

/** What the workbench tells of a deliberation while it runs. */
export type RoundEvent = Parameters<NonNullable<DeliberateRequest['onEvent']>>[0];

export interface RoundCell {
  readonly state: 'asked' | 'writing' | 'answered' | 'silent';
  readonly role: RoundEvent['role'];
  /** Letters of the answers that the model got, in its order. */
  readonly reads: readonly string[];
  readonly words: number;
  readonly text: string;
  readonly seconds: number | null;
  readonly money: number | null;
  readonly isCached: boolean;
  /** Why there is no answer; `''` if there is one. */
  readonly reason: string;
}

/** The cells of a deliberation, by round and slot. */
export type Rounds = ReadonlyMap<string, RoundCell & { readonly model: string }>;

export const cellKey = (round: number, slot: number): string => `${round}/${slot}`;

/** The rounds after one more event. */
export function withEvent(rounds: Rounds, event: RoundEvent): Rounds {
  const key = cellKey(event.round, event.slot);
  const before = rounds.get(key);
  const cell = {
    ...(before ?? { reads: [], words: 0, text: '', seconds: null, money: null, isCached: false, reason: '' }),
    model: event.model,
    role: event.role,
  };
  return new Map(rounds).set(key, { ...cell, ...changeOf(event) });
}

function changeOf(event: RoundEvent): Partial<RoundCell> & Pick<RoundCell, 'state'> {
  switch (event.kind) {
    case 'asked':
      return { state: 'asked', reads: event.reads };
    case 'writing':
      return { state: 'writing', words: event.words };
    case 'silent':
      return { state: 'silent', reason: event.reason };
    case 'answered':
      return {
        state: 'answered',
        text: event.text,
        words: event.text.split(/\s+/).filter(Boolean).length,
        seconds: Math.round(event.ms / 1_000),
        money: event.money?.amount ?? null,
        isCached: event.isCached,
      };
  }
}

/** What was spent so far; `null` while the price of an answer is unknown. */
export function spentOn(rounds: Rounds): number | null {
  let sum = 0;
  for (const { state, money, isCached } of rounds.values()) {
    if (state !== 'answered' || isCached) continue;
    if (money === null) return null;
    sum += money;
  }
  return sum;
}

/** How many answers are there, or will not come. */
export const endedIn = (rounds: Rounds): number =>
  [...rounds.values()].filter(({ state }) => state === 'answered' || state === 'silent').length;

/** The letter of a slot, as the models see each other. */
export const letterOf = (slot: number): string => String.fromCharCode(64 + slot);
