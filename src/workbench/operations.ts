import { silentRun, type Run } from '../base';
import { explainField as explainOf, findLens, type FieldExplanation } from './lens/lenses';
import * as compactOf from './compact';
import * as questionsOf from './questions';
import { type VerifyResult } from './types';
import { Workbench } from './workbench';

// Operations that some hosts do not offer. They are functions and not methods, so that the bundle of such a host leaves them out.

/** Checks that the files of the wiki agree with its index, log and provenance manifest, and that every quote is real. */
export async function verify(workbench: Workbench, run: Run = silentRun): Promise<VerifyResult> {
  // This file is evaluated with the workbench, and what looks up quotes is large.
  const { verify: verifySession } = await import('./verify');
  return verifySession(Workbench.sessionOf(workbench), run);
}

/** What compacting the wiki would remove. Writes nothing. */
export async function planCompact(
  workbench: Workbench,
  retention: compactOf.Retention = compactOf.DEFAULT_RETENTION,
): Promise<compactOf.CompactPlan> {
  return compactOf.planCompact(Workbench.sessionOf(workbench), retention);
}

/** Removes what {@link planCompact} named. A crash at any moment leaves a wiki in which some of it is removed. */
export async function compact(workbench: Workbench, plan: compactOf.CompactPlan, run: Run = silentRun): Promise<void> {
  return compactOf.compact(Workbench.sessionOf(workbench), plan, run);
}

/** @throws WikiError `living-wiki:lens_missing`, `living-wiki:field_missing` */
export async function explainField(
  workbench: Workbench,
  name: string | undefined,
  field: string,
  run: Run = silentRun,
): Promise<FieldExplanation> {
  return explainOf(await findLens(Workbench.sessionOf(workbench), name, run), field);
}

/** An open question. @param name its id, its number, or the beginning of either @throws WikiError `living-wiki:question_missing` */
export async function findQuestion(
  workbench: Workbench,
  name: string,
  run: Run = silentRun,
): Promise<questionsOf.OpenQuestion> {
  return questionsOf.findQuestion(Workbench.sessionOf(workbench), name, run);
}

/** Ids of the waiting proposals that may answer a question. */
export async function answeringProposals(workbench: Workbench, question: string): Promise<readonly string[]> {
  return questionsOf.answeringProposals(Workbench.sessionOf(workbench), question);
}
