import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { silentRun } from '../../src/base';
import {
  createBudget,
  createMemoryDailyUsage,
  formatCost,
  estimatePictureTokens,
  audioDuration,
} from '../../src/model';
import { fails, sends } from './server/behaviours';
import { ModelServer } from './server/server';
import { createFixture, errorOf } from './support';

const be = (size: 2 | 4, value: number): number[] =>
  Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);
const le = (size: 2 | 4 | 8, value: number): number[] =>
  Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** at) % 256);
const text = (value: string): number[] => Array.from(value, (char) => char.charCodeAt(0));
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const box = (name: string, ...content: number[]): number[] => [...be(4, content.length + 8), ...text(name), ...content];

/** 16 kHz, 16 bits, one channel: 32,000 bytes a second. */
function wave(seconds: number, size = seconds * 32_000): Uint8Array {
  const format = [...le(2, 1), ...le(2, 1), ...le(4, 16_000), ...le(4, 32_000), ...le(2, 2), ...le(2, 16)];
  const head = [...text('RIFF'), ...le(4, 0), ...text('WAVE'), ...text('LIST'), ...le(4, 3), 1, 2, 3, 0];
  const bytes = [...head, ...text('fmt '), ...le(4, 16), ...format, ...text('data'), ...le(4, size)];
  return Uint8Array.from([...bytes, ...zeros(seconds * 32_000)]);
}

/** MPEG 1 layer III, 64 kilobits a second, 44.1 kHz, mono. */
const frame = [0xff, 0xfb, 0x50, 0xc0];
const id3 = [...text('ID3'), 4, 0, 0, 0, 0, 1, 0, ...zeros(128)];
const movie = (version: 0 | 1): number[] =>
  box(
    'moov',
    ...box(
      'mvhd',
      ...(version === 0
        ? [...be(4, 0), ...zeros(8), ...be(4, 1000), ...be(4, 90_000)]
        : [1, 0, 0, 0, ...zeros(16), ...be(4, 1000), ...zeros(4), ...be(4, 90_000)]),
      ...zeros(80),
    ),
  );
const oggPage = (position: number, ...content: number[]): number[] => [
  ...text('OggS'),
  ...[0, 0, ...le(8, position), ...zeros(12), 1, content.length],
  ...content,
];

describe('the length of a recording', () => {
  it.each<[string, number[] | Uint8Array, number]>([
    ['WAV', wave(3), 3],
    ['WAV of a recorder that left the size open', wave(3, 0xffff_ffff), 3],
    ['MP3 of one rate', [...id3, ...frame, ...zeros(16_000 - 4)], 2],
    [
      'MP3 with its number of frames',
      [...frame, ...zeros(17), ...text('Xing'), ...be(4, 1), ...be(4, 3_828), ...zeros(50_000)],
      (3_828 * 1_152) / 44_100,
    ],
    ['M4A', [...box('ftyp', ...text('M4A ')), ...movie(0), ...box('mdat', ...zeros(90_000))], 90],
    [
      'M4A with its head at the end',
      [...box('ftyp', ...text('M4A ')), ...box('mdat', ...zeros(90_000)), ...movie(1)],
      90,
    ],
    [
      'Opus in OGG',
      [...oggPage(0, ...text('OpusHead'), 1, 1, ...le(2, 312)), ...zeros(60_000), ...oggPage(480_312, 0)],
      10,
    ],
    [
      'Vorbis in OGG',
      [...oggPage(0, 1, ...text('vorbis'), ...zeros(5), ...le(4, 44_100)), ...zeros(60_000), ...oggPage(441_000, 0)],
      10,
    ],
    [
      'WebM',
      [
        ...[0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x15, 0x49, 0xa9, 0x66, 0x90, 0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40],
        ...[0x44, 0x89, 0x84, ...new Uint8Array(new Float32Array([12_500]).buffer).reverse(), ...zeros(60_000)],
      ],
      12.5,
    ],
    [
      'FLAC',
      [...text('fLaC'), 0, 0, 0, 34, ...zeros(10), 0x0a, 0xc4, 0x42, 0xf0, ...be(4, 441_000), ...zeros(400_000)],
      10,
    ],
  ])('of %s stands in its head', (_, bytes, seconds) => {
    const length = audioDuration(Uint8Array.from(bytes));
    expect(length.isExact).toBe(true);
    expect(length.seconds).toBeCloseTo(seconds, 1);
  });

  it('is estimated from the file size if the header has none or a wrong one', () => {
    const unknown = { seconds: 10, isExact: false };
    expect(audioDuration(new Uint8Array(40_000))).toEqual(unknown);
    const endless = [...frame, ...zeros(17), ...text('Info'), ...be(4, 1), ...be(4, 0xffff_ffff)];
    expect(audioDuration(Uint8Array.from([...endless, ...zeros(40_000 - endless.length)]))).toEqual(unknown);
    expect(audioDuration(new Uint8Array(0))).toEqual({ seconds: 1, isExact: false });
  });

  it('is above 0 for any bytes', () => {
    const heads = ['RIFF', 'OggS', 'fLaC', '\x1aE\xdf\xa3', '....ftyp', 'ID3', '\xff\xfb\x50\xc0'];
    const bytes = fc.tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }));
    fc.assert(
      fc.property(bytes, ([head, rest]) => {
        const file = Uint8Array.from([...text(head), ...rest]);
        const { seconds } = audioDuration(file);
        expect(seconds).toBeGreaterThan(0);
        expect(seconds).toBeLessThan(10);
        expect(estimatePictureTokens(file)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the tokens of a picture', () => {
  const png = (width: number, height: number): number[] => [
    ...[0x89, ...text('PNG\r\n\x1a\n'), ...be(4, 13), ...text('IHDR')],
    ...[...be(4, width), ...be(4, height)],
  ];

  // The examples that OpenAI gives.
  it.each([
    [1024, 1024, 765],
    [2048, 4096, 1105],
  ])('%d by %d', (width, height, tokens) => {
    expect(estimatePictureTokens(Uint8Array.from(png(width, height)))).toBe(tokens);
  });

  it.each<[string, number[]]>([
    ['JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, ...be(2, 600), ...be(2, 500)]],
    ['GIF', [...text('GIF89a'), ...le(2, 500), ...le(2, 600)]],
    ['WebP, lossy', [...text('RIFF....WEBPVP8 '), ...zeros(10), ...le(2, 500), ...le(2, 600)]],
    ['WebP, lossless', [...text('RIFF....WEBPVP8L'), ...zeros(4), 0x2f, ...le(4, 499 + 599 * 2 ** 14)]],
    ['WebP, extended', [...text('RIFF....WEBPVP8X'), ...zeros(8), ...[0xf3, 1, 0, 0x57, 2, 0]]],
  ])('%s', (_, bytes) => {
    expect(estimatePictureTokens(Uint8Array.from(bytes))).toBe(85 + 170 * 2);
  });

  it('are counted for a real file, and for one without a size', () => {
    const real = readFileSync('node_modules/pdf-parse/lib/pdf.js/v1.10.88/web/images/loading-icon.gif');
    expect(estimatePictureTokens(real)).toBe(255);
    expect(estimatePictureTokens(Uint8Array.from(png(0, 10)))).toBe(1105);
    expect(estimatePictureTokens(new Uint8Array(3))).toBe(1105);
  });
});

describe('a recording that is transcribed', () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await ModelServer.start();
  });
  afterAll(() => server.close());

  const clock = { now: () => Date.UTC(2026, 3, 27, 15) };
  const prices = {
    currency: 'USD',
    prices: [
      { model: 'whisper-1', input: 0, output: 0, minute: 0.006 },
      { model: 'hears', input: 2, output: 10 },
    ],
  };
  const speech = (more: object): ReturnType<typeof sends> => sends(JSON.stringify({ text: 'Hello there.', ...more }));
  const job = (transcriptionModel?: string, caps = {}) => {
    const budget = createBudget({ prices, days: createMemoryDailyUsage(), clock, ...caps });
    const { model } = createFixture(
      server,
      { budget, clock },
      transcriptionModel === undefined ? {} : { transcriptionModel },
    );
    return { ledger: budget, hear: () => model.transcribe(wave(2), 'talk.wav', silentRun) };
  };

  it.each<[string, string | undefined, object, string]>([
    [
      'the seconds that are charged',
      undefined,
      { usage: { type: 'duration', seconds: 90 } },
      '1.5 minutes of recording, 0.0090 USD',
    ],
    ['the length that the server heard', undefined, { duration: 30.1 }, '0.5 minutes of recording, 0.0030 USD'],
    ['the length in its head, as an estimate', undefined, {}, 'about 0.1 minutes of recording, 0.0002 USD'],
    [
      'tokens, where these are charged',
      'hears',
      { usage: { type: 'tokens', input_tokens: 1000, output_tokens: 100 } },
      '1,000 tokens in, 100 out, 0.1 minutes of recording, 0.0030 USD',
    ],
    ['an unknown price, where no tokens are counted', 'hears', {}, 'about 0.1 minutes of recording, price unknown'],
  ])('counts %s', async (_, model, more, shown) => {
    server.script(speech(more));
    const { ledger, hear } = job(model);
    const { usage } = await hear();
    expect(ledger.charged).toHaveLength(1);
    expect(ledger.charged[0]!.cost.usage).toEqual(usage);
    expect(formatCost(ledger.charged[0]!.cost)).toBe(shown);
  });

  it('is not sent if it could exceed a limit, or if money is limited and its price is unknown', async () => {
    server.script(speech({ duration: 2 }));
    const codes = await Promise.all(
      [
        job(undefined, { job: { money: 0.0001 } }),
        job(undefined, { day: { tokens: 19 } }),
        job('x', { job: { money: 9 } }),
      ].map(async ({ hear }) => (await errorOf(hear())).code),
    );
    expect(codes.map((code) => code.replace('living-wiki:model_', ''))).toEqual([
      'budget_exhausted',
      'budget_exhausted',
      'price_unknown',
    ]);
    expect(server.asked).toEqual([]);
  });

  it('is charged if the answer is unusable, and not if the server rejected it', async () => {
    server.script(fails(400, 'response_format verbose_json is not supported'), sends('{"text":""}'));
    const { ledger, hear } = job();
    expect((await errorOf(hear())).code).toBe('living-wiki:model_empty_answer');
    expect(ledger.charged).toHaveLength(1);
    expect(ledger.total()).toMatchObject({ tokens: 20, usage: { seconds: 2, estimated: true } });
  });
});
