import { type PageRule } from '../rule';
import { quote } from '../quote';

/** Source: AIP-10, Layer 2 (`sources`: "provenance, refs into sources/"). */
export const sourceUnresolved: PageRule = {
  id: 'source-unresolved',
  scope: 'page',
  curatedOnly: true,
  code: 'source_unresolved',
  title: 'Unresolved source',
  severity: 'error',
  fixedBy: 'nothing',
  check: (facts) =>
    facts.page.sources
      .filter((ref) => facts.source(ref) === undefined)
      .map((ref) => ({
        at: { field: 'sources', item: ref },
        message: `No source has the path or id ${quote(ref)}. Correct the entry or add the source.`,
        key: ref,
      })),
};
