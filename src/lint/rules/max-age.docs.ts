import { type RuleDocs } from '../rule-docs';
import { DEFAULT_DAYS } from './max-age';

export const MAX_AGE_DOCS: RuleDocs = {
  what: 'A page whose sources and last update (`updated_at`) are all older than `params.days`. Updating the page therefore confirms it, unless its frontmatter says `metadata.lint.stale: true`: then only a newer source does. Sources without a date are ignored.',
  why: 'What was true when the sources were written may have changed. Check the page again, or cite a newer source.',
  params: { days: `The age in days at which a page is stale. Default: ${DEFAULT_DAYS}.` },
  examples: [
    {
      name: 'An old source and no update since; the check runs on 2026-05-01',
      files: {
        'KNOWLEDGE.md':
          '---\nschema: knowledge.workspace/v1\nname: wiki\ntitle: W\ndescription: A wiki.\nversion: 1.0.0\nlints:\n  - id: max-age-90\n    kind: max-age\n    appliesTo: "*"\n    severity: warn\n    params:\n      days: 90\n---\n',
        'sources/2025-11-15-forecast.md': 'We expect much.\n',
        'concepts/old.md':
          '---\nschema: knowledge/v1\nslug: old\nkind: concept\ntitle: Old\nsources:\n  - sources/2025-11-15-forecast.md\nupdated_at: "2025-12-01T00:00:00Z"\n---\n\nMuch is expected.\n',
        'concepts/confirmed.md':
          '---\nschema: knowledge/v1\nslug: confirmed\nkind: concept\ntitle: Confirmed\nsources:\n  - sources/2025-11-15-forecast.md\nupdated_at: "2026-04-01T00:00:00Z"\n---\n\nMuch is expected.\n',
      },
      finds: ['concepts/old.md:6'],
    },
    {
      name: 'A page marked as stale stays stale until it cites a newer source',
      files: {
        'sources/2024-10-01-meeting.md': 'The target is 1.\n',
        'concepts/targets.md':
          '---\nschema: knowledge/v1\nslug: targets\nkind: concept\ntitle: Targets\nsources: [sources/2024-10-01-meeting.md]\nupdated_at: "2026-04-27T16:15:00Z"\nmetadata:\n  lint:\n    stale: true\n---\n\nThe target is 1.\n',
      },
      finds: ['concepts/targets.md:6'],
    },
  ],
};
