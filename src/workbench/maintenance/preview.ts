import { type Run } from '../../base';
import { promptOf, type Skill } from '../../maintenance';
import { estimateRequest, type Money } from '../../model';
import { lint } from '../lint';
import { ModelJob } from '../model/job';
import { type WikiSession } from '../wiki-session';
import { findSkills } from './find-skills';
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
}

/** Every skill with what it finds to do and about what that costs. Sends nothing. */
export async function previewSkills(
  session: WikiSession,
  vaultSkills: boolean,
  run: Run,
): Promise<readonly SkillPreview[]> {
  const { host, vault } = session;
  const { skills } = await findSkills(session, vaultSkills);
  const { findings } = await lint(session, {}, run);
  const job = host.model === undefined ? null : new ModelJob(host.model, vault, host);
  const previews: SkillPreview[] = [];
  for (const { skill } of skills) {
    const left = findings.filter(({ fixable }) => !fixable);
    const work = skill.origin === 'built-in' ? await workOf(session, skill.name, left, run) : null;
    const lines = (work ?? []).map(({ text }) => text);
    const isAsked = job !== null && work?.length !== 0;
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
    });
  }
  return previews;
}
