import { capitalise, compareText } from '../../base';
import { VAGUE_NOUNS, type Definition } from './definition';
import { findDefinition } from './definitions';
import { GENERIC_WORDS } from './name-words';
import { type ParsedSource } from './parse-source';
import { isMainSubject } from './assign-statements';
import { stopWords } from './stop-words';
import { PLAIN_TERM, type Term } from './terms';
import { sectionTopics } from './section-topics';
import { findMentions } from './term-definitions';
import { termKey } from './name-groups';
import { stem } from './tokenizer';

/** A noun of the title must occur as often. */
const MIN_TITLE_MENTIONS = 3;

/** Adds what the title and the sections of a source are about, where that has no proper name, and marks what the whole source is about. */
export function withTopics(terms: readonly Term[], parsed: ParsedSource): readonly Term[] {
  if (parsed.language !== 'en') return withMain(terms, parsed);
  const taken = new Set(terms.flatMap(({ name, aliases }) => [name, ...aliases].map(termKey)));
  const nouns = titleNouns(parsed)
    .filter((noun) => !taken.has(stem(noun)))
    .map((noun) => nounTerm(noun, parsed));
  const sections = sectionTopics(parsed, terms).filter(({ name }) => !taken.has(termKey(name)));
  const all = [...terms, ...nouns, ...sections].sort((a, b) => b.weight - a.weight || compareText(a.name, b.name));
  return withMain(all, parsed);
}

/** The title with the heading at the top, which often says more. */
function titleOf({ text }: ParsedSource): string {
  const first = text.passages.find(({ kind }) => kind === 'heading');
  const heading = first?.level === 1 || text.title === null ? (first?.text ?? '') : '';
  return [text.title, heading].filter((part, at, all) => part !== null && all.indexOf(part) === at).join(' / ');
}

/** A name in the title is what the whole source is about if the source keeps speaking of it. */
const MIN_MAIN_MENTIONS = 4;

/** Marks what the title says that the source is about: the name with which it begins or ends, else the one that the text names most. */
function withMain(terms: readonly Term[], parsed: ParsedSource): readonly Term[] {
  const title = titleOf(parsed);
  const key = ` ${termKey(title.replace(/[^\p{L}\p{N}]+/gu, ' '))} `;
  // "Network services: Postfix, Apache, NFS" is about none of them in particular.
  const isList = title.split(', ').length > 2;
  const inTitle = (name: string): boolean => key.includes(` ${termKey(name)} `);
  // "The Ashlock Canal" is not about Ashlock.
  const isPart = (term: Term): boolean =>
    terms.some(
      ({ name, mentions }) =>
        name.length > term.name.length &&
        mentions.length >= MIN_MAIN_MENTIONS &&
        inTitle(name) &&
        ` ${termKey(name)} `.includes(` ${termKey(term.name)} `),
    );
  const named = terms.filter(
    (term) =>
      isMainSubject(title, [term.name, ...term.aliases]) ||
      (term.mentions.length >= MIN_MAIN_MENTIONS &&
        (term.isCommonNoun ? term.isInHeading : !isList && inTitle(term.name) && !isPart(term))),
  );
  const rank = (term: Term): number =>
    (isMainSubject(title, [term.name, ...term.aliases]) ? 2000 : 0) +
    (term.isCommonNoun ? 0 : 1000) +
    term.mentions.length;
  const [main] = [...named].sort((a, b) => rank(b) - rank(a));
  return main === undefined
    ? terms
    : terms.map((term) => (term === main ? { ...term, isMain: true, weight: term.weight + 2 } : term));
}

/** The nouns of the title of which the text keeps speaking. */
function titleNouns(parsed: ParsedSource): readonly string[] {
  const found = new Set<string>();
  // "The architecture of" says what the document is, not what it is about.
  const title = titleOf(parsed).replace(/(^|[^\p{L}-])(?:the|an?)\s\p{L}+\s(?:of|for|on|to)\s/giu, '$1 / ');
  const stops = stopWords('en');
  for (const part of title.split(/[^\p{L}\s-]+/u)) {
    const words = part.trim().split(/\s+/);
    for (const [at, word] of words.entries()) {
      const noun = word.toLowerCase();
      const key = stem(noun);
      // The head of a phrase: "packet capture" is about capture.
      const next = words[at + 1]?.toLowerCase() ?? 'the';
      // "Usage indication" and "Cape de Verd Islands" are not about any indication or islands.
      const before = words[at - 1]?.toLowerCase();
      if (before !== undefined && !stops.has(before) && !/(?:ed|able|ible|al|ive|ous|ful)$/.test(before)) continue;
      if (!stops.has(next) && findMentions(`${noun} ${next}`, parsed).length > 0) continue;
      if (!/^\p{L}[\p{Ll}-]{3,}$/u.test(word) || !isSubjectNoun(noun)) continue;
      if (parsed.countLowerCase(key) === 0 || findMentions(noun, parsed).length < MIN_TITLE_MENTIONS) continue;
      // A noun has a plural.
      if (key !== noun || parsed.countLowerCase(`${noun}s`) > 0) found.add(noun);
    }
  }
  return [...found];
}

/** A noun that a text can be about: no adverb, and no word that every text uses. */
function isSubjectNoun(noun: string): boolean {
  return (
    !GENERIC_WORDS.has(noun) &&
    !VAGUE_NOUNS.has(stem(noun)) &&
    !stopWords('other').has(noun) &&
    !/(?:ly|ing|ed|ness)s?$/.test(noun)
  );
}

function nounTerm(noun: string, parsed: ParsedSource): Term {
  const mentions = findMentions(noun, parsed);
  const definitions: Definition[] = mentions.flatMap(({ sentence }) => {
    const found = parsed.sentences[sentence];
    const definition = found === undefined ? null : findDefinition(found, parsed.language);
    return definition !== null && termKey(definition.subject) === termKey(noun) ? [definition] : [];
  });
  return {
    ...PLAIN_TERM,
    name: capitalise(noun),
    aliases: [],
    type: 'concept',
    isCommonNoun: true,
    mentions,
    definitions,
    isInHeading: true,
    weight: Math.log2(1 + mentions.length) + 1.5,
  };
}
