import { type RuleDocs } from '../rule-docs';

export const LINT_SOFTENED_DOCS: RuleDocs = {
  what: 'A view that lowers the severity of a lint of its parent, narrows, removes or weakens that lint, or sets another governance policy; under a policy that refuses this, also one that replaces a value of `curation`. Plain `lint` names every such view of the wiki; with `--lens`, only that view is checked.',
  why: 'A view adapts a wiki to a purpose. It should not silently turn off what the owner of the wiki wants checked.',
  examples: [
    {
      name: 'A view that turns an error into an info (linted through that view)',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: links\n    kind: broken-ref\n    appliesTo: "*"\n    severity: error\n---\n',
        'views/sales/KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: sales\ntitle: Sales\ndescription: A view.\nversion: 1.0.0\nextends: ../../KNOWLEDGE.md\nlints:\n  - id: links\n    kind: broken-ref\n    appliesTo: "*"\n    severity: info\n---\n',
      },
      finds: ['views/sales/KNOWLEDGE.md:12'],
    },
  ],
};
