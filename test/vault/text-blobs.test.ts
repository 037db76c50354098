import { gzipSync } from 'fflate';
import fc from 'fast-check';
import { hashText, MemoryVault, readPacked, TextBlobs, writePacked } from '../../src/vault';
import { decompressLong, decompressText, packText } from '../../src/vault/compress';

const FOLDER = '.wiki/texts';
const pathOf = (hash: string): string => `${FOLDER}/${hash}.json.z`;
const files = async (vault: MemoryVault): Promise<string[]> => (await vault.list(FOLDER)).map(({ path }) => path);

/** A page as a backlog makes it grow: a few lines come, one changes. */
const versions = fc
  .array(
    fc.tuple(
      fc.nat(),
      fc.array(fc.string({ unit: 'grapheme-composite', maxLength: 60 }), { minLength: 1, maxLength: 3 }),
    ),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((steps) => {
    const texts = ['---\ntitle: A\n---\n\n# A\n'];
    for (const [place, added] of steps) {
      const lines = (texts.at(-1) ?? '').split('\n');
      lines.splice(place % (lines.length + 1), place % 3 === 0 ? 1 : 0, ...added);
      texts.push(lines.join('\n'));
    }
    return texts;
  });

describe('TextBlobs', () => {
  it('gives every version back after a restart, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(versions, fc.nat(), async (texts, seed) => {
        const vault = new MemoryVault();
        const blobs = new TextBlobs(vault, FOLDER);
        let last: string | null = null;
        for (const text of texts) last = await blobs.put(text, last);
        const later = new TextBlobs(vault, FOLDER);
        for (let at = 0; at < texts.length; at += 1) {
          const text = texts[(at * 7 + seed) % texts.length] ?? '';
          expect(await later.load(hashText(text))).toBe(true);
          expect(later.text(hashText(text))).toBe(text);
        }
      }),
    );
  });

  it('keeps what some versions need, whichever they are, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(versions, fc.array(fc.boolean()), async (texts, wanted) => {
        const vault = new MemoryVault();
        const blobs = new TextBlobs(vault, FOLDER);
        let last: string | null = null;
        for (const text of texts) last = await blobs.put(text, last);
        const needed = texts.filter((_, at) => wanted[at] === true).map(hashText);
        await new TextBlobs(vault, FOLDER).keepOnly(needed);
        const later = new TextBlobs(vault, FOLDER);
        for (const hash of needed) expect(await later.load(hash)).toBe(true);
        expect(await later.keepOnly(needed)).toBe(0);
        if (needed.length === 0) expect(await files(vault)).toEqual([]);
      }),
    );
  });

  it('takes as much for a text that grows as what is added to it', async () => {
    const vault = new MemoryVault();
    const blobs = new TextBlobs(vault, FOLDER);
    const size = async (): Promise<number> => (await vault.list(FOLDER)).reduce((sum, { size: each }) => sum + each, 0);
    const sizes: number[] = [];
    let text = '# A page\n';
    let last: string | null = null;
    for (let at = 0; at < 300; at += 1) {
      text += `Sentence ${at} says ${hashText(String(at))}.\n`;
      last = await blobs.put(text, last);
      if (at % 100 === 99) sizes.push(await size());
    }
    const [first = 0, second = 0, third = 0] = sizes;
    // The text is kept whole whenever it has doubled, which costs as much again; every version whole would make this five.
    expect((third - second) / first).toBeLessThan(2);
  });

  it.each([
    ['another text', () => JSON.stringify({ version: 1, text: 'forged' })],
    ['no JSON', () => '{'],
    ['another version', (json: string) => json.replace('"version":1', '"version":2')],
    ['edits that do not fit', (json: string) => json.replace(/"edits":\[\[\d+/, '"edits":[[9999')],
    [
      'a text that builds on itself',
      (json: string) => json.replace(/"from":"[0-9a-f]{64}"/, `"from":"${hashText('b\nc\nd\n')}"`),
    ],
  ])('a file with %s counts as missing, and is written again', async (_, damage) => {
    const vault = new MemoryVault();
    const blobs = new TextBlobs(vault, FOLDER);
    const [first, second] = ['b\nc\n', 'b\nc\nd\n'];
    await blobs.put(second, await blobs.put(first, null));
    const path = pathOf(hashText(second));
    const json = (await readPacked(vault, path)) ?? '';
    expect(damage(json)).not.toBe(json);
    await writePacked(vault, path, damage(json));
    const later = new TextBlobs(vault, FOLDER);
    expect(await later.load(hashText(second))).toBe(false);
    expect(later.text(hashText(second))).toBeNull();
    await later.put(second, hashText(first));
    expect(await new TextBlobs(vault, FOLDER).load(hashText(second))).toBe(true);
  });
});

describe('packed files', () => {
  it('give any text back, short or long', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat({ max: 2 }), async (piece, power) => {
        const vault = new MemoryVault();
        const text = piece.repeat(40 ** power);
        await writePacked(vault, 'a.z', text);
        expect(await readPacked(vault, 'a.z')).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it('that are cut, or claim another length, count as damaged', () => {
    const packed = packText('A text that is packed.');
    expect(decompressText(packed)).toBe('A text that is packed.');
    for (let end = 4; end < packed.length; end += 1) expect(decompressText(packed.slice(0, end))).toBeNull();
    for (const length of [0, 1, 21, 23, 0xff_ff_ff_ff]) {
      const lying = packed.slice();
      new DataView(lying.buffer).setUint32(4, length, true);
      expect(decompressText(lying)).toBeNull();
    }
  });

  it('that would unpack to far more than their size are not unpacked, and none such is written', async () => {
    const bomb = (text: string): readonly Uint8Array[] => {
      const bytes = new TextEncoder().encode(text);
      const packed = packText(text);
      return [packed, new Uint8Array(gzipSync(bytes, { level: 9 }))];
    };
    for (const bytes of bomb('['.repeat(40_000_000))) {
      expect(bytes.length).toBeLessThan(50_000);
      expect(decompressText(bytes)).toBeNull();
      expect(await decompressLong(bytes)).toBeNull();
    }
    const vault = new MemoryVault();
    const text = 'a'.repeat(5_000_000);
    await writePacked(vault, 'a.z', text);
    expect(await readPacked(vault, 'a.z')).toBe(text);
  });
});
