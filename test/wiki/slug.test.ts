import fc from 'fast-check';
import { isSlug, slugify } from '../../src/wiki';

it.each([
  ['Compounding knowledge', 'compounding-knowledge'],
  ['  Émile  Zola — J’accuse…! ', 'emile-zola-jaccuse'],
  ['Straße & Ångström', 'strasse-angstrom'],
  ['Łódź/Gdańsk', 'lodz-gdansk'],
  ['2026-04-15-paper', '2026-04-15-paper'],
  ['C', 'c'],
  ['C++', 'c-plus-plus'],
  ['C# in depth', 'c-sharp-in-depth'],
  ['ＦＵＬＬ ﬁt', 'full-fit'],
  ['東京 Station', '東京-station'],
  ['がんばる', 'がんばる'],
  ['Київ', 'київ'],
  ['한국어 문서', '한국어-문서'],
  ['KNOWLEDGE', 'knowledge-page'],
  ['Agents', 'agents-page'],
  ['con', 'con-page'],
])("%j is %j in the text's form", (text, slug) => {
  expect(slugify(text)).toBe(slug);
});

it.each([
  ['2026-04-15-paper', 'p-2026-04-15-paper'],
  ['C', 'c-page'],
  ['東京 Station', 'station'],
  ['Agents', 'agents-page'],
])('%j is %j in the entry form', (text, slug) => {
  expect(slugify(text, 'knowledge.entry/v1')).toBe(slug);
});

it('texts without letters, or without ASCII letters, get different slugs', () => {
  expect(slugify('!?')).toMatch(/^p-[a-z0-9]+$/);
  expect(slugify('!?')).not.toBe(slugify('?!'));
  expect(slugify('東京', 'knowledge.entry/v1')).not.toBe(slugify('大阪', 'knowledge.entry/v1'));
});

it('long texts that differ at the end get different slugs', () => {
  const long = 'a very long title '.repeat(20);
  expect(slugify(`${long}one`)).not.toBe(slugify(`${long}two`));
  expect(slugify(`${long}one`).length).toBeLessThanOrEqual(96);
});

const forms = ['knowledge/v1', 'knowledge.entry/v1'] as const;
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 150 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(fc.constantFrom('İ', 'ß', 'ﬃ', 'Σ', 'ς', '½', '़', 'क', '🏳️‍🌈', '_', '-', 'x', '９'), { maxLength: 8 })
    .map((parts) => parts.join('')),
);

it.each(forms)('%s: any text has one valid slug of bounded size, and a slug is its own', (form) => {
  fc.assert(
    fc.property(text, (input) => {
      const slug = slugify(input, form);
      expect(isSlug(slug, form)).toBe(true);
      expect(new TextEncoder().encode(slug).length).toBeLessThanOrEqual(200);
      expect(slugify(slug, form)).toBe(slug);
      expect(slugify(input, form)).toBe(slug);
      expect(slug).toBe(slug.normalize('NFC'));
    }),
    { numRuns: 1000 },
  );
});
