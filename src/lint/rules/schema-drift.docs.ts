import { type RuleDocs } from '../rule-docs';

export const SCHEMA_DRIFT_DOCS: RuleDocs = {
  what: '`AGENTS.md` describes an entity type, a lint or a policy differently from `KNOWLEDGE.md`.',
  why: 'People and models read `AGENTS.md`, tools obey `KNOWLEDGE.md`. Decide which is right and change the other.',
  examples: [
    {
      name: 'A different conflict policy',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\ncuration:\n  conflictResolution: keep-both\n---\n',
        'AGENTS.md': '# For agents\n\n## Contradiction policy\n\nconflictResolution: recency\n',
      },
      finds: ['AGENTS.md:5'],
    },
  ],
};
