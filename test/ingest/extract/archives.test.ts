import { zipSync } from 'fflate';
import { MAX_ARCHIVE_ENTRIES, MAX_ENTRY_BYTES } from '../../../src/ingest/extract/limits';
import { extracted, refusal } from '../support/extract-source';
import { docx, patchRecords, zip } from '../support/zip';

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const paragraph = '<w:p><w:r><w:t>text</w:t></w:r></w:p>';

describe('archives', () => {
  it('a zip bomb is rejected while it unpacks', async () => {
    const bomb = docx('', { 'word/document.xml': new Uint8Array(16 * 1024 * 1024).fill(32) });
    expect(bomb.length).toBeLessThan(100_000);
    const error = await refusal('a.docx', bomb);
    expect(error.code).toBe('living-wiki:source_too_large');
    expect(error.message).toContain('times its size');
  });

  it('a header with a false size or ratio does not let a zip bomb through', async () => {
    const bomb = docx('', { 'word/document.xml': new Uint8Array(16 * 1024 * 1024).fill(32) });
    expect((await refusal('a.docx', patchRecords(bomb, CENTRAL, 24, 4, 100, 'word/document.xml'))).code).toBe(
      'living-wiki:source_too_large',
    );
    // More packed bytes than there are would end outside the file.
    expect((await refusal('a.docx', patchRecords(bomb, CENTRAL, 20, 4, 0x7fffffff, 'word/document.xml'))).code).toBe(
      'living-wiki:source_broken',
    );
  });

  it('an entry that is too large is rejected', async () => {
    const large = zipSync({ 'word/document.xml': new Uint8Array(MAX_ENTRY_BYTES + 1) }, { level: 0 });
    expect((await refusal('a.docx', large)).code).toBe('living-wiki:source_too_large');
  });

  it('an archive with too many entries is rejected, whatever number it states', async () => {
    const files = Object.fromEntries(
      Array.from({ length: MAX_ARCHIVE_ENTRIES + 1 }, (_, at) => [`${at}`, new Uint8Array()]),
    );
    const many = zipSync({ ...files, 'word/document.xml': new Uint8Array() }, { level: 0 });
    expect((await refusal('a.docx', many)).code).toBe('living-wiki:source_too_large');
    const lying = patchRecords(patchRecords(many, END, 10, 2, 1), END, 8, 2, 1);
    expect((await refusal('a.docx', lying)).code).toBe('living-wiki:source_too_large');
  });

  it('an archive with overlapping entries is rejected', async () => {
    expect((await refusal('a.docx', patchRecords(docx(paragraph), CENTRAL, 42, 4, 0))).code).toBe(
      'living-wiki:source_broken',
    );
  });

  it('an archive with a wrong size or checksum is damaged', async () => {
    expect((await refusal('a.docx', patchRecords(docx(paragraph), CENTRAL, 24, 4, 7))).code).toBe(
      'living-wiki:source_broken',
    );
    expect((await refusal('a.docx', patchRecords(docx(paragraph), CENTRAL, 16, 4, 7))).code).toBe(
      'living-wiki:source_broken',
    );
  });

  it('an archive with a password is encrypted', async () => {
    expect((await refusal('a.docx', patchRecords(docx(paragraph), CENTRAL, 8, 2, 1))).code).toBe(
      'living-wiki:source_encrypted',
    );
  });

  it('an archive that is cut off anywhere is damaged', async () => {
    const whole = docx(paragraph);
    for (let length = 4; length < whole.length; length += 37) {
      expect((await refusal('a.docx', whole.slice(0, length))).code).toBe('living-wiki:source_broken');
    }
  });

  it('an entry name that points outside the archive has no effect', async () => {
    const text = await extracted(
      'a.docx',
      docx(paragraph, { '../../evil': 'x', '/etc/passwd': 'x', 'C:\\x': 'x', __proto__x: 'x' }),
    );
    expect(text.passages.map((passage) => passage.text)).toEqual(['text']);
  });

  it.each([
    [{ 'xl/workbook.xml': 'x' }, 'a.xlsx', 'a spreadsheet'],
    [{ 'ppt/presentation.xml': 'x' }, 'a.pptx', 'a presentation'],
    [{ mimetype: 'application/vnd.oasis.opendocument.text' }, 'a.odt', 'another word processor'],
    [{ 'Index/Document.iwa': 'x' }, 'a.pages', 'another word processor'],
    [{ 'a.txt': 'x' }, 'a.zip', 'an archive'],
  ])('an archive of another kind is named for what it is: %j', async (files, name, what) => {
    const error = await refusal(name, zip(files));
    expect(error.code).toBe('living-wiki:source_unsupported');
    expect(error.message).toContain(what);
  });
});
