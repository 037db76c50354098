import { ReadRecord } from '../../src/librarian';
import { sectionKey } from '../../src/librarian/read-record';
import { parsePage } from '../../src/wiki';

const PATH = 'concepts/long.md';

function pageOf(body: string): { text: string; page: ReturnType<typeof parsePage> } {
  const text = `---\nschema: knowledge/v1\nslug: long\nkind: concept\ntitle: Long\nupdated_at: 2026-04-27\n---\n\n${body}\n`;
  return { text, page: parsePage(PATH, text) };
}

describe('the record of what was read', () => {
  it('knows a section by the headings above it', () => {
    const { page } = pageOf('# A\n\n## B\n\n### C\n\n## C\n\n# D\n\n### C\n');
    expect(page.headings.map((_, at) => sectionKey(page, at))).toEqual(['a', 'a#b', 'a#b#c', 'a#c', 'd', 'd#c']);
  });

  it('counts a block as read only if its own id was shown', () => {
    const { text, page } = pageOf('One. ^id-12\n\nTwo. ^id-1\n');
    const record = new ReadRecord();
    record.add(page, text, { start: 0, end: text.indexOf('Two') });
    expect([record.hasSection(PATH, '^id-12'), record.hasSection(PATH, '^id-1')]).toEqual([true, false]);
  });

  it('takes up a page of many headings and block ids in linear time', () => {
    // At 16,000 of them it took 24 seconds.
    const n = 64_000;
    const { text, page } = pageOf(Array.from({ length: n }, (_, at) => `## Part ${at}\n\nText. ^b-${at}\n\n`).join(''));
    const record = new ReadRecord();
    record.add(page, text, { start: 0, end: text.length });
    expect(record.pages()[0]?.sections).toHaveLength(2 * n);
    expect(record.hasSection(PATH, `part ${n - 1}`)).toBe(true);
  });
});
