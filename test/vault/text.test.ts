import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { decodeText, encodeText, hashBytes, hashText } from '../../src/vault';
import { hashLongBytes } from '../../src/vault/text';
import { codeOf } from './support/contract';

const attempt = (work: () => unknown): Promise<string | null> => codeOf(new Promise((resolve) => resolve(work())));
const wholeText = fc.string({ unit: 'binary' });

it('a hash is the SHA-256 that other tools compute', () => {
  expect(hashText('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(hashBytes(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
  );
});

it('many bytes have the hash that other tools compute, whatever was hashed before and wherever they lie in memory', async () => {
  for (const length of [3_999, 4_001, 65_535, 65_537, 200_003, 4_000_001]) {
    const memory = new Uint8Array(length + 1).map((_, at) => at * 31 + (at >> 8));
    for (const start of [0, 1]) {
      const bytes = memory.subarray(start, start + length);
      for (const changed of [0, length - 1, length >> 1]) {
        bytes[changed] = (bytes[changed] ?? 0) + 1;
        const expected = createHash('sha256').update(bytes).digest('hex');
        expect([await hashLongBytes(bytes), hashBytes(bytes)]).toEqual([expected, expected]);
      }
    }
  }
});

it('the hash of a text is the hash of its file, byte-order mark included', () => {
  fc.assert(fc.property(wholeText, (text) => expect(hashText(text)).toBe(hashBytes(encodeText(text)))));
  expect(hashText('\ufeffa')).not.toBe(hashText('a'));
});

it('a text survives encoding and decoding', () => {
  fc.assert(fc.property(wholeText, (text) => expect(decodeText(encodeText(text), 'x')).toBe(text)));
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), 'x')).toBe('\ufeffa');
});

it('bytes that can be decoded encode to the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6 }), (bytes) => {
      let text: string;
      try {
        text = decodeText(bytes, 'x');
      } catch {
        return;
      }
      expect([...encodeText(text)]).toEqual([...bytes]);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['half a surrogate pair', () => encodeText('a\ud83d', 'x')],
  ['a lone second half', () => encodeText('\ude00a', 'x')],
  ['Latin-1', () => decodeText(new Uint8Array([0xe9]), 'x')],
  ['a cut-off character', () => decodeText(new Uint8Array([0xe6, 0x97]), 'x')],
  ['an overlong form', () => decodeText(new Uint8Array([0xc0, 0xaf]), 'x')],
  ['a surrogate in UTF-8', () => decodeText(new Uint8Array([0xed, 0xa0, 0x80]), 'x')],
  ['UTF-16', () => decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0x00]), 'x')],
])('%s is refused, never replaced', async (_name, work) => {
  expect(await attempt(work)).toBe('living-wiki:not_utf8');
});
