import { useLanguage } from '../../../src/obsidian/locale';
import { placeText } from '../../../src/obsidian/ui/place-text';

afterEach(() => useLanguage('en'));

it('a place in a source is named in the language of the app', async () => {
  const places = (): string =>
    [
      placeText({ line: 19, heading: 'Heights' }),
      placeText({ page: 4 }, 'sources/report.pdf'),
      placeText({ page: 4 }, 'sources/novel.EPUB'),
      placeText({ time: '00:01:02' }),
      placeText({ heading: 'Heights' }),
    ].join('; ');
  expect(places()).toBe('line 19; page 4; chapter 4; 00:01:02; ');
  await useLanguage('ja');
  expect(places()).toBe('19 行目; 4 ページ目; 第 4 章; 00:01:02; ');
});
