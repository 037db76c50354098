import { Notice } from 'obsidian';
import { type Proposal, type Run, type Workbench } from '../../workbench';
import { type WikiController } from '../controller';

/** Makes a proposal that a person asked for as a job, and opens its review, in which it is accepted already. @param nothing notice if there is nothing to propose */
export async function propose(
  controller: WikiController,
  title: string,
  nothing: string,
  make: (run: Run, wiki: Workbench) => Promise<Proposal | null>,
): Promise<void> {
  const made = await controller.runWikiJob(title, async (run, wiki) => ({ proposal: await make(run, wiki) }));
  if (made === null) return;
  if (made.proposal === null) new Notice(nothing);
  else await controller.navigator.openReview(made.proposal.id, true);
}
