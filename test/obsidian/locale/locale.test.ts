import * as texts from '../../../src/obsidian/locale';
import { formatIn } from '../../../src/obsidian/locale/format';
import { languageFor } from '../../../src/obsidian/locale/languages';
import { pluralOf } from '../../../src/obsidian/locale/plural';
import { leavesOf, readSources } from './read-sources';

const { dateText, joinTexts, listText, numberText, useLanguage } = texts;
const areas = Object.fromEntries(Object.entries(texts).filter(([, each]) => typeof each === 'object'));

afterEach(() => useLanguage('en'));

const { used, early, sentences } = readSources();

it('no text is read before the language is known', () => {
  expect(early).toEqual([]);
});

it('every text is used by some screen', () => {
  // The locale itself reads the quotation marks.
  const patterns = [...used, 'app.quote'].map(
    (each) => new RegExp(`^${each.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}(\\.|$)`),
  );
  const unused = [...leavesOf(areas).keys()].filter((path) => !patterns.some((pattern) => pattern.test(path)));
  expect(unused).toEqual([]);
});

it('no sentence is written anywhere in the app but in the texts', () => {
  expect(sentences).toEqual([]);
});

it('regional codes get their language, and other languages and scripts get English', () => {
  const codes = [
    'de',
    'de-AT',
    'DE_ch',
    'es-419',
    'fr',
    'ja',
    'zh',
    'zh-CN',
    'zh-Hans-SG',
    'zh-TW',
    'zh-Hant',
    'pt-BR',
    'en-GB',
    '',
  ];
  expect(codes.map(languageFor).join(' ')).toBe('de de de es fr ja zh zh zh en en en en en');
});

it('an object of texts stays the same when the language changes, and English comes back', async () => {
  const { commands } = texts.app;
  const english = JSON.stringify(areas);
  await useLanguage('de-AT');
  expect(texts.app.commands).toBe(commands);
  await useLanguage('pt');
  expect(JSON.stringify(areas)).toBe(english);
});

it.each(['de', 'es', 'fr', 'ja', 'zh'])('%s has every text, and no other', async (language) => {
  const given = (await import(`../../../src/obsidian/locale/${language}`)) as Record<string, object>;
  const keys = (words: object): readonly string[] => [...leavesOf(words).keys()].sort();
  expect(keys(given)).toEqual(keys(areas));
});

it('a language that is not here is English, with its lists', async () => {
  await useLanguage('pt-BR');
  expect(listText(['a', 'b'])).toBe('a and b');
});

it('numbers, dates and lists are written as the language does, in the region of the system', () => {
  const day = Date.UTC(2026, 3, 18);
  const shown = (language: string, system: string): string => {
    formatIn(language, system);
    return [
      dateText(day, { dateStyle: 'long', timeZone: 'UTC' }),
      numberText(12_400.5),
      listText(['a', 'b', 'c'], 'or'),
      pluralOf(language).plural(12_400, 'one', 'other'),
    ].join('; ');
  };
  expect(shown('en', 'de-DE')).toBe('April 18, 2026; 12,400.5; a, b, or c; 12,400 other');
  expect(shown('en', 'en-GB')).toBe('18 April 2026; 12,400.5; a, b or c; 12,400 other');
  expect(shown('de', 'en-US')).toBe('18. April 2026; 12.400,5; a, b oder c; 12.400 other');
  expect(pluralOf('fr').choose(0, 'one', 'other')).toBe('one');
  expect(pluralOf('ja').choose(1, 'one', 'other')).toBe('other');
});

it('facts in a row are joined by the comma of the language', async () => {
  expect(joinTexts(['a', '', 'b'])).toBe('a, b');
  await useLanguage('zh-CN');
  expect(joinTexts(['a', '', 'b'])).toBe('a，b');
});
