import { type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10, Layer 2 (`sources`: "provenance, refs into sources/"); specs README, 1 and 15. */
export const sourceUnresolved: PageRule = {
  id: 'source-unresolved',
  scope: 'page',
  curatedOnly: true,
  code: 'source_unresolved',
  title: 'Unresolved source',
  what: 'An entry of a page’s `sources` that names no file under `sources/`, neither by path nor by id.',
  why: 'The page claims to rest on something that is not there, so nobody can check it.',
  severity: 'error',
  fixable: false,
  fixedBy: 'nothing',
  examples: [
    {
      name: 'One source that exists and one that does not',
      files: {
        'sources/2026-04-15-paper.md': 'A paper.\n',
        'concepts/a.md':
          '---\nschema: knowledge/v1\nslug: a\nkind: concept\ntitle: A\nsources:\n  - sources/2026-04-15-paper.md\n  - sources/2026-04-16-paper.md\nupdated_at: "2026-04-27T15:00:00Z"\n---\n\nIt is 1.\n',
      },
      finds: ['concepts/a.md:8'],
    },
  ],
  check: (facts) =>
    facts.page.sources
      .filter((ref) => facts.source(ref) === undefined)
      .map((ref) => ({
        at: { field: 'sources', item: ref },
        message: `Unexpected source ${quote(ref)}, expected the path or id of a file under sources/`,
        key: ref,
      })),
};
