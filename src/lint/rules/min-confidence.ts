import { type JsonObject } from '../../base';
import { type PageRule } from '../rule';

/** Source: AIP-10, Layer 4 (`min-confidence`). */
export const minConfidence: PageRule = {
  id: 'min-confidence',
  kind: 'min-confidence',
  scope: 'page',
  curatedOnly: true,
  optIn: true,
  code: 'living-wiki:confidence_low',
  title: 'Low confidence',
  severity: 'warn',
  fixedBy: 'nothing',
  checkParams: (params) => (minOf(params) === null ? '`params.min` must be a number from 0 to 1.' : null),
  check({ page }, setting) {
    const min = minOf(setting.params);
    if (min === null || page.confidence >= min) return [];
    const message = `Confidence is ${page.confidence}; this wiki asks for ${min} or more.`;
    return [{ at: { field: 'confidence' }, message, key: 'confidence' }];
  },
};

function minOf(params: JsonObject): number | null {
  const { min } = params;
  return typeof min === 'number' && min >= 0 && min <= 1 ? min : null;
}
