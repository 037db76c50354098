import { type RuleDocs } from '../rule-docs';

export const MANIFEST_LINT_DOCS: RuleDocs = {
  what: 'A lint rule in `KNOWLEDGE.md` with invalid `params`, or with a pattern that cannot be searched safely; a `custom` lint rule that names no rule and has neither `pattern` nor `requiredFields`; an entry of `metadata.living-wiki.ignore` without a rule or a path; an entry of `metadata.living-wiki.names` that decides nothing, or of `metadata.living-wiki.rules` that is not a short sentence.',
  why: '`KNOWLEDGE.md` seems to check something, but nothing is checked.',
  examples: [
    {
      name: 'An age that is not a number, and an unknown custom lint',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: fresh\n    kind: max-age\n    appliesTo: "*"\n    severity: warn\n    params:\n      days: soon\n  - id: spelling\n    kind: custom\n    appliesTo: "*"\n    severity: warn\n---\n',
      },
      finds: ['KNOWLEDGE.md:12', 'KNOWLEDGE.md:14'],
    },
  ],
};
