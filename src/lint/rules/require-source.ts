import { isSubtype } from '../../workspace';
import { type PageRule } from '../rule';

const EXEMPT_TYPES = ['Comparison', 'Timeline'];

export const requireSource: PageRule = {
  id: 'require-source',
  kind: 'require-source',
  scope: 'page',
  curatedOnly: true,
  scopedByManifest: true,
  code: 'living-wiki:source_required',
  title: 'Page without a source',
  severity: 'warn',
  fixedBy: 'nothing',
  check(facts, setting) {
    const { page, type, manifest } = facts;
    if (page.sources.length > 0) return [];
    if (setting.appliesTo === '*' && EXEMPT_TYPES.some((name) => isSubtype(type, name, manifest))) return [];
    if (page.citations.some((citation) => facts.source(citation.id) !== undefined)) return [];
    if (page.links.some((link) => facts.isCitation(link))) return [];
    const message = 'This page has no source. List one in `sources` or cite one as [source-id].';
    return [{ at: { field: 'sources' }, message, key: 'unsourced' }];
  },
};
