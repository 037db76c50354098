import { estimateTokens } from '../model';
import { claimText } from './schema';
import { type Bundle, type KnowledgeUnit } from './types';

/** About how many tokens a level takes; the whole deliberation has no bound. Source: Knowledge Units draft, section 9. */
const LEVEL_TOKENS: Readonly<Record<0 | 1 | 2, number>> = { 0: 50, 1: 200, 2: 1_000 };

/** Lines within a budget: whole lines, and how many are left out. The first is cut where it alone is too long. */
function within(lines: readonly string[], tokens: number): string {
  const kept: string[] = [];
  let used = 0;
  for (const [at, line] of lines.entries()) {
    const rest = lines.length - at;
    const cost = estimateTokens(line) + 1;
    const room = tokens - used - (rest > 1 ? 8 : 0);
    if (cost > room) {
      if (kept.length === 0) kept.push(cut(line, room));
      const left = lines.length - kept.length;
      if (left > 0) kept.push(`(${left} more)`);
      break;
    }
    kept.push(line);
    used += cost;
  }
  return kept.join('\n');
}

function cut(line: string, tokens: number): string {
  const characters = Array.from(line);
  let length = characters.length;
  while (length > 1 && estimateTokens(characters.slice(0, length).join('')) + 1 > tokens)
    length = Math.floor(length * 0.8);
  return `${characters.slice(0, length).join('').trimEnd()}…`;
}

/** Level 0: the question, the level of consensus and the first agreed claim. For lists of search results. */
export function headline(unit: KnowledgeUnit): string {
  const [first] = unit.agreed;
  const head = `${unit.canonical_question}? [${unit.consensus_level}]`;
  const line = first === undefined ? head : `${head} ${claimText(first)}`;
  return within([line.replace(/\s+/g, ' ')], LEVEL_TOKENS[0]);
}

/** Level 1: every agreed claim, and the disputed ones without positions. For the context of an agent. */
export function summary(unit: KnowledgeUnit): string {
  return within(summaryLines(unit), LEVEL_TOKENS[1]);
}

function summaryLines(unit: KnowledgeUnit): readonly string[] {
  return [
    `${unit.canonical_question}? [${unit.consensus_level}]`,
    ...unit.agreed.map((claim) => `agreed: ${claimText(claim)}`),
    ...(unit.disputed ?? []).map(({ claim }) => `disputed: ${claim}`),
  ];
}

/** Level 2: with positions, what nobody knows, sources, and the synthesis, which is editorial. For the page of the unit. */
export function full(unit: KnowledgeUnit): string {
  const lines = [
    `${unit.canonical_question}? [${unit.consensus_level}]`,
    ...unit.agreed.map((claim) => `agreed: ${claimText(claim)}`),
    ...(unit.disputed ?? []).flatMap(({ claim, positions, significance }) => [
      `disputed${significance === undefined ? '' : ` (${significance})`}: ${claim}`,
      ...Object.entries(positions).map(([model, position]) => `  ${model}: ${position}`),
    ]),
    ...(unit.uncertain ?? []).map((each) => {
      const reason = typeof each === 'string' ? undefined : each.reason;
      return `uncertain: ${claimText(each)}${reason === undefined ? '' : ` (${reason})`}`;
    }),
    ...(unit.sources ?? []).map(({ uri, content_hash }) => `source: ${uri} ${content_hash}`),
    ...(unit.synthesis === undefined
      ? []
      : [`summary by one model, editorial, not part of the record: ${unit.synthesis}`]),
  ];
  return within(lines, LEVEL_TOKENS[2]);
}

/** Level 3: everything, for an audit. */
export function complete({ unit, responses, deliberated, restates }: Bundle): string {
  return JSON.stringify({ unit, deliberated, responses, ...(restates && { restates }) }, null, 2);
}
