import * as fc from 'fast-check';
import { parseForeignJson } from '../../src/base';

describe('JSON that somebody may have forged', () => {
  it('reads as any JSON does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseForeignJson(text)).toEqual(JSON.parse(text));
      }),
    );
    for (const text of ['"[[[\\"[[["', '"\\\\"', '{"a\\\\":"["}'])
      expect(parseForeignJson(text)).toEqual(JSON.parse(text));
  });

  it('is refused as a syntax error when it is none, too deep, or of too many values', () => {
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseForeignJson(deep(100))).toHaveLength(1);
    const texts = ['', '"', '"\\', '{', deep(101), '['.repeat(10_000), `[${'0,'.repeat(2_000_001)}0]`];
    for (const text of texts) expect(() => parseForeignJson(text)).toThrow(SyntaxError);
  });

  it('may hold many brackets in its strings', () => {
    const words = '[{,'.repeat(1_000_000);
    expect(parseForeignJson(JSON.stringify([words]))).toEqual([words]);
  });
});
