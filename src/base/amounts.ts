import { numberOfWord, numberWords } from './number-words';
import { NUMBER_PATTERN, parseNumber, parseUnit } from './numbers';
import { stem } from './stem';

/** A number with what it measures or counts, in the basic unit of its dimension. */
export interface Amount {
  /** `length`, `mass`, `money $`; `count` of a noun. */
  readonly dimension: string;
  /** What is counted, in the singular, with the word before it: `wooden boat`. */
  readonly noun: string;
  readonly amount: number;
  /** Share of the amount by which another one may differ and still be the same. */
  readonly tolerance: number;
  /** "Up to", "more than": a limit, and no value. */
  readonly limit: 'most' | 'least' | null;
  /** As written, for readers: `m`, `rooms`. */
  readonly unit: string;
  /** For what time or whom it is: `year`, `person`; `''` if that is not said. */
  readonly rate: string;
  readonly start: number;
  readonly end: number;
}

/** Words of units, with their size in the first unit of their row. */
const DIMENSIONS: Readonly<Record<string, string>> = {
  length:
    'm metre meter=1 km kilometre kilometer=1000 cm centimetre centimeter=0.01 mm millimetre millimeter=0.001 µm μm um micrometre micrometer micron=0.000001 ft foot feet=0.3048 inch inches=0.0254 yard=0.9144 mile=1609.344',
  mass: 'g gram gramme=1 kg kilo kilogram kilogramme=1000 mg milligram=0.001 t tonne=1000000 ton=1016047 lb pound=453.592 oz ounce=28.3495',
  area: 'hectare ha=1 acre=0.404686',
  volume: 'l litre liter=1 ml millilitre milliliter=0.001 gallon=4.546 pint=0.568',
  duration:
    's second sec=1 minute min=60 h hour hr=3600 day=86400 week=604800 month=2629800 year=31557600 millisecond ms=0.001',
  data: 'byte=1 kb kib=1024 mb mib megabyte=1048576 gb gib gigabyte=1073741824 tb tib terabyte=1099511627776',
  power: 'w watt=1 kw kilowatt=1000 mw megawatt=1000000 horsepower hp=745.7',
  voltage: 'v volt=1 kv kilovolt=1000',
  frequency: 'hz hertz=1 khz kilohertz=1000 mhz megahertz=1000000',
  pressure: 'bar=1 psi=0.0689476 kpa=0.01',
  share: 'percent=1',
  speed: 'mph=1.609344 km/h kph=1 knot=1.852',
};

const UNITS: ReadonlyMap<string, { readonly dimension: string; readonly size: number }> = new Map(
  Object.entries(DIMENSIONS).flatMap(([dimension, row]) => {
    let names: string[] = [];
    return row.split(' ').flatMap((word) => {
      const [name = '', size] = word.split('=');
      names.push(name);
      if (size === undefined) return [];
      const group = names;
      names = [];
      return group.map((each) => [each, { dimension, size: Number(size) }] as const);
    });
  }),
);

const CURRENCIES: ReadonlyMap<string, string> = new Map(
  '$:$ €:€ £:£ dollar:$ usd:$ euro:€ eur:€ pound:£ gbp:£ florin:fl guilder:fl franc:fr'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
/** A round number in words around it. */
const ABOUT =
  /\b(?:about|approximately|around|nearly|almost|roughly|some|circa|ca?\.|just (?:over|under)|bordering on)\s*$/i;
const AT_MOST =
  /\b(?:up to|at most|no more than|less than|fewer than|under|below|limited to|limit of|maximum of|not exceed)\s*$/i;
const AT_LEAST = /\b(?:at least|no less than|more than|over|above|minimum of|upwards? of|beyond)\s*$/i;
const ABOUT_TOLERANCE = 0.06;
/** Numbers up to this are counted, and each digit of them is meant. */
const MAX_EXACT = 100;
/** "Half past", "1799 Act": what is no amount of anything. */
const NO_NOUN =
  /^(?:of|in|at|by|to|and|or|per|from|for|on|with|the|a|an|is|was|are|were|am|pm|th|other|more|less|fewer|times|such|which|that|who|as|than)$/;
const SQUARES = /^(square|cubic|sq|cu)\.?\s+/i;
const ONE =
  /(^|[^\p{L}])(an?|one|half an)\s(?=(?:hour|minute|day|week|month|year|litre|mile|kilo|tonne|ton)(?!\p{L}))/giu;

const ARTICLE_OF_AMOUNT =
  /(?:^|\b(?:for|in|within|after|takes?|took|lasts?|lasted|needs?|needed|is|was|about|nearly|than|least|most|to|with|has|have|had|up|costs?|weighs?|only)\s)$/i;

/** The digits of a number that are meant: those of a small one, and those before the noughts of a great one. */
function roundingOf(amount: number, digits: number): number {
  if (amount === 0) return 0;
  if (amount <= MAX_EXACT && Number.isInteger(amount)) return 0;
  const place = 10 ** (Math.floor(Math.log10(Math.abs(amount))) + 1 - digits);
  // The first digit alone is no measure of how round "1,000" is meant.
  return Math.min(0.05, (0.5 * place) / Math.abs(amount));
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly amount: number;
  readonly digits: number;
  readonly currency: string | undefined;
  readonly percent: string | undefined;
}

/** "Two and a half", "2½". */
function withHalf(text: string, end: number, amount: number): { readonly end: number; readonly amount: number } {
  const half = /^(?:\s?½|\sand a half\b)/.exec(text.slice(end))?.[0];
  return half === undefined ? { end, amount } : { end: end + half.length, amount: amount + 0.5 };
}

function numbersIn(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(NUMBER_PATTERN)) {
    const [, currency, digits = '', percent] = match;
    const start = match.index;
    const end = start + (currency ?? '').length + digits.length;
    if (/[\p{L}\d._/-]$/u.test(text.slice(0, start)) || /^[-/.:]\d|^[._]\p{L}/u.test(text.slice(end))) continue;
    const { amount, digits: precise } = parseNumber(digits);
    found.push({ start, ...withHalf(text, end, amount), digits: precise, currency: currency?.trim(), percent });
  }
  for (const { start, end, amount } of numberWords(text))
    found.push({ start, ...withHalf(text, end, amount), digits: 3, currency: undefined, percent: undefined });
  for (const match of text.matchAll(/\bone and a half\b/gi))
    found.push({
      ...{ start: match.index, end: match.index + match[0].length, amount: 1.5, digits: 2 },
      ...{ currency: undefined, percent: undefined },
    });
  for (const match of text.matchAll(ONE)) {
    const start = match.index + (match[1] ?? '').length;
    const amount = match[2]?.toLowerCase() === 'half an' ? 0.5 : 1;
    // "£4 a day" is no day.
    if (/^an?$/i.test(match[2] ?? '') && !ARTICLE_OF_AMOUNT.test(text.slice(0, start))) continue;
    if (numberOfWord(match[2] ?? '') === null)
      found.push({
        start,
        end: start + (match[2] ?? '').length,
        amount,
        digits: 1,
        currency: undefined,
        percent: undefined,
      });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The amounts that a text gives, each with its unit or noun. Ranges give none. @param isDate whether a number is part of a date */
export function readAmounts(text: string, isDate: (start: number, end: number) => boolean): readonly Amount[] {
  return numbersIn(text).flatMap((number) => {
    const { start, end } = number;
    const [before, after] = [text.slice(0, start), text.slice(end, end + 60)];
    if (isDate(start, end) || /^\s?(?:to|and|or|–|-)\s?\d/.test(after) || /\d\s?(?:to|and|or|–|-)\s?$/.test(before))
      return [];
    const kind = kindOf(after, number) ?? seatsOf(before, after);
    if (kind === null) return [];
    const rounding = roundingOf(number.amount, number.digits);
    const limits = [AT_MOST.test(before) ? ('most' as const) : null, AT_LEAST.test(before) ? ('least' as const) : null];
    return [
      {
        ...{ dimension: kind.dimension, noun: kind.noun, unit: kind.unit, start, end: end + kind.length },
        amount: (number.amount * kind.scale + kind.offset) * kind.size,
        tolerance: ABOUT.test(before) ? Math.max(rounding, ABOUT_TOLERANCE) : rounding,
        limit: limits.find((each) => each !== null) ?? null,
        rate: rateOf(before, text.slice(end + kind.length)),
      },
    ];
  });
}

const RATE =
  /^\s?(?:\/|(?:an?|per|each|every)\s)\s?(year|month|week|day|night|hour|minute|second|person|head|term|season|game|visit)\b/i;
const RATE_BEFORE = /\b(annual|yearly|monthly|weekly|daily|hourly)\b/i;

function rateOf(before: string, after: string): string {
  const said = RATE.exec(after)?.[1]?.toLowerCase();
  if (said !== undefined) return said;
  const known = RATE_BEFORE.exec(before)?.[1]?.toLowerCase() ?? '';
  return known === 'annual' ? 'year' : known.replace('daily', 'day').replace(/ly$/, '');
}

const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['half', 50],
  ['third', 100 / 3],
  ['quarter', 25],
  ['fifth', 20],
  ['tenth', 10],
]);
/** "Two thirds of the members", "half of its rooms", "40% of the parts". */
const SHARE =
  /(?:\b(?:(an?|one|two|three|four|nine)[\s-])?(half|third|quarter|fifth|tenth)s?|(\d{1,2}(?:\.\d+)?)(?:\s?%|\sper\scent|\spercent))\sof\s(?:the|its|our|their|all|these)\s(?:\p{Ll}+\s)?(\p{Ll}+s|people|men|women|children)\b/giu;

/** Shares of what is counted, in per cent. */
export function readShares(text: string): readonly Amount[] {
  return [...text.matchAll(SHARE)].map((match) => {
    const [whole, times = 'one', part = '', percent, noun = ''] = match;
    const before = text.slice(0, match.index);
    const amount =
      percent === undefined ? (FRACTIONS.get(part.toLowerCase()) ?? 0) * (numberOfWord(times) ?? 1) : Number(percent);
    return {
      ...{ dimension: 'share', noun: stem(noun), amount, unit: '%', rate: '', limit: null },
      ...{
        tolerance: ABOUT.test(before) ? ABOUT_TOLERANCE : 0.02,
        start: match.index,
        end: match.index + whole.length,
      },
    };
  });
}

/** "It seats 520": so many seats. */
function seatsOf(before: string, after: string): Kind | null {
  const verb = /\b(seat|sleep|berth)s\s(?:about\s|up to\s)?$/.exec(before)?.[1];
  const isWhole = /^(?:[.,;]|$|\s(?:and|in|on|at)\b)/.test(after);
  if (verb === undefined || !isWhole) return null;
  return { dimension: 'count', noun: verb, unit: `${verb}s`, scale: 1, size: 1, offset: 0, length: 0 };
}

interface Kind {
  readonly dimension: string;
  readonly noun: string;
  readonly unit: string;
  readonly scale: number;
  readonly size: number;
  readonly offset: number;
  readonly length: number;
}

/** What a number measures or counts, by the words behind it. */
function kindOf(after: string, { currency, percent }: Found): Kind | null {
  const { scale, unit } = parseUnit(after, currency, percent);
  const plain = { noun: '', unit, scale, size: 1, offset: 0, length: 0 };
  const money = CURRENCIES.get(unit);
  if (currency !== undefined) return { ...plain, dimension: `money ${currency}` };
  if (unit === '%' || /^\s(?:per cent|percent)/.test(after)) return { ...plain, dimension: 'share', unit: '%' };
  if (unit === '°C') return { ...plain, dimension: 'temperature' };
  if (unit === '°F') return { ...plain, dimension: 'temperature', offset: -32, size: 5 / 9 };
  if (money !== undefined) return { ...plain, dimension: `money ${money}` };
  const rest = after.replace(/^[\s-](?:(?:hundred|thousand|million|billion)\s)?/u, '');
  const square = SQUARES.exec(rest);
  const [word = ''] = /^[\p{L}/]+/u.exec(rest.slice(square?.[0].length ?? 0)) ?? [];
  const key = word.toLowerCase();
  const isCode = /^[_(]/.test(rest.slice((square?.[0].length ?? 0) + word.length));
  const known = /^\s?[-\p{L}]/u.test(after) && !isCode ? (UNITS.get(key) ?? UNITS.get(stem(key))) : undefined;
  if (known !== undefined) {
    const power = powerOf(square?.[0]);
    const dimension = power === 1 ? known.dimension : `${known.dimension} ${power}`;
    return { ...plain, dimension, unit: word, size: known.size ** power, length: after.indexOf(word) + word.length };
  }
  const currencyWord = CURRENCIES.get(stem(key));
  if (currencyWord !== undefined) return { ...plain, dimension: `money ${currencyWord}` };
  return countedKind(after, plain);
}

/** Of "square" and "cubic". */
function powerOf(word: string | undefined): number {
  if (word === undefined) return 1;
  return /^c/i.test(word) ? 3 : 2;
}

/** "14 rooms", "six wooden boats". */
function countedKind(after: string, plain: Omit<Kind, 'dimension'>): Kind | null {
  const match =
    /^\s(?:(?:hundred|thousand|million|billion|dozen|score)\s)?(\p{Ll}[\p{L}-]+)(?:\s(\p{Ll}[\p{L}-]+))?/u.exec(after);
  const [whole = '', first = '', second = ''] = match ?? [];
  if (first === '' || NO_NOUN.test(first)) return null;
  const isPlural = (word: string): boolean => /(?:[^s]s|men|women|children|people)$/.test(word);
  const noun = isPlural(first) || !isPlural(second) ? stem(first) : `${first} ${stem(second)}`;
  if (!isPlural(first) && !isPlural(second)) return null;
  return { ...plain, dimension: 'count', noun, unit: isPlural(first) ? first : second, length: whole.length };
}

/** Whether two amounts can be the same one. */
export function isSameAmount(a: Amount, b: Amount): boolean {
  const most = Math.max(Math.abs(a.amount), Math.abs(b.amount));
  const isConverted = a.unit !== b.unit && a.dimension !== 'count';
  const tolerance = Math.max(a.tolerance, b.tolerance, isConverted ? 0.025 : 0);
  return Math.abs(a.amount - b.amount) <= tolerance * most + 1e-9;
}
