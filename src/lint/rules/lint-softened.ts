import { reportWarnings } from '../lens-warnings';
import { type WikiRule } from '../rule';

/** Source: AIP-10, security considerations (view shadowing, schema poisoning); specs README, 17. */
export const lintSoftened: WikiRule = {
  id: 'lint-softened',
  scope: 'wiki',
  code: 'living-wiki:lint_softened',
  title: 'View that softens its parent',
  what: 'A view that makes a lint of its parent less severe, narrows, drops or weakens it, or binds another governance policy.',
  why: 'A view adapts a wiki to a purpose; it should not quietly switch off what the wiki’s owner wants checked.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'A view that turns an error into a hint (linted through that view)',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: links\n    kind: broken-ref\n    appliesTo: "*"\n    severity: error\n---\n',
        'views/sales/KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: sales\ntitle: Sales\ndescription: A view.\nversion: 1.0.0\nextends: ../../KNOWLEDGE.md\nlints:\n  - id: links\n    kind: broken-ref\n    appliesTo: "*"\n    severity: info\n---\n',
      },
      finds: ['views/sales/KNOWLEDGE.md:12'],
    },
  ],
  check: (facts) => reportWarnings(facts, (code) => isSoftening(code)),
};

/** Whether a lens warning tells of a view that weakens its parent. */
export function isSoftening(code: string): boolean {
  return /^living-wiki:(?:lint|governance)_|^governance:/.test(code);
}
