import { type RuleDocs } from '../rule-docs';

export const CUSTOM_PATTERN_DOCS: RuleDocs = {
  what: 'A lint of kind `custom` with `params.pattern`: a regular expression that the pages it applies to must or must not match. Each line is matched on its own, in time proportional to its length, so look-around and back references are not supported.',
  why: 'It turns house style into a check: words to avoid, a section that every page of a kind needs, a date format.',
  params: {
    pattern: 'A regular expression of at most 500 characters. Required.',
    flags: '`i` ignores case. `u` is always on.',
    mode: '`must-not` (the default) or `must`.',
    in: '`body` (the default), `frontmatter` or `title`.',
    message: 'Replaces the default message.',
  },
  examples: [
    {
      name: 'A word to avoid, and a section that every concept needs',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: no-todo\n    kind: custom\n    appliesTo: "*"\n    severity: warn\n    params:\n      pattern: "\\\\bTODO\\\\b"\n  - id: has-limits\n    kind: custom\n    appliesTo: Concept\n    severity: info\n    params:\n      pattern: "^## Limits$"\n      mode: must\n---\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: [sources/a.md]\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1. TODO: check.\n',
      },
      finds: ['concepts/a.md:1', 'concepts/a.md:10'],
    },
  ],
};
