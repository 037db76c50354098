import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WikiError } from '../../../src/base';
import { fullText, type PdfReader } from '../../../src/ingest';
import { bytesOf, extracted, refusal } from '../support/extract-source';
import { NodePdf } from '../support/node-pdf-reader';

/** A reader that returns these pages. */
function pages(...texts: string[]): PdfReader {
  return { read: () => Promise.resolve({ pages: texts, title: null, date: null }) };
}

const pdf = bytesOf('%PDF-1.7\n');
const texts = async (reader: PdfReader): Promise<string[]> => {
  const { passages } = await extracted('a.pdf', pdf, reader);
  return passages.map(({ anchor, kind, text }) => `p${anchor.page} ${kind} ${text}`);
};

describe('pages of a PDF', () => {
  const body = 'The engine weaves algebraical patterns just as the loom weaves';

  it('lines become paragraphs, and hyphenated words are joined', async () => {
    const page = `${body} flow-\ners and leaves. It is well-\nknown, and state-of-the-\nart, in the Navier-\nStokes sense of the word and so on and on.\nShort end.\n${body} more.`;
    expect(await texts(pages(page))).toEqual([
      `p1 paragraph ${body} flowers and leaves. It is wellknown, and state-of-the-art, in the Navier-Stokes sense of the word and so on and on.`,
      'p1 paragraph Short end.',
      `p1 paragraph ${body} more.`,
    ]);
  });

  it('a sentence continues on the next page and keeps the page on which it began', async () => {
    expect(await texts(pages(`${body} flowers`, 'and leaves, as one says.'))).toEqual([
      `p1 paragraph ${body} flowers and leaves, as one says.`,
    ]);
  });

  it('running headers, footers and page numbers are left out with a note', async () => {
    const page = (number: number): string =>
      `Journal of Engines 12 (1843)\n\n${body} of page number ${'abcdefgh'[number]}.\n\n${number}`;
    const text = await extracted('a.pdf', pdf, pages(...[1, 2, 3, 4, 5].map(page)));
    expect(fullText(text)).not.toMatch(/Journal|^\d$/mu);
    expect(text.passages).toHaveLength(5);
    expect(text.notes).toEqual(['Repeated page headers, footers and page numbers were left out.']);
  });

  it('only obvious headings are recognised', async () => {
    const page = `Abstract\n${body} one.\n\nChapter 2\nThe Mill\n\n${body} two.\n\n2.1 Parts of It\n${body} three.\n\nLoose label\n\nshort`;
    expect(await texts(pages(page))).toEqual([
      'p1 heading Abstract',
      `p1 paragraph ${body} one.`,
      'p1 heading Chapter 2: The Mill',
      `p1 paragraph ${body} two.`,
      'p1 heading 2.1 Parts of It',
      `p1 paragraph ${body} three.`,
      'p1 paragraph Loose label',
      'p1 paragraph short',
    ]);
  });

  it('a file with only pictures is empty, and the remedy is text recognition', async () => {
    const error = await refusal('a.pdf', pdf, pages('', ' \n '));
    expect(error.code).toBe('living-wiki:source_empty');
    expect(error.remedy).toMatch(/text recognition/u);
  });

  it('a page without text is noted', async () => {
    expect((await extracted('a.pdf', pdf, pages(`${body}.`, ''))).notes).toEqual(['Page 2 contains no text.']);
  });

  it('an error of the reader gets the path; without a reader the format is unsupported', async () => {
    const failing: PdfReader = {
      read: () => Promise.reject(new WikiError('living-wiki:source_encrypted', 'Protected.')),
    };
    expect(await refusal('x/a.pdf', pdf, failing)).toMatchObject({
      code: 'living-wiki:source_encrypted',
      path: 'x/a.pdf',
    });
    const crashing: PdfReader = { read: () => Promise.reject(new TypeError('boom')) };
    expect((await refusal('a.pdf', pdf, crashing)).code).toBe('living-wiki:source_broken');
    expect((await refusal('a.pdf', pdf)).code).toBe('living-wiki:source_unsupported');
  });

  it('the bytes of the caller are not changed', async () => {
    const bytes = bytesOf('%PDF-1.7\n');
    const greedy: PdfReader = {
      read: (given) => {
        given.fill(0);
        return Promise.resolve({ pages: [body], title: null, date: null });
      },
    };
    await extracted('a.pdf', bytes, greedy);
    expect(bytes).toEqual(bytesOf('%PDF-1.7\n'));
  });
});

describe('the PDF reader on Node', () => {
  const folder = path.join(path.dirname(require.resolve('pdf-parse/package.json')), 'test', 'data');
  const real = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(folder, name)));
  let reader: NodePdf;
  beforeAll(async () => {
    reader = await NodePdf.start();
  });
  afterAll(() => reader.stop());

  it('a real paper gives title, date, headings and whole paragraphs', async () => {
    const paper = await extracted('01.pdf', real('01-valid.pdf'), reader);
    expect(paper).toMatchObject({
      title: 'Trace-based Just-in-Time Type Specialization for Dynamic Languages',
      date: '2009-04-01',
    });
    const headings = paper.passages.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
    expect(headings).toEqual(expect.arrayContaining(['Abstract', '1. Introduction']));
    // Two lines of the paper with a hyphenated word between them.
    expect(fullText(paper)).toContain(
      'Dynamic languages such as JavaScript are more difficult to compile than statically typed ones.',
    );
    const pagesSeen = paper.passages.map(({ anchor }) => anchor.page ?? 0);
    expect(pagesSeen).toEqual([...pagesSeen].sort((a, b) => a - b));
    expect(Math.max(...pagesSeen)).toBe(14);
    expect((await extracted('02.pdf', real('02-valid.pdf'), reader)).title).toMatch(
      /^Performance evaluation of a GaInP\/GaAs solar cell/u,
    );
  });

  it('a broken file is a typed error, and nothing is logged', async () => {
    expect(await refusal('03.pdf', real('03-invalid.pdf'), reader)).toMatchObject({
      code: 'living-wiki:source_broken',
      path: '03.pdf',
    });
    await extracted('04.pdf', real('04-valid.pdf'), reader);
    expect(reader.output).toBe('');
  });

  it('a protected file is a typed error', async () => {
    expect((await refusal('a.pdf', protectedPdf(), reader)).code).toBe('living-wiki:source_encrypted');
  });

  it('reading can be cancelled', async () => {
    reader.stopAt = 3;
    await expect(reader.read(real('01-valid.pdf'))).rejects.toMatchObject({ code: 'living-wiki:cancelled' });
    reader.stopAt = -1;
  });

  const book = '/usr/share/doc/debian-history/docs/project-history';
  const languages = ['en', 'de', 'ru', 'ja', 'ko'].filter((language) => existsSync(`${book}.${language}.pdf`));
  const compare = async (language: string): Promise<void> => {
    const read = (ending: string): ReturnType<typeof extracted> =>
      extracted(`a.${ending}`, new Uint8Array(readFileSync(`${book}.${language}.${ending}`)), reader);
    const [asEpub, asPdf] = [await read('epub'), await read('pdf')];
    // The two typesetters differ in quotes, dashes and spaces.
    const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');
    const whole = asPdf.passages.map(({ text }) => bare(text));
    const paragraphs = asEpub.passages.filter(({ kind, text }) => kind === 'paragraph' && text.length > 80);
    const found = paragraphs.filter(({ text }) => whole.some((passage) => passage.includes(bare(text))));
    expect(paragraphs.length).toBeGreaterThan(100);
    expect(found.length / paragraphs.length).toBeGreaterThan(0.93);
  };
  if (languages.length > 0)
    it.each(languages)('a paragraph of the EPUB is whole in the PDF of the same book: %s', compare);
  else
    it.skip('a paragraph of the EPUB is whole in the PDF of the same book (needs the Debian package debian-history)', () =>
      compare('en'));
});

/** The smallest PDF that asks for a password: its user key fits no empty password. */
function protectedPdf(): Uint8Array {
  const key = `<${'5a'.repeat(32)}>`;
  const objects = [
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>> endobj',
    `4 0 obj <</Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4>> endobj`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object) => {
    const at = file.length;
    file += `${object}\n`;
    return at;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer <</Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<61> <61>]>>\nstartxref\n${file.length}\n%%EOF`;
  return bytesOf(`${file}xref\n0 5\n0000000000 65535 f \n${rows}${trailer}`);
}
