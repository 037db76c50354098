import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDate } from '../../../src/ingest/extract/document-date';
import { extracted } from '../support/extract-source';
import { NodePdf } from '../support/node-pdf-reader';
import { docx, epub } from '../support/zip';

const realFile = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(path.join(__dirname, '..', '..', '..', 'node_modules', name)));
const dateOf = async (file: string, content: string | Uint8Array): Promise<string | null> =>
  (await extracted(file, content)).date;
const core = (properties: string): Record<string, string> => ({
  'docProps/core.xml': `<cp:coreProperties>${properties}</cp:coreProperties>`,
});
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

describe('a written date', () => {
  it.each([
    ['2026-04-15', '2026-04-15'],
    ['15 April 2026', '2026-04-15'],
    ['April 15, 2026, 10:00', '2026-04-15'],
    ['Wed, 15 Apr 2026 10:00:00 +0200', '2026-04-15'],
    ['15. April 2026', '2026-04-15'],
    ['15.04.2026', '2026-04-15'],
    ['4/15/2026', '2026-04-15'],
    ['15/4/2026', '2026-04-15'],
    ['4/5/2026', null],
    ['5/5/2026', '2026-05-05'],
    ['April 2026', '2026-04'],
    ['2026', '2026'],
    ['31.02.2026', null],
    ['a ship of 1862', null],
    ['0101-01-01T00:00:00+00:00', null],
    ['1970-01-01T00:00:00Z', null],
    [7, null],
  ])('%j is %s', (written, iso) => expect(parseDate(written)).toBe(iso));
});

describe('the date that a document gives', () => {
  it.each([
    ['date: 2026-04-15', '2026-04-15'],
    ['date: April 15, 2026', '2026-04-15'],
    ['published: 2026-04-15', '2026-04-15'],
    ['last_updated: 2026-04-15', '2026-04-15'],
    ['lastmod: 2026-04-15', '2026-04-15'],
    ['title: No date', null],
  ])('front matter %j: %s', async (line, date) => {
    expect(await dateOf('a.md', `---\n${line}\n---\n\nText.\n`)).toBe(date);
  });

  it.each([
    ['<meta name="date" content="April 15, 2026">', '<p>Text</p>', '2026-04-15'],
    ['<meta itemprop="dateModified" content="2026-04-15">', '<p>Text</p>', '2026-04-15'],
    [
      '',
      '<article><p>By Ada, <time datetime="2026-04-15T08:00:00Z">yesterday</time></p></article>',
      '2026-04-15T08:00:00Z',
    ],
    ['', '<header><time>15 April 2026</time></header><main><p>Text</p></main>', '2026-04-15'],
    ['', '<main><p>Text</p></main><footer>Last updated: 15 April 2026</footer>', '2026-04-15'],
    [
      '<meta property="article:modified_time" content="2026-04-15">',
      '<article><p>By Ada, <time datetime="2024-03-14">14 March</time></p></article>',
      '2024-03-14',
    ],
    [
      '',
      '<main><p>Last updated: <time datetime="2026-04-15">15 April</time></p><p>Published: 14 March 2024</p></main>',
      '2024-03-14',
    ],
    ['', '<main><p>Ada, <time itemprop="dateModified" datetime="2026-04-15">15 April</time></p></main>', '2026-04-15'],
    [
      '',
      `<p>${'It was a long day. '.repeat(20)}On <time datetime="1066-10-14">14 October</time> they fought.</p>`,
      null,
    ],
  ])('a web page %j %j: %s', async (head, body, date) => {
    expect(await dateOf('a.html', `<html><head>${head}</head><body>${body}</body></html>`)).toBe(date);
  });

  it.each([
    ['Minutes\n\nDate: 15 April 2026\nPresent: Ada\n\nWe met.', '2026-04-15'],
    ['Minutes\n\nCreated: 2026-01-02\n\nLast updated: 2026-04-15\n\nWe met.', '2026-01-02'],
    ['Author: Ada\nDate: 2024-03-14\nLast modified: 2025-07-15\n\nWe are proud.', '2024-03-14'],
    ['Date Modified: 2025-07-15\n\nPublished on: 2024-03-14\n\nWe are proud.', '2024-03-14'],
    ['Access Date: 2025-07-15\nPublication Date: 2024-03-14\n\nWe are proud.', '2024-03-14'],
    ['Published 15 April 2026\n\nText.', '2026-04-15'],
    ['Updated on April 15, 2026\n\nText.', '2026-04-15'],
    ['Erstellt am: 15.04.2026\n\nText.', '2026-04-15'],
    ['Publié le : 15 avril 2026\n\nTexte.', '2026-04-15'],
    ['The date: 1862. Published in London in 1851 with great success, it was forgotten by all who had read it.', null],
    ['A text of 15 April 2026 about a fire.', null],
    ['> Date: 1862-12-01\n\nThe letter is quoted above.', null],
  ])('a line of text %j: %s', async (text, date) => {
    expect(await dateOf('a.txt', text)).toBe(date);
    expect(await dateOf('a.md', text)).toBe(date);
  });

  it('a column of dates is not the date of a table', async () => {
    expect(await dateOf('a.csv', 'Date,Amount\n2026-04-15,3\n2026-04-16,4\n')).toBeNull();
    expect(await dateOf('a.md', '| Date | Amount |\n| --- | --- |\n| 2026-04-15 | 3 |\n')).toBeNull();
  });

  it('a Word document: a line of its text, else its properties', async () => {
    const created = '<dcterms:created>2026-04-15T10:00:00Z</dcterms:created>';
    expect(await dateOf('a.docx', docx(paragraph('Text'), core(created)))).toBe('2026-04-15T10:00:00Z');
    const letter = paragraph('Dear Ada') + paragraph('Date: 3 March 1843');
    expect(await dateOf('a.docx', docx(letter, core(created)))).toBe('1843-03-03');
    expect(await dateOf('a.docx', docx(paragraph('Text')))).toBeNull();
  });

  it('a book: its publication, or its last change where it has no other date', async () => {
    const chapters = { 'a.xhtml': '<html><body><p>Text</p></body></html>' };
    expect(await dateOf('a.epub', epub(chapters, {}, '<dc:date>1843</dc:date>'))).toBe('1843');
    const modified = '<meta property="dcterms:modified">2026-04-15T10:00:00Z</meta>';
    expect(await dateOf('a.epub', epub(chapters, {}, modified))).toBe('2026-04-15T10:00:00Z');
    expect(await dateOf('a.epub', epub(chapters, {}, ''))).toBeNull();
  });

  it('real files: a PDF and Word documents', async () => {
    const reader = await NodePdf.start();
    try {
      for (const [name, date] of [
        ['01-valid.pdf', '2009-04-01'],
        ['02-valid.pdf', '2015-02-06'],
      ] as const) {
        expect([name, (await extracted(name, realFile(`pdf-parse/test/data/${name}`), reader)).date]).toEqual([
          name,
          date,
        ]);
      }
    } finally {
      await reader.stop();
    }
    expect(await dateOf('a.docx', realFile('mammoth/test/test-data/footnotes.docx'))).toMatch(/^20\d\d-\d\d-\d\d/u);
    expect(await dateOf('a.docx', realFile('mammoth/test/test-data/utf8-bom.docx'))).toBeNull();
  });
});
