import { Notice } from 'obsidian';
import { addressOf, isThisComputer, whatIsMissing } from '../../workbench';
import type { IngestEstimate, IngestResult } from '../../workbench';
import { app as words } from '../locale';
import { askBeforeCost } from './estimate-modal';
import type { Answer } from './estimate-modal';
import { tell, tellProblem } from './notices';
import type { Desk } from './types';

export interface IngestWish {
  /** Wiki-relative paths; all new sources when absent. */
  readonly sources?: readonly string[];
  readonly curator?: 'model' | 'extractive';
  /** A person asked for it, and wants to hear of it; else it begins by itself. */
  readonly isAsked: boolean;
}

/** Proposes changes for sources: asks before a run that costs, and tells what came of it. */
export async function ingest(desk: Desk, wish: IngestWish): Promise<void> {
  const { curator: usual, model } = desk.settings;
  const hasModel = usual === 'model' && whatIsMissing(model) === null;
  const curator = wish.curator ?? (hasModel ? 'model' : 'extractive');
  const said: { answer: Answer } = { answer: 'go' };
  const result = await desk.work(words.jobs.ingest, (run, workbench) => {
    const onEstimate = async (estimate: IngestEstimate): Promise<void> => {
      const address = addressOf(model) ?? '';
      if (!wish.isAsked || isThisComputer(address)) return;
      said.answer = await askBeforeCost(desk, estimate, address);
      if (said.answer !== 'go') desk.job?.cancel();
    };
    return workbench.ingest({ ...(wish.sources && { sources: wish.sources }), curator, onEstimate }, run);
  });
  if (said.answer === 'built-in') await ingest(desk, { ...wish, curator: 'extractive' });
  else if (result !== null) await tellOf(desk, result, wish);
}

async function tellOf(desk: Desk, result: IngestResult, { sources, isAsked }: IngestWish): Promise<void> {
  const { proposals, failed, skipped, stopped } = result;
  for (const problem of failed) tellProblem(problem);
  if (stopped !== null) tellProblem(stopped);
  if (sources !== undefined) {
    for (const { path, reason } of skipped) tell(words.notice.skipped(path, reason));
  }
  const [first] = proposals;
  if (first === undefined) {
    if (isAsked && failed.length + skipped.length === 0 && stopped === null) new Notice(words.notice.nothingNew);
    return;
  }
  if (isAsked && proposals.length === 1) await desk.ways.openReview(first.id);
  else new Notice(words.notice.proposed(proposals.length));
}
