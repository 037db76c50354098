import { type Run } from '../../base';
import { promptOf, type Skill } from '../../maintenance';
import { estimateRequest, type Money } from '../../model';
import { lint } from '../lint';
import { ModelJob } from '../model/job';
import { type SkillSchedule } from '../automation/settings';
import { type WikiSession } from '../wiki-session';
import { findSkills } from './find-skills';
import { gateFor, textHashOf, type OpenGate } from './open-gate';
import { RunReports, type RunReport } from './run-report';
import { workOf } from './work';

/** How often the prompt is sent again while a model uses its tools, roughly, and what it answers. */
const ROUNDS = 4;
const OUTPUT = 1500;
/** Tokens of a page, roughly. */
const PAGE = 1200;

/** Tokens that reading a source takes, roughly. */
const SOURCE = 8000;

/** A skill before it runs. */
export interface SkillPreview {
  readonly skill: Pick<Skill, 'name' | 'title' | 'description' | 'origin'>;
  /** How much code found for it; `null` for a skill that code knows nothing of. */
  readonly count: number | null;
  /** The first of what it found. */
  readonly work: readonly string[];
  /** Rough; `null` where no model would be asked. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
  /** `null` when the price is unknown, or no model would be asked. */
  readonly money: Money | null;
  /** What it may write without a person; `null` for nothing. */
  readonly gate: OpenGate | null;
  /** What a permission to write would be tied to; `null` for a built-in skill. */
  readonly text: string | null;
  readonly schedule: SkillSchedule | null;
  readonly last: Pick<RunReport, 'at' | 'outcome'> | null;
}

/** Every skill with what it finds to do and about what that costs. Sends nothing. */
export async function previewSkills(
  session: WikiSession,
  vaultSkills: boolean | undefined,
  run: Run,
): Promise<readonly SkillPreview[]> {
  const { host, vault } = session;
  const automation = host.automation?.();
  const { skills } = await findSkills(session, vaultSkills ?? automation?.vaultSkills ?? false);
  const reports = await new RunReports(vault).list(100);
  const { findings } = await lint(session, {}, run);
  // Before anybody agreed to the server, its prices say nothing.
  const { model } = host;
  const job = model === undefined || model.settings.isUnapproved === true ? null : new ModelJob(model, vault, host);
  const previews: SkillPreview[] = [];
  for (const { skill } of skills) {
    const left = findings.filter(({ fixable }) => !fixable);
    const work = skill.origin === 'built-in' ? await workOf(session, skill.name, left, run) : null;
    const lines = (work ?? []).map(({ text }) => text);
    const isAsked = model !== undefined && work?.length !== 0;
    const prompt = { messages: promptOf({ skill, work: lines, about: [], today: '', random: host.random }) };
    const pages = new Set((work ?? []).flatMap((item) => item.pages)).size;
    const sources = (work ?? []).filter((item) => item.pages.length === 0).length;
    const input = (estimateRequest(prompt).input + PAGE * Math.max(2, pages)) * ROUNDS + SOURCE * sources;
    const tokens = isAsked ? { input, output: OUTPUT * (1 + sources) } : null;
    const { name, title, description, origin } = skill;
    previews.push({
      skill: { name, title, description, origin },
      count: work === null ? null : work.length,
      work: lines.slice(0, 3),
      tokens,
      money: tokens === null || job === null ? null : job.estimate(tokens).money,
      gate: gateFor(session, {}, skill).gate,
      text: textHashOf(skill),
      schedule: automation?.skills[name]?.schedule ?? null,
      last: reports.find((report) => report.skill === name) ?? null,
    });
  }
  return previews;
}
