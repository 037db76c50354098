import { isSubtype } from '../../workspace';
import { type PageRule } from '../rule';

const EXEMPT_TYPES = ['Comparison', 'Timeline'];

/** Source: specs README, 9 (the fifth of the lint floor; `comparison` and `timeline` exempt). */
export const requireSource: PageRule = {
  id: 'require-source',
  kind: 'require-source',
  scope: 'page',
  curatedOnly: true,
  scopedByManifest: true,
  code: 'living-wiki:source_required',
  title: 'Page without a source',
  what: 'A page that neither lists a source in `sources` nor cites one as `[source-id]`. Comparisons and timelines are exempt, unless a lint names their type. Once the manifest has a `require-source` lint, it alone says which types need one.',
  why: 'A claim that rests on nothing cannot be checked, confirmed or corrected.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'An unsourced concept; a comparison needs none, and a citation will do',
      files: {
        'sources/2026-04-27-call.md': 'We spoke.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources: []\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.\n',
        'comparisons/a-b.md':
          '---\nschema: knowledge/v1\nslug: a-b\nkind: comparison\ntitle: A and B\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nThey differ.\n',
        'entities/alex.md':
          '---\nschema: knowledge.entry/v1\nslug: alex\nkind: entity\ntitle: Alex\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nMentioned in [2026-04-27-call].\n',
      },
      finds: ['concepts/a.md:6'],
    },
  ],
  check(facts, setting) {
    const { page, type, manifest } = facts;
    if (page.sources.length > 0) return [];
    if (setting.appliesTo === '*' && EXEMPT_TYPES.some((name) => isSubtype(type, name, manifest))) return [];
    if (page.citations.some((citation) => facts.source(citation.id) !== undefined)) return [];
    const message = 'Unexpected page without sources, expected at least one';
    return [{ at: { field: 'sources' }, message, key: 'unsourced' }];
  },
};
