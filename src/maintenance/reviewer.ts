import * as z from 'zod/mini';
import { clip, once, type Random, type Run } from '../base';
import { answerSchema, buildPrompt, fence, FENCE_RULES, runTools, type LanguageModel, type Usage } from '../model';
import { type Skill } from './skill';
import { type ToolPorts } from './reading-tools';
import { otherTool } from './tool-names';
import { fileTools } from './tools';
import { withShortResults } from './trim';

const LIMITS = { rounds: 10, tokens: 150_000 } as const;
/** UTF-16 units of the difference that the reviewer is shown; it can read the rest. */
const MAX_DIFFERENCE = 40_000;

export interface ReviewCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly note: string;
}

export interface Verdict {
  readonly passed: boolean;
  /** First those that code made. */
  readonly checks: readonly ReviewCheck[];
  /** The model that reviewed; `null` if none did. */
  readonly model: string | null;
}

interface ReviewRequest {
  readonly skill: Skill;
  /** Of the run, so that everything that it wrote can be read. */
  readonly ports: ToolPorts;
  readonly model: LanguageModel;
  readonly random: Random;
  /** What the run changed, as lines. */
  readonly difference: string;
  /** What the run says it did. */
  readonly report: string;
  /** What code checked already. */
  readonly checks: readonly ReviewCheck[];
}

const answer = once(() =>
  answerSchema(
    'review',
    z.object({
      checks: z
        .array(z.object({ check: z.string(), ok: z.boolean(), note: z.string() }))
        .check(z.minLength(1), z.maxLength(20)),
    }),
  ),
);

const RULES = [
  'You review what another model changed in a wiki. You can read everything and change nothing.',
  'Check, one by one: whatever the skill itself tells a reviewer or validator to check; whether the report says what the change does, no',
  'more and no less; whether each new sentence says what the quote of its footnote says; whether both sides of a contradiction are kept,',
  'with their dates; whether the tone fits the pages around it. Where a check fails, say where and why in one plain sentence. Do not',
  'praise. A check that you could not make has failed.',
  FENCE_RULES,
].join('\n');

/**
 * Lets a model that has not seen the run look at what it wrote.
 * @throws ModelError; WikiError `living-wiki:cancelled`
 */
export async function reviewRun(
  { skill, ports, model, random, difference, report, checks }: ReviewRequest,
  run: Run,
): Promise<Verdict & { readonly usage: Usage }> {
  const tools = fileTools(ports, false);
  const result = await runTools(
    {
      model: withShortResults(model),
      messages: buildPrompt({
        stable: [RULES],
        varying: [
          `The skill "${skill.title}" says:\n\n${fence(skill.text, `skill ${skill.name}`, random).text}`,
          `The report of the run:\n${fence(report, 'report', random).text}`,
          `What it changed:\n${fence(difference.slice(0, MAX_DIFFERENCE), 'change', random).text}`,
        ],
      }),
      tools,
      findTool: (name) => otherTool(name, tools),
      schema: answer(),
      random,
      limits: LIMITS,
    },
    run,
  );
  const own = result.answer.data.checks.map(({ check, ok, note }) => ({
    name: clip(check, 160),
    ok,
    note: clip(note, 400),
  }));
  const all = [...checks, ...own];
  return { passed: all.every(({ ok }) => ok), checks: all, model: result.answer.model, usage: result.usage };
}
