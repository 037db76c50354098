import { Notice } from 'obsidian';
import { readsByModel, type MaintainRequest, type RunReport, type SkillPreview } from '../../workbench';
import { type WikiController } from '../controller';
import { maintain as words } from '../locale';

/**
 * Runs skills: one at once, with the review of what it proposes, several through the queue. @param show opens the report of a run
 */
export async function runSkills(
  controller: WikiController,
  skills: readonly SkillPreview['skill'][],
  isDry: boolean,
  show: (report: RunReport) => void,
): Promise<void> {
  const isAsked = readsByModel(controller.settings);
  if (isAsked && !(await controller.approveModel())) return;
  const requestFor = ({ name }: SkillPreview['skill']): MaintainRequest => ({
    skill: name,
    curator: isAsked ? 'model' : 'extractive',
    ...(isDry && { dryRun: true }),
  });
  const [first] = skills;
  if (first === undefined) return;
  if (skills.length > 1) {
    await controller.changeQueue(async (jobs, run) => {
      for (const skill of skills) await jobs.enqueueSkill(requestFor(skill), run);
    });
    new Notice(words.queued(skills.length));
    await controller.navigator.openJobs();
    return;
  }
  const done = await controller.runWikiJob(words.running(first.title), (run, wiki) =>
    wiki.runSkill(requestFor(first), run),
  );
  if (done === null) return;
  const proposal = done.proposals.at(-1);
  if (proposal !== undefined) {
    await controller.navigator.openReview(proposal);
    return;
  }
  show(done);
}
