import { type EncodingGuesser } from '../../workbench';

/**
 * Guesses the encoding of a text that is not UTF-8. Each common one is tried; with the right one, the text looks like
 * words: letters of one script, no capital after a small letter, no symbol inside a word, frequent letters frequent.
 */
export const guessEncoding: EncodingGuesser = (sample) =>
  CANDIDATES.map(([label, judge]) => ({ label, score: judge(decode(sample, label)) }))
    .filter(({ score }) => score > 0.3)
    .sort((a, b) => b.score - a.score)
    .map(({ label }) => label);

type Scorer = (text: string) => number;

/** A sample of a long text consists of pieces, and a character may be cut at the end of each. */
function decode(sample: Uint8Array, label: string): string {
  try {
    const text = new TextDecoder(label).decode(sample);
    const lost = text.split('\ufffd').length - 1;
    return lost > sample.length / 400 ? '' : text;
  } catch {
    return '';
  }
}

/** The share of the non-ASCII characters that match. */
function share(text: string, kind: RegExp): number {
  const all = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return all === 0 ? 0 : (text.match(kind)?.length ?? 0) / all;
}

const KANA = /[\u3040-\u30ff\u3001\u3002]/gu;
const HAN = /[\u3400-\u9fff]/gu;
const UNLIKELY = /[\ue000-\uf8ff\uff61-\uff9f\u2500-\u257f]/gu;

const japanese: Scorer = (text) => 1.8 * share(text, KANA) + 0.3 * share(text, HAN) - 3 * share(text, UNLIKELY);
const korean: Scorer = (text) => 1.1 * share(text, /[\uac00-\ud7a3]/gu) - share(text, HAN) - share(text, UNLIKELY);

/** Counts the characters that make up a third of any Chinese text. */
const chinese =
  (common: string): Scorer =>
  (text) =>
    3 * share(text, new RegExp(`[${common}，。]`, 'gu')) - share(text, /[\u3040-\u30ff]/gu) - share(text, UNLIKELY);

/** A script with one byte per letter. `common`: its most frequent letters. */
const alphabet =
  (script: string, common: string): Scorer =>
  (text) => {
    const known = new RegExp(`[${common}]`, 'giu');
    const inner = new RegExp(
      `\\p{Ll}\\p{Lu}|\\p{L}[^\\0-\\x7f\\p{L}\\p{M}’‘'–—]\\p{L}|[a-z](?=[^\\0-\\x7f])${script}|(?=[^\\0-\\x7f])${script}[a-z]`,
      'gu',
    );
    return (
      0.4 * share(text, new RegExp(`(?=[^\\0-\\x7f])${script}`, 'gu')) +
      share(text, known) -
      2 * share(text, inner) -
      share(text, /[\x80-\x9f]/gu)
    );
  };

const cyrillic = alphabet('\\p{Script=Cyrillic}', 'оеаинтсрвлкмдпуяы');

const CANDIDATES: readonly (readonly [label: string, judge: Scorer])[] = [
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  [
    'gb18030',
    chinese('的一是不了在人有我他这中大来上国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后'),
  ],
  [
    'big5',
    chinese('的一是不了在人有我他這中大來上國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她里後'),
  ],
  ['euc-kr', korean],
  ['windows-1251', cyrillic],
  ['koi8-r', cyrillic],
  ['iso-8859-5', cyrillic],
  ['windows-1253', alphabet('\\p{Script=Greek}', 'αοιετνσηυρπκςάίόήέ')],
  ['windows-1255', alphabet('\\p{Script=Hebrew}', 'יוהלאמתרבשנ')],
  ['windows-1256', alphabet('\\p{Script=Arabic}', 'اليمنرتبةعدسف')],
  ['windows-874', alphabet('\\p{Script=Thai}', 'านรกอเงมยลวดทสตะปบคห่้ีัิ')],
];
