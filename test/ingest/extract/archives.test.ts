import { zipSync } from 'fflate';
import { MAX_ARCHIVE_ENTRIES, MAX_ENTRY_BYTES } from '../../../src/ingest';
import { extracted, refusal } from '../support/extract-source';
import { docx, patchRecords, zip } from '../support/zip';

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const paragraph = '<w:p><w:r><w:t>text</w:t></w:r></w:p>';

describe('archives', () => {
  it('a high ratio is refused while it unpacks', async () => {
    const bomb = docx('', { 'word/document.xml': new Uint8Array(16 * 1024 * 1024).fill(32) });
    expect(bomb.length).toBeLessThan(100_000);
    const error = await refusal('a.docx', bomb);
    expect(error.code).toBe('living-wiki:source_too_large');
    expect(error.message).toContain('times its size');
  });

  it('a header that claims a small size does not help a bomb, and one that claims a good ratio neither', async () => {
    const bomb = docx('', { 'word/document.xml': new Uint8Array(16 * 1024 * 1024).fill(32) });
    expect((await refusal('a.docx', patchRecords(bomb, CENTRAL, 24, 4, 100, 'word/document.xml'))).code).toBe(
      'living-wiki:source_too_large',
    );
    // Claiming more packed bytes than there are leads out of the file.
    expect((await refusal('a.docx', patchRecords(bomb, CENTRAL, 20, 4, 0x7fffffff, 'word/document.xml'))).code).toBe(
      'living-wiki:source_broken',
    );
  });

  it('what is only large is refused too', async () => {
    const large = zipSync({ 'word/document.xml': new Uint8Array(MAX_ENTRY_BYTES + 1) }, { level: 0 });
    expect((await refusal('a.docx', large)).code).toBe('living-wiki:source_too_large');
  });

  it('many entries are refused, whatever the archive says of their number', async () => {
    const files = Object.fromEntries(
      Array.from({ length: MAX_ARCHIVE_ENTRIES + 1 }, (_, at) => [`${at}`, new Uint8Array()]),
    );
    const many = zipSync({ ...files, 'word/document.xml': new Uint8Array() }, { level: 0 });
    expect((await refusal('a.docx', many)).code).toBe('living-wiki:source_too_large');
    const lying = patchRecords(patchRecords(many, END, 10, 2, 1), END, 8, 2, 1);
    expect((await refusal('a.docx', lying)).code).toBe('living-wiki:source_too_large');
  });

  it('entries that overlap are refused', async () => {
    expect((await refusal('a.docx', patchRecords(docx(paragraph), CENTRAL, 42, 4, 0))).code).toBe(
      'living-wiki:source_broken',
    );
  });

  it('a size or a checksum that does not fit is a damaged file', async () => {
    expect((await refusal('a.docx', patchRecords(docx(paragraph), CENTRAL, 24, 4, 7))).code).toBe(
      'living-wiki:source_broken',
    );
    expect((await refusal('a.docx', patchRecords(docx(paragraph), CENTRAL, 16, 4, 7))).code).toBe(
      'living-wiki:source_broken',
    );
  });

  it('a password is named as the reason', async () => {
    expect((await refusal('a.docx', patchRecords(docx(paragraph), CENTRAL, 8, 2, 1))).code).toBe(
      'living-wiki:source_encrypted',
    );
  });

  it('a file that breaks off anywhere is a damaged one', async () => {
    const whole = docx(paragraph);
    for (let length = 4; length < whole.length; length += 37) {
      expect((await refusal('a.docx', whole.slice(0, length))).code).toBe('living-wiki:source_broken');
    }
  });

  it('names that lead elsewhere are only names', async () => {
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
  ])('other archives are named for what they are: %j', async (files, name, what) => {
    const error = await refusal(name, zip(files));
    expect(error.code).toBe('living-wiki:source_unsupported');
    expect(error.message).toContain(what);
  });
});
