import { type RuleDocs } from '../rule-docs';

export const MIN_CONFIDENCE_DOCS: RuleDocs = {
  what: 'A page whose `confidence` is below `params.min`. A page without `confidence` counts as 1. Runs only when `KNOWLEDGE.md` asks for it.',
  why: 'It shows which pages need a better source before anyone relies on them.',
  params: { min: 'The lowest acceptable confidence, from 0 to 1. Required.' },
  examples: [
    {
      name: 'A concept below the minimum; the lint does not apply to entities',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: sure\n    kind: min-confidence\n    appliesTo: Concept\n    severity: warn\n    params:\n      min: 0.6\n---\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nconfidence: 0.4\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nPerhaps.\n',
        'entities/b.md':
          '---\nschema: knowledge/v1\nslug: b\nkind: entity\ntitle: B\nsources: [sources/a.md]\nconfidence: 0.4\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nPerhaps.\n',
      },
      finds: ['concepts/a.md:7'],
    },
  ],
};
