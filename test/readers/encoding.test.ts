// The guess at old encodings that the app's host makes, without the tables of the command line.
import { guessEncoding as withTables } from '../../src/node/encoding';
import { decodeText } from '../../src/ingest/extract/encoding';
import { guessEncoding } from '../../src/obsidian/host/encoding';
import { CHINESE, encode, GERMAN, GREEK, JAPANESE, KOREAN, RUSSIAN } from '../ingest/support/encode';

const HEBREW = 'המכונה לא הושלמה מעולם. היא עמדה בלונדון, ואיש לא ידע שהיא יודעת לחשב ולארוג דוגמאות.';
const ARABIC = 'لم تكتمل الآلة قط. كانت في لندن، ولم يكن أحد يعلم أنها تستطيع أن تحسب وأن تنسج النقوش.';
const THAI = 'เครื่องจักรนี้ไม่เคยสร้างเสร็จ มันอยู่ในลอนดอน และไม่มีใครรู้ว่ามันคำนวณได้';
const TRADITIONAL =
  '這台機器從未完成。它在倫敦，沒有人知道它會計算，也會織出花紋。我們可以讓它做我們知道如何命令它做的事情。';
const UKRAINIAN = 'Машина ніколи не була завершена. Вона стояла в Лондоні, і ніхто не знав, що вона вміє рахувати.';
const FRENCH =
  "La machine n'a jamais été achevée. À Londres, personne ne savait qu'elle était déjà prête à dessiner des fleurs.";

const cases: readonly (readonly [label: string, text: string])[] = [
  ['windows-1251', RUSSIAN],
  ['windows-1251', UKRAINIAN],
  ['koi8-r', RUSSIAN],
  ['iso-8859-5', RUSSIAN],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
  ['gb18030', CHINESE],
  ['big5', TRADITIONAL],
  ['euc-kr', KOREAN],
  ['windows-1253', GREEK],
  ['windows-1255', HEBREW],
  ['windows-1256', ARABIC],
  ['windows-874', THAI],
  ['windows-1252', GERMAN],
  ['windows-1252', FRENCH],
];

it.each(cases)('%s: %s', (label, text) => {
  const decoded = decodeText(encode(text, label), null, guessEncoding);
  expect(decoded).toMatchObject({ text, guessed: true });
});

it('a long text, of which only pieces are looked at', () => {
  for (const [label, text] of [['windows-1251', RUSSIAN] as const, ['shift_jis', JAPANESE] as const]) {
    const long = `${'Plain words. '.repeat(500)}${text}\n`.repeat(40);
    expect(decodeText(encode(long, label), null, guessEncoding)?.text).toBe(long);
  }
});

it('it is no worse than the tables on mixed text', () => {
  for (const [label, text] of cases) {
    const mixed = `Title: Notes on the Engine\nDate: 1843-10-01\n\n${text}\n\nSee also https://example.org/a?b=c.`;
    const bytes = encode(mixed, label);
    const ours = decodeText(bytes, null, guessEncoding)?.text === mixed;
    const theirs = decodeText(bytes, null, withTables)?.text === mixed;
    expect([label, ours || !theirs]).toEqual([label, true]);
  }
});
