const ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';

const SMALL = new Map<string, number>([
  ...ONES.split(' ').map((word, at) => [word, at + 1] as const),
  ...ORDINALS.split(' ').map((word, at) => [word, at + 1] as const),
]);
const ROUND = new Map<string, number>([
  ...TENS.split(' ').map((word, at) => [word, (at + 2) * 10] as const),
  ...TENS.split(' ').map((word, at) => [word.replace(/y$/, 'ieth'), (at + 2) * 10] as const),
]);
const SCALES = new Map<string, number>([
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['million', 1e6],
  ['millions', 1e6],
]);
const HALVES: ReadonlyMap<string, string> = new Map([
  ['¼', '.25'],
  ['½', '.5'],
  ['¾', '.75'],
]);

/** The figures of what a text says in words, with fractions or shortened: "the second of April", "eighty-four", "four millions", "17½", "$200k". */
export function withFigures(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const found: number[] = [];
  let open: number | null = null;
  const close = (): void => {
    if (open !== null) found.push(open);
    open = null;
  };
  for (const word of words) {
    const value = SMALL.get(word) ?? ROUND.get(word);
    const scale = SCALES.get(word);
    if (value !== undefined && open !== null && canFollow(open, value)) open += value;
    else if (value !== undefined) {
      close();
      open = value;
    } else if (scale !== undefined) open = (open ?? 1) * scale;
    else if (word !== 'and' || open === null) close();
  }
  close();
  const fractions = [...text.matchAll(/(\d*)([¼½¾])/g)].map(
    ([, whole = '', part = '']) => `${whole === '' ? '0' : whole}${HALVES.get(part) ?? ''}`,
  );
  return [...found, ...fractions, ...scaledFigures(text)].join(' ');
}

const SUFFIXES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['bn', 1e9],
]);

/** "$200k" is 200,000, "1.5M" is 1,500,000. "200 m" may be metres. */
function scaledFigures(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|[^\p{L}\p{N}.,])(\d+(?:\.\d+)?)(k|K|M|bn)(?![\p{L}\p{N}])/gu)].flatMap(
    ([, figure = '', suffix = '']) => {
      const value = Math.round(Number(figure) * (SUFFIXES.get(suffix.toLowerCase()) ?? 1));
      return [figure, String(value), value.toLocaleString('en')];
    },
  );
}

/** "Eighty" takes "four", "two hundred" takes "eleven", and "four" takes nothing. */
function canFollow(open: number, value: number): boolean {
  return (open >= 100 && value < 100 && open % 100 === 0) || (open % 100 >= 20 && open % 10 === 0 && value < 10);
}
