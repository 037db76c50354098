import { markupReader } from '../../../src/node/markup';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { silentRun, WikiError } from '../../../src/base';
import { extract, fullText, type PdfReader } from '../../../src/ingest';
import { MAX_TEXT_BYTES } from '../../../src/ingest/extract/limits';
import { bytesOf, extracted, refusal } from '../support/extract-source';
import { docx, epub } from '../support/zip';

const binary = (latin1: string): Uint8Array =>
  new Uint8Array(Array.from({ length: 600 }, (_, at) => latin1.charCodeAt(at) || 0));

describe('what a file is', () => {
  it.each([
    ['a.png', '\x89PNG\r\n\x1a\n', /picture.*text/su],
    ['a.jpg', '\xff\xd8\xff\xe0', /picture/u],
    ['a.mp3', 'ID3\x04', /transcript/u],
    ['a.mp4', '\0\0\0\x18ftypisom', /video.*(?:transcript|subtitles)/su],
    ['a.doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', /old binary format.*DOCX/su],
    ['a.xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', /spreadsheet.*CSV/su],
    ['a.rtf', '{\\rtf1', /RTF.*DOCX/su],
    ['a.gz', '\x1f\x8b\x08', /[Uu]npack/u],
    ['a.mobi', '', /EPUB/u],
    ['a.rst', 'plain words', /Markdown/u],
    ['a.qqq', 'plain words', /unknown type \("\.qqq"\)/u],
  ])('%s is unsupported, and the message says what to add instead', async (name, start, message) => {
    const error = await refusal(name, binary(start));
    expect(error.code).toBe('living-wiki:source_unsupported');
    expect(error.message).toMatch(message);
    expect(error.path).toBe(name);
    expect(error.remedy).toBeTruthy();
  });

  it.each([
    ['a PDF', 'notes.txt', bytesOf('%PDF-1.7\n'), 'pdf'],
    ['HTML', 'page.md', bytesOf('<!DOCTYPE html><html><body><p>x</p></body></html>'), 'html'],
    ['HTML behind a PDF link', 'paper.pdf', bytesOf('<html><body><p>Please log in</p></body></html>'), 'html'],
    ['a Word document', 'a.pdf', docx('<w:p><w:r><w:t>x</w:t></w:r></w:p>'), 'docx'],
    ['a book', 'a.zip', epub({ 'a.xhtml': '<p>x</p>' }), 'epub'],
    ['VTT', 'a.srt', bytesOf('WEBVTT\n\n00:01.000 --> 00:02.000\nx'), 'vtt'],
    ['SRT', 'a.vtt', bytesOf('1\n00:00:01,000 --> 00:00:02,000\nx'), 'srt'],
  ])('%s with another extension is read as what it is, with a note', async (_, name, bytes, format) => {
    const reader: PdfReader = { read: () => Promise.resolve({ pages: ['x'], title: null, date: null }) };
    const text = await extracted(name, bytes, reader);
    expect(text.format).toBe(format);
    expect(text.notes[0]).toMatch(/^The file's name ends in/u);
  });

  it('a file of an unsupported type with a supported extension is mislabelled', async () => {
    expect((await refusal('a.md', binary('\x89PNG\r\n\x1a\n'))).code).toBe('living-wiki:source_mislabelled');
    expect((await refusal('a.pdf', 'These are only words, and enough of them to tell that this is a text.')).code).toBe(
      'living-wiki:source_mislabelled',
    );
  });

  it('an Office document with a password is encrypted, not unknown', async () => {
    const file = new Uint8Array(130_000);
    file.set(binary('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'));
    file.set(Array.from('EncryptedPackage', (char) => [char.charCodeAt(0), 0]).flat(), 59_990);
    expect((await refusal('a.docx', file)).code).toBe('living-wiki:source_encrypted');
  });

  it('an empty file is empty, and a huge one is too large', async () => {
    expect((await refusal('a.md', new Uint8Array())).code).toBe('living-wiki:source_empty');
    expect((await refusal('a.txt', new Uint8Array(MAX_TEXT_BYTES + 1).fill(97))).code).toBe(
      'living-wiki:source_too_large',
    );
  });

  it('a file without an extension is text', async () => {
    expect((await extracted('README', 'Words.')).format).toBe('text');
  });

  it('the result has the identity of the source, and its full text', async () => {
    const text = await extracted('sources/a.md', '# A\n\nOne.\n\nTwo.');
    expect(text).toMatchObject({ path: 'sources/a.md', hash: 'hash' });
    expect(fullText(text)).toBe('A\n\nOne.\n\nTwo.');
  });

  it('a cancelled run stops at once', async () => {
    const run = { ...silentRun, signal: AbortSignal.abort() };
    await expect(extract({ path: 'a.md', bytes: bytesOf('x'), hash: 'h', run })).rejects.toMatchObject({
      code: 'living-wiki:cancelled',
    });
  });

  it.each(['md', 'txt', 'html', 'csv', 'srt'])(
    'a long file yields and can be cancelled on the way: %s',
    async (extension) => {
      const stop = new AbortController();
      let yields = 0;
      const yieldToHost = (): Promise<void> => {
        yields += 1;
        stop.abort();
        return Promise.resolve();
      };
      const lines = extension === 'srt' ? '00:00:01,000 --> 00:00:02,000\nwords\n\n' : 'some, words\n\n';
      const bytes = bytesOf(lines.repeat(20_000));
      const run = { ...silentRun, signal: stop.signal, yieldToHost };
      await expect(
        extract({ path: `a.${extension}`, bytes, hash: 'h', run, markup: markupReader }),
      ).rejects.toMatchObject({
        code: 'living-wiki:cancelled',
      });
      expect(yields).toBe(1);
    },
  );
});

describe('hostile bytes', () => {
  const supported = 'md txt log html xhtml csv tsv json jsonl pdf docx epub srt vtt'.split(' ');
  const extensions = fc.constantFrom(...supported, '', 'png', 'zip', 'qqq');
  const reader: PdfReader = { read: () => Promise.resolve({ pages: ['a page'], title: 'T', date: 'x' }) };

  /** Whatever comes out is either well formed or a typed error. */
  async function holds(extension: string, bytes: Uint8Array): Promise<void> {
    const copy = bytes.slice();
    try {
      const text = await extract({
        path: `a.${extension}`,
        bytes,
        hash: 'h',
        pdf: reader,
        markup: markupReader,
        run: silentRun,
      });
      expect(text.passages.length).toBeGreaterThan(0);
      let line = 0;
      let page = 0;
      for (const passage of text.passages) {
        expect(passage.text.trim()).not.toBe('');
        expect(passage.text).not.toMatch(/\p{Surrogate}|\0/u);
        expect(passage.anchor.line ?? passage.anchor.page ?? 0).toBeGreaterThan(0);
        expect(passage.anchor.line ?? line).toBeGreaterThanOrEqual(line);
        expect(passage.anchor.page ?? page).toBeGreaterThanOrEqual(page);
        ({ line = line, page = page } = passage.anchor);
      }
      // The same bytes give the same result.
      expect(
        await extract({ path: `a.${extension}`, bytes, hash: 'h', pdf: reader, markup: markupReader, run: silentRun }),
      ).toEqual(text);
    } catch (error) {
      if (!(error instanceof WikiError)) throw error;
      expect(error.code).toMatch(/^living-wiki:source_/u);
      expect(error.path).toBe(`a.${extension}`);
      expect(error.remedy).toBeTruthy();
    }
    expect(bytes).toEqual(copy);
  }

  it('any bytes with any extension are read or rejected with a typed error', async () => {
    await fc.assert(fc.asyncProperty(extensions, fc.uint8Array({ maxLength: 400 }), holds), { numRuns: 600 });
  });

  it('any text with any extension is read or rejected with a typed error', async () => {
    const scrap = fc.constantFrom(
      ...'\n|\r\n|\n\n|---\n|# |> |- |```|| a |\n|-|\n|<p>|</|<table>|<tr>|<td>|<th>|<!--|%%|[[|]]|](|"|{|}|[|]|:|,|;|\t|1|a|00:00:01,000 --> 00:00:02,000\n|WEBVTT\n|Ä|語|\ud83d\ude00|&amp;|<pre>|<li>|<html>|<main>|null|\\|*|_|\u00ad'.split(
        '|',
      ),
    );
    const text = fc
      .array(fc.oneof(scrap, fc.string({ maxLength: 8, unit: 'binary' })), { maxLength: 60 })
      .map((parts) => bytesOf(parts.join('')));
    await fc.assert(fc.asyncProperty(extensions, text, holds), { numRuns: 800 });
  });

  it('a damaged archive is read or rejected with a typed error', async () => {
    const whole = [
      docx('<w:p><w:r><w:t>some text</w:t></w:r></w:p>'),
      epub({ 'a.xhtml': '<html><body><p>some text</p></body></html>' }),
    ];
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), damage, async (archive, changes) => {
        const bytes = archive.slice();
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        await holds('docx', bytes);
      }),
      { numRuns: 250 },
    );
  });

  it('a damaged real document is read or rejected with a typed error', async () => {
    const folder = path.join(path.dirname(require.resolve('mammoth/package.json')), 'test', 'test-data');
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.docx'))
      .slice(0, 5)) {
      const bytes = new Uint8Array(readFileSync(path.join(folder, name)));
      for (let at = 100; at < bytes.length; at += Math.ceil(bytes.length / 8)) {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] ?? 0) ^ 0xff;
        await holds('docx', damaged);
      }
    }
  });
});
