import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import mammoth from 'mammoth';
import { silentRun } from '../../../src/base';
import { markupReader } from '../../../src/node/markup';
import { extract, fullText, type MarkupReader } from '../../../src/ingest';
import { MAX_TEXT_BYTES } from '../../../src/ingest/extract/limits';
import { hashBytes } from '../../../src/vault';
import { extracted, outline, refusal } from '../support/extract-source';
import { docx, epub } from '../support/zip';

const p = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const style = (id: string): string => `<w:pStyle w:val="${id}"/>`;

describe('DOCX', () => {
  const folder = path.join(path.dirname(require.resolve('mammoth/package.json')), 'test', 'test-data');
  const names = readdirSync(folder).filter((name) => name.endsWith('.docx'));
  const bare = (text: string): string => text.replace(/[\s|]+/gu, '');

  it('the library has real files to read', () => expect(names.length).toBeGreaterThan(10));

  it.each(names)('the words of a real file are those that mammoth finds: %s', async (name) => {
    const bytes = readFileSync(path.join(folder, name));
    const { value } = await mammoth.extractRawText({ buffer: bytes });
    if (value.trim() === '' && !name.includes('note')) {
      expect((await refusal(name, new Uint8Array(bytes))).code).toBe('living-wiki:source_empty');
      return;
    }
    const text = bare(fullText(await extracted(name, new Uint8Array(bytes))));
    // Raw text leaves out notes, which we keep after the body.
    expect(text.startsWith(bare(value))).toBe(true);
    if (!name.includes('note')) expect(text).toBe(bare(value));
  });

  it('styles and outline levels, inherited ones too, tell headings, lists and quotes', async () => {
    const styles =
      '<w:styles><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Mine"><w:name w:val="mine"/><w:basedOn w:val="H1"/></w:style>' +
      '<w:style w:styleId="Q"><w:name w:val="Intense Quote"/></w:style><w:style w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="B"/></w:style>' +
      '<w:style w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="A"/></w:style></w:styles>';
    const body = [
      p('Title', style('Mine')),
      p('item', '<w:numPr><w:numId w:val="3"/></w:numPr>'),
      p('said', style('Q')),
      p('by level', '<w:outlineLvl w:val="2"/>'),
      p('circle', style('A')),
    ].join('');
    expect(await outline('a.docx', docx(body, { 'word/styles.xml': styles }))).toEqual([
      '1 heading1 Title',
      '3 list item',
      '5 quote said',
      '7 heading3 by level',
      '9 paragraph circle',
    ]);
  });

  it('a table gets the labels of its header, deletions and duplicates are skipped, comments are noted', async () => {
    const cell = (text: string): string => `<w:tc>${p(text)}</w:tc>`;
    const body =
      `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('Name')}${cell('Born')}</w:tr><w:tr>${cell('Ada')}${cell('1815')}</w:tr></w:tbl>` +
      '<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText> gone</w:delText></w:r></w:del><w:ins><w:r><w:t> added</w:t></w:r></w:ins>' +
      '<w:r><mc:AlternateContent><mc:Choice><w:t> once</w:t></mc:Choice><mc:Fallback><w:t> once</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>';
    const text = await extracted(
      'a.docx',
      docx(body, { 'word/comments.xml': '<w:comments><w:comment><w:p/></w:comment></w:comments>' }),
    );
    expect(text.passages.map(({ kind, text: words }) => `${kind} ${words}`)).toEqual([
      'table Name | Born',
      'table Name: Ada; Born: 1815',
      'paragraph kept added once',
    ]);
    expect(text.notes).toEqual(['Comments were left out.']);
  });

  it('properties give title and date, and anchors are lines of the extracted text', async () => {
    const core =
      '<cp:coreProperties><dc:title>Engines</dc:title><dcterms:created>2026-04-15T10:00:00Z</dcterms:created></cp:coreProperties>';
    const text = await extracted(
      'a.docx',
      docx(p('one') + p('two<w:br/>') + p('three'), { 'docProps/core.xml': core }),
    );
    expect(text).toMatchObject({ title: 'Engines', date: '2026-04-15T10:00:00Z' });
    const lines = fullText(text).split('\n');
    for (const passage of text.passages) expect(lines[(passage.anchor.line ?? 0) - 1]).toBe(passage.text);
  });

  it('a document without its text part is broken', async () => {
    expect(
      (await refusal('a.docx', docx('', { 'word/document.xml': new Uint8Array([0, 1, 2, 0, 0, 9, 0, 0]) }))).code,
    ).toBe('living-wiki:source_broken');
  });
});

describe('EPUB', () => {
  const html = (body: string): string => `<?xml version="1.0"?><html><head><title/></head><body>${body}</body></html>`;

  it('a book gives its chapters in the order of the spine, each as a page, with title, date and language', async () => {
    const metadata =
      '<dc:title>Engines</dc:title><dc:date event="modification">2020-01-01</dc:date><dc:date>2026-04-15</dc:date><dc:language>en-GB</dc:language>';
    const book = epub(
      { 'b.xhtml': html('<h1>First</h1><p>one</p>'), 'a%20b.xhtml': html('<p>two&nbsp;words</p>') },
      {},
      metadata,
    );
    const text = await extracted('a.epub', book);
    expect(text).toMatchObject({ format: 'epub', title: 'Engines', date: '2026-04-15', language: 'en-GB' });
    expect(text.passages).toEqual([
      { kind: 'heading', level: 1, text: 'First', anchor: { page: 1 } },
      { kind: 'paragraph', text: 'one', anchor: { page: 1, heading: 'First' } },
      { kind: 'paragraph', text: 'two words', anchor: { page: 2 } },
    ]);
  });

  it('a book that names one chapter thousands of times has it once', async () => {
    const items = Array.from(
      { length: 2_000 },
      (_, at) => `<item id="c${at}" href="a.xhtml" media-type="application/xhtml+xml"/>`,
    );
    const refs = items.map((_, at) => `<itemref idref="c${at}"/>`);
    const opf = `<package><manifest>${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`;
    const text = await extracted('a.epub', epub({ 'a.xhtml': html('<p>one</p>') }, { 'OEBPS/book.opf': opf }));
    expect(text.passages.map((passage) => passage.text)).toEqual(['one']);
  });

  it('a book of more text than any text file may have is rejected before it is read whole', async () => {
    // Each chapter is small enough to unpack at any ratio.
    const chapter = html(`<p>${'word '.repeat(1_500_000)}</p>`);
    const book = epub(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}.xhtml`, chapter])));
    let read = 0;
    const markup: MarkupReader = {
      read: (text, kind, events, run) => {
        read += text.length;
        return kind === 'xml' ? markupReader.read(text, kind, events, run) : Promise.resolve();
      },
    };
    const input = { path: 'a.epub', bytes: book, hash: hashBytes(book), run: silentRun, markup };
    await expect(extract(input)).rejects.toMatchObject({
      code: 'living-wiki:source_too_large',
      message: expect.stringContaining('chapters') as string,
    });
    expect(read).toBeLessThan(MAX_TEXT_BYTES * 1.1);
  });

  it('a book with scrambled fonts is read; one with encrypted chapters is not', async () => {
    const encryption = (algorithm: string): Record<string, string> => ({
      'META-INF/encryption.xml': `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`,
    });
    const chapters = { 'a.xhtml': html('<p>text</p>') };
    expect(
      (await extracted('a.epub', epub(chapters, encryption('http://www.idpf.org/2008/embedding')))).passages,
    ).toHaveLength(1);
    expect(
      (await refusal('a.epub', epub(chapters, encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc')))).code,
    ).toBe('living-wiki:source_encrypted');
  });

  it('a missing chapter is noted; a book without a package is broken', async () => {
    const book = epub({ 'a.xhtml': html('<p>text</p>'), '../../../etc/passwd': '' });
    const text = await extracted('a.epub', book);
    expect(text.passages).toHaveLength(1);
    expect(text.notes.join()).toMatch(/missing/u);
    expect((await refusal('a.epub', epub({}, { 'META-INF/container.xml': '<container/>' }))).code).toBe(
      'living-wiki:source_broken',
    );
  });
});
