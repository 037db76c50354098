import { formatCost, type AskStep, type ModelCost } from '../../../workbench';
import { chat as t, coreText, quoteText } from '../../locale';

/** One tool call of the librarian as text. @param nameOf a name to show for a slug */
export function stepText({ tool, input, ok, found, problem }: AskStep, nameOf: (slug: string) => string): string {
  const action = Object.hasOwn(t.doing, tool) ? t.doing[tool] : tool;
  const what = `${action} ${tool === 'read_page' ? nameOf(input) : quoteText(input)}`;
  if (!ok) return `${what}: ${problem}`;
  return tool === 'read_page' || tool === 'read_source' ? what : `${what}: ${t.found(found.length)}`;
}

/** What a conversation took so far: of packs for its last question, and in all; `''` for nothing. */
export function spentText(
  costs: readonly ModelCost[],
  packs: { readonly tokens: number; readonly limit: number } | null,
): string {
  const parts = [
    ...(packs !== null && packs.tokens > 0 ? [t.packTokens(packs.tokens, packs.limit)] : []),
    ...(costs.length > 0 ? [t.soFar(costText(costs))] : []),
  ];
  return parts.join(' · ');
}

export function costText(costs: readonly ModelCost[]): string {
  const paid = costs.filter(({ models }) => models.length > 0);
  const [first, ...rest] = paid;
  if (first === undefined) return t.cached;
  const sum = rest.reduce<Pick<ModelCost, 'usage' | 'money'>>(
    (all, { usage, money }) => ({
      usage: {
        input: all.usage.input + usage.input,
        output: all.usage.output + usage.output,
        cached: all.usage.cached + usage.cached,
        estimated: all.usage.estimated || usage.estimated,
      },
      money: all.money && money && { ...money, amount: all.money.amount + money.amount },
    }),
    first,
  );
  return coreText(formatCost(sum));
}
