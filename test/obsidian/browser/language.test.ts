import { chosenLanguage } from '../../../src/obsidian/browser/language';

it('a page is in the first language of the browser that it knows', () => {
  expect(chosenLanguage(['pt-BR', 'fr-CA', 'en'])).toBe('fr-CA');
  expect(chosenLanguage(['en-GB', 'de'])).toBe('en-GB');
  expect(chosenLanguage(['zh-TW', 'ja'])).toBe('ja');
  expect(chosenLanguage(['eno', 'pt'])).toBe('en');
  expect(chosenLanguage([])).toBe('en');
});
