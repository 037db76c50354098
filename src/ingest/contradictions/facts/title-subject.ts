import { tokenize } from '../../extractive/tokenizer';
import { subjectOf, type Subject } from './subject';

/** What kind of text a title belongs to, before what it is about. */
const DOCUMENT =
  /^(?:(?:a|an|the|some)\s)?(?:(?:\p{L}+\s){0,2}(?:minutes?|guide|report|notes?|handbook|manual|review|history|survey|letter|entry|introduction|account|life|inspection|audit|summary|description|gazetteer|catalogue|sheet|inventory|register|interview|newsletter|bulletin|record|statement|memoir)\s(?:of|on|to|for|about|from|with)\s|(?:annual|final|short|data)\s(?:report|review|sheet|history)$|(?:minutes|review|handbook|guide|report|notes?|audit note)$)/iu;

/** "Minutes of the club" and "The club: an annual report" are about the club, and a part with a name before the others. */
export function subjectOfTitle(title: string, isNameNeeded = false): Subject {
  const parts = title.split(/\s?[:–—(]\s?/).map((part) => part.replace(DOCUMENT, ''));
  const named = parts.filter((part) => /[\p{L}’'.]\s\p{Lu}/u.test(part));
  const about = [...named, ...(isNameNeeded ? [] : parts)].flatMap((part) =>
    part.split(/,\s/).map((name) => subjectOf(tokenize(name.replace(DOCUMENT, '')))),
  );
  return about.find(({ words }) => words.size > 0) ?? { words: new Set(), head: null };
}

/** A section is about what its heading names; "Officers" and "History" name nothing. */
export function sectionSubject(heading: string, whole: Subject): Subject {
  const isName = /\s\p{Lu}|\d/u.test(heading);
  const own = isName ? subjectOfTitle(heading) : null;
  return own === null || own.words.size === 0 ? whole : own;
}

/** Headings that name what is told and not a thing: "History", "Security", "Membership". */
const TOPIC =
  /(?:tion|ment|ing|ity|ship|ance|ence|gy|ory|view|ground)s?$|^(?:status|summary|notes?|details|about|people|today|questions?|answers?|issues?|usage|use|safety|leave|life|work|time|things?|data|events?|news|facts?)$/i;

/** What "it" or "they" below a heading means: "Boathouse"; `null` if the heading names no thing, or another number of them. */
export function headingSubject(heading: string, text: string): Subject | null {
  const pronoun = /^(?:(it|he|she)|they)\s/i.exec(text);
  const words = tokenize(heading);
  const noun = words.at(-1)?.key ?? '';
  if (pronoun === null || words.length === 0 || words.length > 4 || TOPIC.test(noun)) return null;
  const isPlural = /[^su]s$|^(?:men|women|children)$/.test(noun);
  const own = subjectOf(words);
  return isPlural === (pronoun[1] === undefined) && own.words.size > 0 ? own : null;
}
