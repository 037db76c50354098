import { WikiError, type Run } from '../base';
import { cleanRule, MAX_RULES, standingRules } from '../workspace';
import { changeManifest } from './manifest-change';
import { type WikiSession } from './wiki-session';

const LIST = ['metadata', 'living-wiki', 'rules'];

/** What a change of the standing rules did. */
export interface RulesChange {
  readonly rules: readonly string[];
  /** The transaction, to undo it; `null` if nothing changed. */
  readonly transaction: string | null;
}

/**
 * Adds a standing rule to `metadata.living-wiki.rules` of the manifest, as one transaction.
 * @throws WikiError `living-wiki:rule_invalid`, `living-wiki:frontmatter_unreadable`
 */
export function addRule(session: WikiSession, text: string, run: Run): Promise<RulesChange> {
  const rule = cleanRule(text);
  return changeRules(session, rule, 'add', run, (rules) => {
    if (rule !== '' && rules.length < MAX_RULES) return;
    throw new WikiError(
      'living-wiki:rule_invalid',
      rule === '' ? 'Invalid instruction.' : `A wiki has at most ${MAX_RULES} instructions.`,
      {
        remedy: rule === '' ? 'Write a sentence of 1 to 300 characters, on one line.' : 'Remove one first.',
      },
    );
  });
}

/** Removes a rule. @param name its number in the list, from 1, or its words @throws WikiError `living-wiki:rule_unknown` */
export function removeRule(session: WikiSession, name: string, run: Run): Promise<RulesChange> {
  const { manifest } = session.snapshot;
  const rules = standingRules(manifest);
  const rule = rules[Number(name) - 1] ?? cleanRule(name);
  return changeRules(session, rule, 'drop', run, (known) => {
    if (known.includes(rule)) return;
    throw new WikiError('living-wiki:rule_unknown', `There is no instruction "${name.slice(0, 120)}".`, {
      remedy: 'List the instructions to see their numbers.',
    });
  });
}

function changeRules(
  session: WikiSession,
  rule: string,
  op: 'add' | 'drop',
  run: Run,
  check: (rules: readonly string[]) => void,
): Promise<RulesChange> {
  return session.exclusively(run, async (writer) => {
    const rules = standingRules(session.snapshot.manifest);
    check(rules);
    if (op === 'add' && rules.includes(rule)) return { rules, transaction: null };
    const what = `${op === 'add' ? 'added' : 'removed'} the instruction: ${rule}`;
    const change = { title: 'Change the instructions for the model', subject: 'rules', what };
    const edits = [{ op, path: LIST, value: rule }];
    const transaction = await changeManifest(session, writer, { ...change, edits }, run);
    return { rules: standingRules(session.snapshot.manifest), transaction };
  });
}
