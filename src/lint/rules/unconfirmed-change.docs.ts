import { type RuleDocs } from '../rule-docs';

export const UNCONFIRMED_CHANGE_DOCS: RuleDocs = {
  what: 'A `KNOWLEDGE.md`, `AGENTS.md` or governance policy that changed since it was last approved on this device. The finding lists what changed: `lint rule require-source: error → info`. Changes of the text below the frontmatter, comments and layout do not count. `KNOWLEDGE.md` can neither ignore this rule nor change its severity.',
  why: 'These files decide what is checked and what a model is told. Anyone who can write to the folder could weaken them unnoticed. Check the change, then approve it with `living-wiki trust` or in the lint panel.',
  examples: [
    {
      name: 'The lint rule `require-source` was an error when `KNOWLEDGE.md` was approved',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: require-source\n    kind: require-source\n    appliesTo: "*"\n    severity: info\n---\n',
      },
      changes: [
        {
          path: 'KNOWLEDGE.md',
          message: 'Changed since it was approved: lint require-source: error → info.',
          field: 'lints.require-source.severity',
          line: 1,
        },
      ],
      finds: ['KNOWLEDGE.md:11'],
    },
  ],
};
