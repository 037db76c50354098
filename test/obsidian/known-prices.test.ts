import { parsePrices, PRICE_PAGES, PRICES_KNOWN_AT, withKnownPrices } from '../../src/obsidian/settings';

describe('the list prices of well-known models', () => {
  it('are added after what a person entered, which stays as it is and counts first', () => {
    const filled = withKnownPrices('*gpt-4.1 9 9\nmine 1 2 0.5') ?? '';
    expect(filled.split('\n').slice(0, 2)).toEqual(['*gpt-4.1 9 9', 'mine 1 2 0.5']);
    expect(filled.match(/^\*gpt-4\.1 /gm)).toHaveLength(1);
    expect(withKnownPrices(filled)).toBe(filled);
    expect(withKnownPrices('not a price')).toBeNull();
  });

  it('have a month, a page to check them on, and the pattern that matches less before the one that matches more', () => {
    expect(PRICES_KNOWN_AT).toMatch(/^\d{4}-\d{2}$/);
    for (const [, href] of PRICE_PAGES) expect(href).toMatch(/^https:/);
    const prices = parsePrices(withKnownPrices('') ?? '');
    const models = typeof prices === 'number' ? [] : prices.map(({ model }) => model);
    expect(models.length).toBeGreaterThan(8);
    expect(models.indexOf('*gpt-4o-mini*')).toBeLessThan(models.indexOf('*gpt-4o*'));
    expect(models.indexOf('*gpt-5.4-mini*')).toBeLessThan(models.indexOf('*gpt-5.4*'));
  });
});
