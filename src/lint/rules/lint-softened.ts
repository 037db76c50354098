import { reportWarnings } from '../lens-warnings';
import { type WikiRule } from '../rule';

/** Source: AIP-10, security considerations (view shadowing, schema poisoning). */
export const lintSoftened: WikiRule = {
  id: 'lint-softened',
  scope: 'wiki',
  code: 'living-wiki:lint_softened',
  title: 'View that weakens its parent',
  severity: 'warn',
  fixedBy: 'nothing',
  check: (facts) => reportWarnings(facts, isSoftening),
};

/** Whether a lens warning is about a view that weakens its parent. */
export function isSoftening(code: string): boolean {
  return /^living-wiki:(?:lint|governance|curation)_|^governance:/.test(code);
}
