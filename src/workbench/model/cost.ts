import * as z from 'zod/mini';
import { plural, type JsonObject } from '../../base';
import { addUsage, formatCost, NO_USAGE, type Cost, type ChargedCall, type Money, type Usage } from '../../model';

/** What one model used. */
interface ModelShare {
  readonly model: string;
  readonly calls: number;
  readonly usage: Usage;
  /** `null` when the price is unknown. */
  readonly money: Money | null;
}

/** What a proposal, or a run of ingest, used: the provider's own figures, or estimates marked as such. */
export interface ModelCost {
  readonly usage: Usage;
  /** `null` when the price of a part is unknown. */
  readonly money: Money | null;
  readonly models: readonly ModelShare[];
  /** Number of answers that came from the cache and cost nothing. */
  readonly reused: number;
}

export function costOfEntries(entries: readonly ChargedCall[], reused: number): ModelCost {
  const byModel = new Map<string, ChargedCall[]>();
  for (const entry of entries) byModel.set(entry.model, [...(byModel.get(entry.model) ?? []), entry]);
  const models = [...byModel].map(([model, own]) => ({ model, calls: own.length, ...sumCosts(own) }));
  return { ...sumCosts(entries), models, reused };
}

function sumCosts(entries: readonly ChargedCall[]): Cost {
  const usage = entries.reduce((sum, { cost }) => addUsage(sum, cost.usage), NO_USAGE);
  let money: Money | null = entries[0]?.cost.money ?? null;
  if (money !== null) money = { ...money, amount: 0 };
  for (const { cost } of entries) {
    money = money && cost.money && { ...money, amount: money.amount + cost.money.amount };
  }
  return { usage, money };
}

/** Bullets for the log, one per model. @param model the one whose cached answers were used when none was asked */
export function costLogBullets({ models, reused }: ModelCost, model: string): readonly string[] {
  if (models.length === 0 && reused > 0) return [`model ${model}, answers from the cache, nothing asked`];
  return models.map((share) => `model ${share.model}, ${formatCost(share)}`);
}

/** The cost on one line. */
export function modelCostInWords({ usage, money, models, reused }: ModelCost): string {
  const kept = reused === 0 ? '' : ` ${plural(reused, 'answer')} reused from an earlier run at no cost.`;
  const who = new Intl.ListFormat('en').format(models.map(({ model }) => model));
  return `${who === '' ? 'No model was asked.' : `${who}: ${formatCost({ usage, money })}.`}${kept}`;
}

const usage = () =>
  z.object({
    input: z.number(),
    output: z.number(),
    cached: z.number(),
    estimated: z.boolean(),
    seconds: z.exactOptional(z.number()),
  });
const money = () => z.nullable(z.object({ amount: z.number(), currency: z.string() }));
const shape = z.lazy(() =>
  z.object({
    usage: usage(),
    money: money(),
    models: z.array(z.object({ model: z.string(), calls: z.number(), usage: usage(), money: money() })),
    reused: z.number(),
  }),
);

/** The cost that is stored in the facts of a change set; `null` when no model was asked. */
export function readCost(facts: JsonObject): ModelCost | null {
  const read = shape.safeParse(facts.cost);
  return read.success ? read.data : null;
}
