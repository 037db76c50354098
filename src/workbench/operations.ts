import { silentRun, type Run } from '../base';
import { nameDecisions, standingRules, type NameDecision } from '../workspace';
import { explainField as explainOf, findLens, type FieldExplanation } from './lens/lenses';
import * as namesOf from './names';
import * as questionsOf from './questions';
import * as rulesOf from './rules';
import { type VerifyResult } from './types';
import { verify as verifySession } from './verify';
import { Workbench } from './workbench';

// Operations that some hosts do not offer. They are functions and not methods, so that the bundle of such a host leaves them out.

/** Checks that the files of the wiki agree with its index, log and provenance manifest, and that every quote is real. */
export async function verify(workbench: Workbench, run: Run = silentRun): Promise<VerifyResult> {
  return verifySession(Workbench.sessionOf(workbench), run);
}

/** What a person decided about names, in the order of the manifest. */
export function decidedNames(workbench: Workbench): readonly NameDecision[] {
  return nameDecisions(workbench.snapshot.manifest).list;
}

/**
 * Records what a person decided about names, in the manifest, as one transaction.
 * @throws WikiError `living-wiki:name_invalid`, `living-wiki:frontmatter_unreadable`
 */
export async function decideNames(
  workbench: Workbench,
  decisions: readonly NameDecision[],
  run: Run = silentRun,
): Promise<namesOf.NamesChange> {
  return namesOf.decideNames(Workbench.sessionOf(workbench), decisions, run);
}

/** Forgets what was decided about a name. @throws WikiError `living-wiki:name_unknown` */
export async function forgetName(
  workbench: Workbench,
  name: string,
  run: Run = silentRun,
): Promise<namesOf.NamesChange> {
  return namesOf.forgetName(Workbench.sessionOf(workbench), name, run);
}

/** What the owner wants of every ingest by a model, in the order of the manifest. */
export function ownersRules(workbench: Workbench): readonly string[] {
  return standingRules(workbench.snapshot.manifest);
}

/** Adds a standing rule to the manifest, as one transaction. @throws WikiError `living-wiki:rule_invalid` */
export async function addRule(workbench: Workbench, rule: string, run: Run = silentRun): Promise<rulesOf.RulesChange> {
  return rulesOf.addRule(Workbench.sessionOf(workbench), rule, run);
}

/** Removes a standing rule. @param name its number, from 1, or its words @throws WikiError `living-wiki:rule_unknown` */
export async function removeRule(
  workbench: Workbench,
  name: string,
  run: Run = silentRun,
): Promise<rulesOf.RulesChange> {
  return rulesOf.removeRule(Workbench.sessionOf(workbench), name, run);
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
