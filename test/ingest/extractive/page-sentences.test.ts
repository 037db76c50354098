import { readPageSentences } from '../../../src/ingest/extractive/page-sentences';
import { type Source } from '../../../src/wiki';
import { CuratedWiki } from '../support/curated-wiki';

const SOURCE = 'sources/2026-01-02-report.md';

async function sourcesOf(text: string): Promise<Record<string, readonly (Source | null)[]>> {
  const { snapshot } = await CuratedWiki.of({ [SOURCE]: 'Short.', 'sources/2026-01-03-other.md': 'Short.' });
  const sentences = readPageSentences(text, snapshot, 'sources/none.md');
  const found = new Map<string, (Source | null)[]>();
  for (const { text: sentence, source } of sentences) found.set(sentence, [...(found.get(sentence) ?? []), source]);
  return Object.fromEntries(found);
}

describe('the source of a sentence on a page', () => {
  it('is the one that its line cites, or each that a line of one sentence cites', async () => {
    const found = await sourcesOf(
      [
        'The tower is 67 metres tall [2026-01-02-report].',
        'It has **two** doors. It has one roof. [2026-01-02-report]',
        '',
        '- The lamp is old. [2026-01-02-report] [2026-01-03-other]',
        '- The door is green.',
        '    - The roof is flat and made of copper plates [2026-01-02-report]',
      ].join('\n'),
    );
    const paths = Object.fromEntries(
      Object.entries(found).map(([text, sources]) => [text, sources.map((source) => source?.path ?? '-').join(' ')]),
    );
    expect(paths).toEqual({
      'The tower is 67 metres tall.': SOURCE,
      'It has two doors.': SOURCE,
      'It has one roof.': SOURCE,
      'The lamp is old.': `${SOURCE} sources/2026-01-03-other.md`,
      'The door is green.': '-',
      'The roof is flat and made of copper plates': SOURCE,
    });
  });

  it('is found in linear time', async () => {
    // Looking through the page for each of them took half a minute for 16,000.
    const headings = Array.from({ length: 64_000 }, (_, at) => `## Part ${at}\n\nPart ${at} is short.\n\n`).join('');
    const found = await sourcesOf(`${headings}The end [2026-01-02-report].\n`);
    expect(Object.keys(found)).toHaveLength(64_001);
    expect(found['The end.']?.[0]?.path).toBe(SOURCE);
  });
});
