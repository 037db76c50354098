import { reportWarnings } from '../lens-warnings';
import { type WikiRule } from '../rule';
import { isSoftening } from './lint-softened';

/** Source: AIP-10, composition semantics; specs README, 6, 7 and 12. */
export const manifestProblem: WikiRule = {
  id: 'manifest-problem',
  scope: 'wiki',
  code: 'knowledge_workspace_invalid',
  title: 'Problem of the manifest or a generated file',
  what: 'What went wrong when the manifest, its chain of parents or a generated file was read: a missing or circular parent, a type that nothing declares, a broken `_manifest.json`. The code is that of the problem.',
  why: 'The wiki still opens, with less than was asked for. Left alone, it does not do what its manifest says.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'A manifest of sources that cannot be read',
      files: { '_manifest.json': 'not JSON\n' },
      finds: ['_manifest.json:1'],
    },
  ],
  check: async (facts) => [
    ...(await reportWarnings(facts, (code) => !isSoftening(code))),
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
