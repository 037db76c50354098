import { outsideBacklinks } from '../../../src/obsidian/review/view-model/outside-links';

it('notes outside the wiki that link to a page are told from its own pages, and from what links elsewhere', () => {
  const page = 'wiki/concepts/lamp.md';
  const links = {
    'wiki/concepts/oil.md': { [page]: 2 },
    'Journal/2026.md': { [page]: 1 },
    'Ideas.md': { [page]: 1, 'Journal/2026.md': 1 },
    'Other.md': { 'wiki/concepts/oil.md': 1 },
  };
  const isOutside = (path: string): boolean => !path.startsWith('wiki/');
  expect(outsideBacklinks(links, page, isOutside)).toEqual(['Ideas.md', 'Journal/2026.md']);
  expect(outsideBacklinks(links, 'constructor', isOutside)).toEqual([]);
});
