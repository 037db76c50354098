/** A number, and how precisely it was written. */
interface ParsedNumber {
  readonly amount: number;
  /** Significant digits as written. */
  readonly digits: number;
}

const SCALES: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['score', 20],
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['mio', 1e6],
  ['m', 1e6],
  ['mn', 1e6],
  ['millón', 1e6],
  ['millones', 1e6],
  ['milione', 1e6],
  ['milioni', 1e6],
  ['billion', 1e9],
  ['billions', 1e9],
  ['bn', 1e9],
  ['milliard', 1e9],
  ['milliards', 1e9],
  ['milliarden', 1e9],
  ['mrd', 1e9],
  ['trillion', 1e12],
  ['tausend', 1e3],
  ['mille', 1e3],
  ['mil', 1e3],
]);

const UNITS: ReadonlyMap<string, string> = new Map([
  ['m', 'm'],
  ['metre', 'm'],
  ['metres', 'm'],
  ['meter', 'm'],
  ['meters', 'm'],
  ['mètres', 'm'],
  ['metros', 'm'],
  ['metri', 'm'],
  ['km', 'km'],
  ['kilometre', 'km'],
  ['kilometres', 'km'],
  ['kilometer', 'km'],
  ['kilometers', 'km'],
  ['kilomètres', 'km'],
  ['ft', 'ft'],
  ['feet', 'ft'],
  ['foot', 'ft'],
  ['mile', 'mi'],
  ['miles', 'mi'],
  ['acres', 'acre'],
  ['hectares', 'ha'],
  ['ha', 'ha'],
  ['kg', 'kg'],
  ['kilograms', 'kg'],
  ['tonnes', 't'],
  ['tons', 'ton'],
  ['dollars', '$'],
  ['usd', '$'],
  ['euros', '€'],
  ['euro', '€'],
  ['eur', '€'],
  ['pounds', '£'],
  ['percent', '%'],
  ['km²', 'km²'],
  ['cm', 'cm'],
  ['centimetres', 'cm'],
  ['centimeters', 'cm'],
  ['mm', 'mm'],
  ['millimetres', 'mm'],
  ['millimeters', 'mm'],
  ['l', 'l'],
  ['litres', 'l'],
  ['liters', 'l'],
  ['bar', 'bar'],
  ['psi', 'psi'],
  ['kpa', 'kPa'],
  ['v', 'V'],
  ['volts', 'V'],
  ['kv', 'kV'],
  ['w', 'W'],
  ['kw', 'kW'],
  ['hz', 'Hz'],
  ['people', ''],
  ['persons', ''],
  ['inhabitants', ''],
  ['residents', ''],
]);

export const NUMBER_PATTERN =
  /([$€£¥]\s?)?(\d{1,3}(?:[,.\u00a0\u202f’' ]\d{3})+(?:[.,]\d{1,3})?|\d{1,15}(?:[.,]\d{1,6})?)(\s?%)?(?:[\s-]?(\p{L}+²?))?(?:\s(square\s)?(\p{L}+²?))?/gu;
export const APPROXIMATION =
  /\b(?:about|approximately|around|nearly|almost|roughly|some|over|circa|more than|less than|under|etwa|rund|environ|unos|circa|около)\s*$/iu;
/** Text that may stand between an attribute and its number. */
export const BINDING_WORDS =
  /^(?:\s|,|:|\(|\b(?:of|is|was|were|are|in|at|the|a|an|city|town|company|about|approximately|around|nearly|almost|roughly|some|over|stood|stands|reached|totals?|totalled|totaled|has|had|to|estimated|now|currently|total|annual|more|than|von|beträgt|betrug|liegt|bei|etwa|rund|de|est|était|environ|es|era|von)\b|[12]\d{3})*$/iu;
/** Parses `1.2`, `1,200` and `1’200,5`. */
export function parseNumber(text: string): ParsedNumber {
  const grouped = /^\d{1,3}(?:[,.\u00a0\u202f’' ]\d{3})+/.exec(text)?.[0] ?? '';
  const plain =
    grouped === ''
      ? text.replace(',', '.')
      : grouped.replace(/[^\d]/g, '') + text.slice(grouped.length).replace(',', '.');
  const amount = Number(plain);
  const significant = plain.replace('.', '').replace(/^0+/, '');
  return { amount, digits: Math.max(1, (plain.includes('.') ? significant : significant.replace(/0+$/, '')).length) };
}

/** `°C`, `degrees Fahrenheit`; a bare `°` may be an angle. */
const DEGREES = /^\s?(?:(?:°|degrees?|deg\.?)\s?(c|f|celsius|centigrade|fahrenheit)(?!\p{L})|([℃℉]))/iu;

function parseDegrees(tail: string): string | null {
  const [, name, sign] = DEGREES.exec(tail) ?? [];
  if (name === undefined && sign === undefined) return null;
  return name?.toLowerCase().startsWith('f') === true || sign === '℉' ? '°F' : '°C';
}

/** Parses the scale and the unit after a number. */
export function parseUnit(
  tail: string,
  currency: string | undefined,
  percent: string | undefined,
): { scale: number; unit: string } {
  const degrees = parseDegrees(tail);
  if (degrees !== null) return { scale: 1, unit: degrees };
  const match = /^[\s-]?(\p{L}+²?)(?:\s(?:de\s)?(\p{L}+²?))?(?:\s(\p{L}+²?))?/u.exec(tail.toLowerCase());
  const [, first = '', second = '', third = ''] = match ?? [];
  // `m` is a million after a currency, otherwise a metre.
  const isScale = SCALES.has(first) && !(first === 'm' && currency === undefined);
  const scale = isScale ? (SCALES.get(first) ?? 1) : 1;
  const [unitWord, next] = isScale ? [second, third] : [first, second];
  if (percent !== undefined) return { scale, unit: '%' };
  if (currency !== undefined) return { scale, unit: currency.trim() };
  return { scale, unit: unitWord === 'square' ? `sq ${UNITS.get(next) ?? next}` : (UNITS.get(unitWord) ?? '') };
}
