import { big5, euc_jp, euc_kr, gb_18030, sjis } from 'chardet/lib/encoding/mbcs.js';
import {
  ISO_8859_1,
  ISO_8859_2,
  ISO_8859_5,
  ISO_8859_6,
  ISO_8859_7,
  ISO_8859_8,
  ISO_8859_9,
  KOI8_R,
  windows_1251,
  windows_1256,
  windows_1257,
  windows_874,
} from 'chardet/lib/encoding/sbcs.js';
import { type EncodingGuesser } from '../workbench';

/** The recognisers of `chardet`, imported one by one, because its main module also imports `fs`. */
const RECOGNISERS = [
  new sjis(),
  new big5(),
  new euc_jp(),
  new euc_kr(),
  new gb_18030(),
  new ISO_8859_1(),
  new ISO_8859_2(),
  new ISO_8859_5(),
  new ISO_8859_6(),
  new ISO_8859_7(),
  new ISO_8859_8(),
  new ISO_8859_9(),
  new windows_1251(),
  new windows_1256(),
  new windows_1257(),
  new windows_874(),
  new KOI8_R(),
];

/** Guesses the encoding from the frequencies of bytes and byte pairs in many languages. */
export const guessEncoding: EncodingGuesser = (sample) => {
  const byteStats = new Array<number>(256).fill(0);
  for (const byte of sample) byteStats[byte] = (byteStats[byte] ?? 0) + 1;
  const c1Bytes = byteStats.slice(0x80, 0xa0).some((count) => count > 0);
  const context = {
    byteStats,
    c1Bytes,
    rawInput: sample,
    rawLen: sample.length,
    inputBytes: sample,
    inputLen: sample.length,
  };
  return RECOGNISERS.flatMap((recogniser) => recogniser.match(context) ?? [])
    .filter(({ confidence }) => confidence >= 10)
    .sort((a, b) => b.confidence - a.confidence)
    .map(({ name }) => name);
};
