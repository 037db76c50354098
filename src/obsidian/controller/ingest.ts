import { Notice } from 'obsidian';
import {
  INGEST_STAGE,
  serverAddress,
  isLocalAddress,
  missingSetting,
  readsByModel,
  type IngestEstimate,
  type IngestRequest,
  type IngestResult,
  type PlanChange,
  type Run,
  type Workbench,
} from '../../workbench';
import { app as words, coreText, plan } from '../locale';
import { confirmEstimate, type EstimateAnswer } from './estimate-modal';
import { showNotice, showProblem } from './notices';
import { type WikiController } from './types';

interface IngestJobOptions {
  /** Wiki-relative paths; all new sources when absent. */
  readonly sources?: readonly string[];
  readonly curator?: 'model' | 'extractive';
  /** The user asked for it; otherwise it was started automatically. */
  readonly isManual: boolean;
  /** What is done instead of reading sources that are new. It asks the model that is set up, or no model at all. */
  readonly operation?: IngestOperation;
}

interface IngestOperation {
  /** The title of the job. */
  readonly title: string;
  /** @param onEstimate asks the user before a model is asked */
  run(workbench: Workbench, onEstimate: NonNullable<IngestRequest['onEstimate']>, run: Run): Promise<IngestResult>;
}

/** Proposes changes from sources, read through the chosen lens: asks before a run that costs money and shows the result. */
export async function ingest(controller: WikiController, wish: IngestJobOptions): Promise<void> {
  const { model } = controller.settings;
  const wanted = wish.curator ?? (readsByModel(controller.settings) ? 'model' : 'extractive');
  const mayAsk =
    wanted === 'extractive' || (wish.isManual ? await controller.approveModel() : controller.isModelApproved);
  // Without a yes, what only a model can do fails with the reason; sources are read without one.
  if (!mayAsk && wish.isManual && wish.operation === undefined) new Notice(words.approval.readBuiltIn);
  const curator = mayAsk ? wanted : 'extractive';
  const said: { answer: EstimateAnswer; at: number } = { answer: 'go', at: 0 };
  const { operation } = wish;
  const result = await controller.runWikiJob(operation?.title ?? words.jobs.ingest, (jobRun, workbench) => {
    const run = followProposals(controller, jobRun);
    said.at = Date.now();
    const onEstimate = async (estimate: IngestEstimate): Promise<void> => {
      const address = serverAddress(model) ?? '';
      if (!wish.isManual || isLocalAddress(address)) return;
      said.answer = await confirmEstimate(controller, estimate, address, operation === undefined);
      said.at = Date.now();
      if (said.answer !== 'go') controller.job?.cancel();
    };
    if (operation !== undefined) return operation.run(workbench, onEstimate, run);
    const { lens } = controller;
    const request = { ...(wish.sources && { sources: wish.sources }), ...(lens !== undefined && { lens }) };
    // The plugin that is switched off cancels too; then what is left goes on at the next start.
    const dropsCancelled = (): boolean => !controller.backgroundRun().signal.aborted;
    return workbench.ingest({ ...request, curator, onEstimate, dropsCancelled, queuesUnapproved: true }, run);
  });
  if (said.answer === 'built-in') await ingest(controller, { ...wish, curator: 'extractive' });
  else if (result !== null) {
    const proposals = new Set(result.proposals.map(({ id }) => id));
    controller.noteReading({ proposals, ms: Date.now() - said.at, money: result.cost?.money ?? null });
    await showResult(controller, result, wish);
  }
}

/** Shows each proposal when its source is done, not when all are. */
function followProposals(controller: WikiController, run: Run): Run {
  let done = 0;
  return {
    ...run,
    get signal() {
      return run.signal;
    },
    progress: (step) => {
      run.progress(step);
      if (step.stage !== INGEST_STAGE || step.done <= done) return;
      ({ done } = step);
      controller.proposalsChanged();
    },
  };
}

/** Takes up what an earlier ingest of a source left out. @param units such as `3, 5-8`; all that was left without a reason when absent */
export async function takeUp(controller: WikiController, source: string, units?: string): Promise<void> {
  if (missingSetting(controller.settings.model) !== null) {
    new Notice(plan.coverage.needsModel);
    return;
  }
  const request = { sources: [source], resume: true, curator: 'model', ...(units !== undefined && { units }) } as const;
  await ingest(controller, {
    sources: [source],
    isManual: true,
    operation: {
      title: plan.coverage.job,
      run: (workbench, onEstimate, run) => workbench.ingest({ ...request, onEstimate }, run),
    },
  });
}

/**
 * Has the model write pages anew that have grown, and the pages that connect the wiki.
 * @param pages wiki-relative paths; only these are written anew when given
 */
export async function compose(controller: WikiController, pages?: readonly string[]): Promise<void> {
  if (missingSetting(controller.settings.model) !== null) {
    new Notice(words.notice.overviewNeedsModel);
    return;
  }
  await ingest(controller, {
    isManual: true,
    operation: {
      title: words.jobs.compose,
      run: async (workbench, onEstimate, run) => {
        const made = await workbench.compose({ onEstimate, ...(pages && { pages }) }, run);
        const { proposal, rewritten, notes, cost } = made;
        const proposals = [rewritten, proposal].filter((each) => each !== null);
        if (proposals.length === 0) for (const note of notes) new Notice(coreText(note));
        const nothing = { skipped: [], failed: [], estimate: null, stopped: null };
        return { ...nothing, lens: controller.lens ?? '', proposals, cost };
      },
    },
  });
}

/** Changes the plan of a proposal, and opens the review of the one that replaces it. */
export async function changePlan(
  controller: WikiController,
  id: string,
  change: PlanChange,
  always: boolean,
): Promise<void> {
  await ingest(controller, {
    sources: [],
    isManual: true,
    operation: {
      title: plan.job,
      run: (workbench, onEstimate, run) => workbench.changePlan(id, { change, always, onEstimate }, run),
    },
  });
}

async function showResult(
  controller: WikiController,
  result: IngestResult,
  { sources, isManual: isAsked, operation }: IngestJobOptions,
): Promise<void> {
  const { proposals, failed, skipped, stopped } = result;
  for (const { source } of proposals) controller.noteRefused(source, null);
  for (const problem of failed) {
    showProblem(problem);
    controller.noteRefused(problem.path, { message: problem.message, remedy: problem.remedy ?? '' });
  }
  if (stopped !== null) showProblem(stopped);
  if (sources !== undefined) {
    for (const { path, reason } of skipped) showNotice(words.notice.skipped(path, coreText(reason)));
  }
  const [first] = proposals;
  if (first === undefined) {
    if (operation !== undefined) return;
    if (isAsked && failed.length + skipped.length === 0 && stopped === null) new Notice(words.notice.nothingNew);
    return;
  }
  if (isAsked && proposals.length === 1) await controller.navigator.openReview(first.id);
  else if (isAsked) await controller.navigator.openOverview();
  else new Notice(words.notice.proposed(proposals.length));
}
