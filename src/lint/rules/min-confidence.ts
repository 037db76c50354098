import { type JsonObject } from '../../base';
import { type PageRule } from '../rule';

/** Source: AIP-10, Layer 4 (`min-confidence`); specs README, 9 (`params.min`). */
export const minConfidence: PageRule = {
  id: 'min-confidence',
  kind: 'min-confidence',
  scope: 'page',
  curatedOnly: true,
  optIn: true,
  code: 'living-wiki:confidence_low',
  title: 'Low confidence',
  what: 'A page whose `confidence` is below `params.min`. Runs only where a lint of the manifest asks for it. A page that says nothing has confidence 1.',
  why: 'It shows what still needs a better source before it is relied on.',
  severity: 'warn',
  fixable: false,
  fixedBy: 'nothing',
  params: { min: 'The least confidence, 0 to 1. Required.' },
  examples: [
    {
      name: 'A concept below the floor; the lint does not apply to entities',
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
  checkParams: (params) => (minOf(params) === null ? 'Unexpected params.min, expected a number from 0 to 1' : null),
  check({ page }, setting) {
    const min = minOf(setting.params);
    if (min === null || page.confidence >= min) return [];
    const message = `Unexpected confidence of ${page.confidence}, expected at least ${min}`;
    return [{ at: { field: 'confidence' }, message, key: 'confidence' }];
  },
};

function minOf(params: JsonObject): number | null {
  const { min } = params;
  return typeof min === 'number' && min >= 0 && min <= 1 ? min : null;
}
