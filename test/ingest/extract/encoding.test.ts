import { declaredEncoding, decodeText } from '../../../src/ingest/extract/encoding';
import { CHINESE, encode, GERMAN, GREEK, JAPANESE, KOREAN, RUSSIAN } from '../support/encode';
import { extracted, refusal } from '../support/extract-source';

const utf16 = (text: string, little: boolean): Uint8Array =>
  new Uint8Array(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((code) =>
      little ? [code & 255, code >> 8] : [code >> 8, code & 255],
    ),
  );
const utf32 = (text: string, little: boolean): Uint8Array =>
  new Uint8Array(
    Array.from(text).flatMap((char) => {
      const code = char.codePointAt(0) ?? 0;
      const bytes = [code & 255, (code >> 8) & 255, code >> 16, 0];
      return little ? bytes : bytes.reverse();
    }),
  );
const joined = (...parts: (number[] | Uint8Array)[]): Uint8Array => new Uint8Array(parts.flatMap((part) => [...part]));

describe('encodings', () => {
  it.each([
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['shift_jis', JAPANESE],
    ['euc-jp', JAPANESE],
    ['gb18030', CHINESE],
    ['euc-kr', KOREAN],
    ['windows-1252', GERMAN],
    ['iso-8859-7', GREEK],
  ])('%s is guessed, and a note says so', async (label, text) => {
    const source = await extracted('a.txt', encode(text, label));
    expect(source.passages.map((passage) => passage.text)).toEqual([text]);
    expect(source.notes.join()).toMatch(/does not declare its encoding/u);
  });

  it('typographic signs between ASCII words are windows-1252', async () => {
    // The table of WHATWG Encoding: 0x93 and 0x94 are quotes, 0x96 is a dash, 0x80 the euro, 0x85 an ellipsis.
    const ascii = 'The #engine$ % never finished % cost &17,470~';
    const signs = new Map([
      ['#', 0x93],
      ['$', 0x94],
      ['%', 0x96],
      ['&', 0x80],
      ['~', 0x85],
    ]);
    const source = await extracted(
      'a.txt',
      new Uint8Array(Array.from(ascii, (char) => signs.get(char) ?? char.charCodeAt(0))),
    );
    expect(source.passages[0]?.text).toBe('The “engine” – never finished – cost €17,470…');
  });

  it('windows-1252 is decoded as the standard defines it, whatever the host does', () => {
    const decoded = decodeText(
      joined([0x80, 32, 0x8e, 32, 0x9c, 32, 0x9f, 32], encode(GERMAN, 'iso-8859-1')),
      'windows-1252',
    );
    expect(decoded?.text.slice(0, 8)).toBe('€ Ž œ Ÿ ');
  });

  it.each([
    ['UTF-8', joined([0xef, 0xbb, 0xbf], new TextEncoder().encode(RUSSIAN))],
    ['UTF-16 little', joined([0xff, 0xfe], utf16(RUSSIAN, true))],
    ['UTF-16 big', joined([0xfe, 0xff], utf16(RUSSIAN, false))],
    ['UTF-32 little', joined([0xff, 0xfe, 0, 0], utf32(RUSSIAN, true))],
    ['UTF-32 big', joined([0, 0, 0xfe, 0xff], utf32(RUSSIAN, false))],
    ['UTF-16 with half a character at the end', joined([0xff, 0xfe], utf16(RUSSIAN, true), [0x41])],
  ])('a byte-order mark decides: %s', async (_, bytes) => {
    const source = await extracted('a.txt', bytes);
    expect(source.passages.map((passage) => passage.text)).toEqual([RUSSIAN]);
    expect(source.notes).toEqual([]);
  });

  it.each([
    ['English', 'Plain words of a Windows program.\r\nNext.'],
    ['Chinese', `${CHINESE}\n${CHINESE} 42\n`],
  ])('UTF-16 without a mark is recognised: %s', (_, text) => {
    for (const little of [true, false]) {
      expect(decodeText(utf16(text, little))).toEqual({
        text,
        encoding: little ? 'utf-16le' : 'utf-16be',
        guessed: true,
      });
    }
  });

  it('the encoding that HTML or XML declares is used, unless the file is UTF-8 after all', async () => {
    const page = (label: string): string =>
      `<html><head><meta http-equiv="content-type" content="text/html; charset=${label}"></head><body><p>`;
    const legacy = joined(new TextEncoder().encode(page('koi8-r')), encode('Он', 'koi8-r'));
    expect((await extracted('a.html', legacy)).passages[0]?.text).toBe('Он');
    expect((await extracted('a.html', `${page('koi8-r')}Он`)).passages[0]?.text).toBe('Он');
    expect(declaredEncoding(new TextEncoder().encode('<?xml version="1.0" encoding="Shift_JIS"?><a/>'))).toBe(
      'Shift_JIS',
    );
    expect(declaredEncoding(new TextEncoder().encode('<p>charset=x'))).toBeNull();
  });

  it('ISO-2022-JP, which has only ASCII bytes, is recognised by its escapes', () => {
    const bytes = joined([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42, 0x21]);
    expect(decodeText(bytes)).toEqual({ text: '日本!', encoding: 'iso-2022-jp', guessed: false });
  });

  it('binary bytes with a text extension are rejected', async () => {
    const zeros = new Uint8Array(5000).map((_, at) => (at * 7919) % 251);
    const error = await refusal('notes.txt', zeros);
    expect(error.code).toBe('living-wiki:source_mislabelled');
    expect(error.path).toBe('notes.txt');
    expect(error.remedy).toBeTruthy();
  });
});
