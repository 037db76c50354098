import { reportWarnings } from '../lens-warnings';
import { type WikiRule } from '../rule';
import { isSoftening } from './lint-softened';

/** Source: AIP-10, composition semantics. */
export const manifestProblem: WikiRule = {
  id: 'manifest-problem',
  scope: 'wiki',
  code: 'knowledge_workspace_invalid',
  title: 'Problem in KNOWLEDGE.md or a generated file',
  severity: 'warn',
  fixedBy: 'nothing',
  check: (facts) => [
    ...reportWarnings(facts, (code) => !isSoftening(code)),
    ...facts.snapshot.problems.map(({ path, line, column, message }) => ({
      path: path ?? 'KNOWLEDGE.md',
      at: { line, column },
      message,
      key: message,
      code:
        path === undefined || path.endsWith('KNOWLEDGE.md')
          ? ('knowledge_workspace_invalid' as const)
          : ('living-wiki:file_invalid' as const),
    })),
  ],
};
