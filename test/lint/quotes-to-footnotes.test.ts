import { quotesToFootnotes } from '../../src/lint/quotes-to-footnotes';
import { applySplices } from '../../src/markdown';

const SOURCES = { formatOf: () => 'text', summaryOf: () => null };
const inText = (text: string): string => applySplices(text, quotesToFootnotes(text, SOURCES, false));

describe('a block of several quotes', () => {
  it('becomes paragraphs, without the marks between them', () => {
    const text = '# A\n\n> "It is red." [memoir], line 1\n>\n> "It is tall." [memoir], line 2\n\nMore.\n';
    expect(inText(text)).toBe('# A\n\nIt is red.[^memoir-1]\n\nIt is tall.[^memoir-2]\n\nMore.\n');
  });

  it('keeps its marks where something else stands in it', () => {
    const text = '> She told me:\n>\n> "It is red." [memoir], line 1\n';
    expect(inText(text)).toBe('> She told me:\n>\nIt is red.[^memoir-1]\n');
  });

  it('leaves nothing behind where a sentence says it already', () => {
    const text =
      'The tower is red and tall. [memoir]\n\n## What the sources say\n\n> "The tower is red and tall." [memoir], line 1\n>\n> "The tower is red and tall." [memoir], line 1\n';
    expect(inText(text)).toBe('The tower is red and tall.[^memoir-1]\n\n');
  });
});
