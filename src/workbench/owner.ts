import { silentRun, type Run } from '../base';
import { nameDecisions, standingRules, type NameDecision } from '../workspace';
import { type NamesChange } from './names';
import { type RulesChange } from './rules';
import { Workbench } from './workbench';

// What the owner of a wiki wants of every ingest. The code that writes it is loaded when it is first used.

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
): Promise<NamesChange> {
  const namesOf = await import('./names');
  return namesOf.decideNames(Workbench.sessionOf(workbench), decisions, run);
}

/** Forgets what was decided about a name. @throws WikiError `living-wiki:name_unknown` */
export async function forgetName(workbench: Workbench, name: string, run: Run = silentRun): Promise<NamesChange> {
  const namesOf = await import('./names');
  return namesOf.forgetName(Workbench.sessionOf(workbench), name, run);
}

/** What the owner wants of every ingest by a model, in the order of the manifest. */
export function ownersRules(workbench: Workbench): readonly string[] {
  return standingRules(workbench.snapshot.manifest);
}

/** Adds a standing rule to the manifest, as one transaction. @throws WikiError `living-wiki:rule_invalid` */
export async function addRule(workbench: Workbench, rule: string, run: Run = silentRun): Promise<RulesChange> {
  const rulesOf = await import('./rules');
  return rulesOf.addRule(Workbench.sessionOf(workbench), rule, run);
}

/** Removes a standing rule. @param name its number, from 1, or its words @throws WikiError `living-wiki:rule_unknown` */
export async function removeRule(workbench: Workbench, name: string, run: Run = silentRun): Promise<RulesChange> {
  const rulesOf = await import('./rules');
  return rulesOf.removeRule(Workbench.sessionOf(workbench), name, run);
}
