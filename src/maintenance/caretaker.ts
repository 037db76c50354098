import { type Random, type Run } from '../base';
import { buildPrompt, fence, runTools, type LanguageModel, type Message, type ToolStep, type Usage } from '../model';
import { ADAPTER_NOTE } from './adapter-note';
import { type Skill } from './skill';
import { type ToolPorts } from './reading-tools';
import { otherTool } from './tool-names';
import { fileTools } from './tools';
import { withShortResults } from './trim';

/** Bounds of one run; reaching one ends it without a result. */
const LIMITS = { rounds: 60, tokens: 600_000 } as const;

interface CaretakerRequest {
  readonly skill: Skill;
  readonly ports: ToolPorts;
  readonly model: LanguageModel;
  readonly random: Random;
  /** What code found that the skill is about, one line each. */
  readonly work: readonly string[];
  /** Such as `2026-04-27`. */
  readonly today: string;
  /** What the wiki is about and how its pages read, as its manifest says. */
  readonly about: readonly string[];
  /** Called after each tool call, also of a run that fails later. */
  readonly onStep?: (step: ToolStep) => void;
  /** Whether the limit on cost is nearly reached. */
  readonly isSpent?: () => boolean;
}

export interface CaretakerResult {
  /** The bound that ended the run; `null` if the model ended it. Then nothing of the run counts. */
  readonly stopped: 'steps' | 'tokens' | 'cost' | null;
  /** What the model says it did. */
  readonly report: string;
  /** The model that answered last. */
  readonly model: string;
  readonly usage: Usage;
}

/**
 * Lets a model follow a skill with tools that write in memory only.
 * @throws ModelError as a call does: a refusal, an empty and a cut-off answer too; WikiError `living-wiki:cancelled`
 */
export async function runSkill(request: CaretakerRequest, run: Run): Promise<CaretakerResult> {
  const { model, ports, random, isSpent, onStep } = request;
  const tools = fileTools(ports, true);
  const { answer, stopped, usage } = await runTools(
    {
      model: withShortResults(model),
      messages: promptOf(request),
      tools,
      findTool: (name) => otherTool(name, tools),
      random,
      ...(onStep && { onStep }),
      limits: { ...LIMITS, ...(isSpent && { isSpent }) },
    },
    run,
  );
  return { stopped, report: answer.text.trim(), model: answer.model, usage };
}

/** The prompt without what its tools will add, for an estimate. */
export function promptOf({
  skill,
  work,
  today,
  about,
  random,
}: Omit<CaretakerRequest, 'ports' | 'model'>): readonly Message[] {
  const found = work.length === 0 ? 'Code found nothing in particular.' : work.map((line) => `- ${line}`).join('\n');
  return buildPrompt({
    stable: [ADAPTER_NOTE],
    varying: [
      `Today is ${today}. The skill "${skill.title}":\n\n${skill.text}`,
      `What this wiki is:\n${fence(about.join('\n'), 'manifest', random).text}`,
      `What code found for this skill. Begin with it:\n${fence(found, 'work list', random).text}`,
    ],
  });
}
