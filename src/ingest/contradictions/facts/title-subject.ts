import { tokenize } from '../../extractive/tokenizer';
import { subjectOf, type Subject } from './subject';

/** What kind of text a title belongs to, before what it is about. */
const DOCUMENT =
  /^(?:(?:a|an|the|some)\s)?(?:(?:\p{L}+\s){0,2}(?:minutes?|guide|report|notes?|handbook|manual|review|history|survey|letter|entry|introduction|account|life|inspection|audit|summary|description|gazetteer|catalogue|sheet|inventory|register|interview|newsletter|bulletin|record|statement|memoir)\s(?:of|on|to|for|about|from|with)\s|(?:annual|final|short|data)\s(?:report|review|sheet|history)$|(?:minutes|review|handbook|guide|report|notes?|audit note)$)/iu;

/** "Minutes of the club" and "The club: an annual report" are about the club. */
export function subjectOfTitle(title: string): Subject {
  const about = title.split(/\s?[:–—(]\s?|,\s/).map((part) => subjectOf(tokenize(part.replace(DOCUMENT, ''))));
  return about.find(({ words }) => words.size > 0) ?? { words: new Set(), head: null };
}

/** A section is about what its heading names; "Officers" and "History" name nothing. */
export function sectionSubject(heading: string, whole: Subject): Subject {
  const isName = /\s\p{Lu}|\d/u.test(heading);
  const own = isName ? subjectOfTitle(heading) : null;
  return own === null || own.words.size === 0 ? whole : own;
}
