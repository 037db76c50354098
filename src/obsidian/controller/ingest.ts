import { Notice } from 'obsidian';
import { serverAddress, isLocalAddress, missingSetting, type IngestEstimate, type IngestResult } from '../../workbench';
import { app as words } from '../locale';
import { confirmEstimate, type EstimateAnswer } from './estimate-modal';
import { showNotice, showProblem } from './notices';
import { type WikiController } from './types';

export interface IngestJobOptions {
  /** Wiki-relative paths; all new sources when absent. */
  readonly sources?: readonly string[];
  readonly curator?: 'model' | 'extractive';
  /** The user asked for it; otherwise it was started automatically. */
  readonly isManual: boolean;
}

/** Proposes changes from sources, read through the chosen lens: asks before a run that costs money and shows the result. */
export async function ingest(controller: WikiController, wish: IngestJobOptions): Promise<void> {
  const { curator: usual, model } = controller.settings;
  const hasModel = usual === 'model' && missingSetting(model) === null;
  const curator = wish.curator ?? (hasModel ? 'model' : 'extractive');
  const said: { answer: EstimateAnswer } = { answer: 'go' };
  const result = await controller.runWikiJob(words.jobs.ingest, (run, workbench) => {
    const onEstimate = async (estimate: IngestEstimate): Promise<void> => {
      const address = serverAddress(model) ?? '';
      if (!wish.isManual || isLocalAddress(address)) return;
      said.answer = await confirmEstimate(controller, estimate, address);
      if (said.answer !== 'go') controller.job?.cancel();
    };
    const { lens } = controller;
    const request = { ...(wish.sources && { sources: wish.sources }), ...(lens !== undefined && { lens }) };
    return workbench.ingest({ ...request, curator, onEstimate }, run);
  });
  if (said.answer === 'built-in') await ingest(controller, { ...wish, curator: 'extractive' });
  else if (result !== null) await showResult(controller, result, wish);
}

async function showResult(
  controller: WikiController,
  result: IngestResult,
  { sources, isManual: isAsked }: IngestJobOptions,
): Promise<void> {
  const { proposals, failed, skipped, stopped } = result;
  for (const problem of failed) showProblem(problem);
  if (stopped !== null) showProblem(stopped);
  if (sources !== undefined) {
    for (const { path, reason } of skipped) showNotice(words.notice.skipped(path, reason));
  }
  const [first] = proposals;
  if (first === undefined) {
    if (isAsked && failed.length + skipped.length === 0 && stopped === null) new Notice(words.notice.nothingNew);
    return;
  }
  if (isAsked && proposals.length === 1) await controller.navigator.openReview(first.id);
  else new Notice(words.notice.proposed(proposals.length));
}
