const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, at) => [word, at + 2] as const),
);
const TENS: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBER_WORD = new RegExp(
  `(?:^|[^\\p{L}-])((?:${TENS.join('|')})(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|${[...NUMBER_WORDS.keys()].join('|')})(?![\\p{L}-])`,
  'giu',
);
const DIGIT_WORDS: readonly string[] = 'zero one two three four five six seven eight nine'.split(' ');

/** The number that a word stands for: `twenty-three`; `null` if it stands for none. */
export function numberOfWord(word: string): number | null {
  const key = word.toLowerCase();
  const known = NUMBER_WORDS.get(key);
  if (known !== undefined) return known;
  const [tens = '', one] = key.split('-');
  const at = TENS.indexOf(tens);
  if (at < 0) return null;
  return (at + 2) * 10 + (one === undefined ? 0 : DIGIT_WORDS.indexOf(one));
}

/** The numbers that a text writes in words. */
export function numberWords(
  text: string,
): readonly { readonly start: number; readonly end: number; readonly amount: number }[] {
  return [...text.matchAll(NUMBER_WORD)].flatMap((match) => {
    const word = match[1] ?? '';
    const amount = numberOfWord(word);
    const end = match.index + match[0].length;
    return amount === null ? [] : [{ start: end - word.length, end, amount }];
  });
}
