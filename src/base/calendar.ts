import { capitalise } from './text';

/** Names of each month, January first. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'janvier', 'enero', 'gennaio', 'janeiro', 'januari', 'января', 'январь'],
  ['february', 'feb', 'februar', 'février', 'febrero', 'febbraio', 'fevereiro', 'februari', 'февраля', 'февраль'],
  ['march', 'mar', 'märz', 'mars', 'marzo', 'março', 'maart', 'марта', 'март'],
  ['april', 'apr', 'avril', 'abril', 'aprile', 'апреля', 'апрель'],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei', 'мая', 'май'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno', 'junho', 'июня', 'июнь'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'luglio', 'julho', 'июля', 'июль'],
  ['august', 'aug', 'août', 'agosto', 'augustus', 'августа', 'август'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre', 'settembre', 'setembro', 'сентября', 'сентябрь'],
  ['october', 'oct', 'oktober', 'okt', 'octobre', 'octubre', 'ottobre', 'outubro', 'октября', 'октябрь'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro', 'ноября', 'ноябрь'],
  ['december', 'dec', 'dezember', 'dez', 'décembre', 'diciembre', 'dicembre', 'dezembro', 'декабря', 'декабрь'],
];

const MONTH_NUMBERS = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1] as const)));

/** The names of months as a pattern, with a capital letter: in lower case, `may` is no month. */
export const MONTH_PATTERN = MONTHS.flat().map(capitalise).join('|');

/** 1 to 12, or 0 for a word that names no month. */
export function monthNumber(key: string): number {
  return MONTH_NUMBERS.get(key) ?? 0;
}

/** A day, month or year of ISO 8601 for readers: `14 March 1998`. */
export function readDay(iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const name = MONTHS[Number(month) - 1]?.[0] ?? '';
  return [day === '' ? '' : String(Number(day)), capitalise(name), year].filter((part) => part !== '').join(' ');
}

// prettier-ignore
const WEEKDAYS: ReadonlySet<string> = new Set(`monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun montag
dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche
lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato понедельник
вторник среда четверг пятница суббота воскресенье`.split(/\s/));

/** Whether a lower-cased word is a month or a weekday. Neither is a name by itself. */
export function isCalendarWord(key: string): boolean {
  return MONTH_NUMBERS.has(key) || WEEKDAYS.has(key);
}
