import { type JsonObject } from '../../src/base';
import { cleanRule, readRuleList, standingRules } from '../../src/workspace';

const manifest = (rules: JsonObject[string]): { metadata: JsonObject } => ({ metadata: { 'living-wiki': { rules } } });

describe('the standing rules of a manifest', () => {
  it('are sentences on one line, each once', () => {
    expect(standingRules(manifest(['No persons.', ' No\u200b \n persons. ', 'One table.']))).toEqual([
      'No persons.',
      'One table.',
    ]);
  });

  it('leave out what is no sentence, or too much', () => {
    expect(readRuleList(manifest([1, '', 'a'.repeat(301), null, { a: 1 }]))).toEqual([null, null, null, null, null]);
    expect(readRuleList(manifest('No persons.'))).toEqual([null]);
    const many = Array.from({ length: 50 }, (_, at) => `Rule ${at}.`);
    expect(standingRules(manifest(many))).toHaveLength(40);
    expect(readRuleList({ metadata: {} })).toEqual([]);
  });

  it('keep no invisible characters', () => {
    expect(cleanRule('a\u202eb')).toBe('a b');
  });
});
