import { capitalise, type YieldBudget } from '../../base';
import { isCommonWord } from './common-words';
import { type Definition } from './definition';
import { findDefinition } from './definitions';
import { GENERIC_WORDS } from './name-words';
import { type Mention } from './names';
import { type ParsedSource } from './parse-source';
import { isIndependent, isStatement } from './statements';
import { stopWords } from './stop-words';
import { type Term } from './terms';
import { stem } from './tokenizer';

/** Statements with a noun as their subject that make it one of the things that a source is about. */
const MIN_SUBJECTS = 2;
const MIN_COMMON_SUBJECTS = 3;
const MAX_NOUNS = 12;
const OPENING =
  /^(?:(?:The|An?)\s)?(\p{L}[\p{Ll}-]{3,})\s+(?:is|are|was|were|has|had|have|can|cannot|will|must|may|does|did|gets?|got|stays?|holds?|held|keeps?|kept|became|began|stood|\p{L}{3,}ed)\b/u;
/** Nouns of which every text speaks, and what documents and people are called. */
// prettier-ignore
const VAGUE: ReadonlySet<string> = new Set(`people others everything something nothing anything someone everyone nobody reader readers author writer maintainer
maintainers contributor contributors reviewer speaker member members latter former majority minority remainder
result results proposal above below rest most many several following feature features issue issues error errors
warning output input workaround behaviour behavior release version repository comment comments documentation
section chapter article document file files part parts line number name year week month time work group child
children house door test tests code default value values change changes problem question answer idea point reason
fact case list table report meeting money cost price system process method user users team company world country
king woman women person morning evening night today book letter story second third first last next other page pages
image images step steps level size type kind`.split(/\s/));

/**
 * What a source says of things without a proper name: "The tunnel was closed" is about Hembury Tunnel where that is the only tunnel that
 * the source has named, and a noun that is the subject again and again is something that the source is about.
 */
export async function withDefiniteNouns(
  terms: readonly Term[],
  parsed: ParsedSource,
  budget: YieldBudget,
): Promise<readonly Term[]> {
  if (parsed.language !== 'en') return terms;
  const opening = new Map<string, Mention[]>();
  const spelling = new Map<string, string>();
  for (const sentence of parsed.sentences) {
    if (budget.spend(sentence.text.length * 2)) await budget.checkpoint();
    if (!isStatement(sentence) || !isIndependent(sentence) || (sentence.speaker !== null && !sentence.isComment))
      continue;
    const noun = OPENING.exec(sentence.text)?.[1];
    if (noun === undefined) continue;
    const start = sentence.text.indexOf(noun);
    const key = stem(noun.toLowerCase());
    const mention = { sentence: sentence.index, start, end: start + noun.length };
    opening.set(key, [...(opening.get(key) ?? []), mention]);
    if (!spelling.has(key) || noun.length < (spelling.get(key) ?? '').length) spelling.set(key, noun.toLowerCase());
  }
  const owners = ownersByNoun(terms);
  const extended = terms.map((term) => {
    const noun = headOf(term.name);
    if (noun === null || owners.get(noun) !== term) return term;
    const first = term.mentions[0]?.sentence ?? 0;
    const known = new Set(term.mentions.map(({ sentence }) => sentence));
    const more = (opening.get(noun) ?? []).filter(
      ({ sentence, start }) => start === 4 && sentence > first && !known.has(sentence),
    );
    const mentions = [...term.mentions, ...more].sort((a, b) => a.sentence - b.sentence || a.start - b.start);
    return more.length === 0 ? term : { ...term, mentions };
  });
  const taken = new Set([...owners.keys(), ...terms.map(({ name }) => stem(name.toLowerCase()))]);
  const nouns = [...opening]
    .filter(
      ([key, uses]) =>
        uses.length >= (isCommonWord(key) ? MIN_COMMON_SUBJECTS : MIN_SUBJECTS) &&
        !taken.has(key) &&
        isSubjectNoun(spelling.get(key) ?? ''),
    )
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, MAX_NOUNS)
    .map(([key, uses]) => nounTerm(spelling.get(key) ?? key, uses, parsed));
  return [...extended, ...nouns];
}

/** The only name with a last word: `tunnel` is Hembury Tunnel. */
function ownersByNoun(terms: readonly Term[]): ReadonlyMap<string, Term | null> {
  const owners = new Map<string, Term | null>();
  for (const term of terms) {
    const noun = headOf(term.name);
    if (noun !== null) owners.set(noun, owners.has(noun) ? null : term);
  }
  return owners;
}

function headOf(name: string): string | null {
  const words = name.split(' ');
  const last = words.at(-1) ?? '';
  return words.length > 1 && /^\p{L}[\p{Ll}-]{3,}$/u.test(last) ? stem(last.toLowerCase()) : null;
}

function isSubjectNoun(noun: string): boolean {
  return (
    noun.length > 3 &&
    !VAGUE.has(noun) &&
    !GENERIC_WORDS.has(noun) &&
    !stopWords('other').has(noun) &&
    !/(?:ly|ing|ed|ness|tion|ment|ity)s?$/.test(noun)
  );
}

function nounTerm(noun: string, opening: readonly Mention[], parsed: ParsedSource): Term {
  const definitions: Definition[] = opening.flatMap(({ sentence }) => {
    const found = parsed.sentences[sentence];
    const definition = found === undefined ? null : findDefinition(found, parsed.language);
    return definition !== null && stem(definition.subject.toLowerCase()) === stem(noun) ? [definition] : [];
  });
  return {
    name: capitalise(noun),
    aliases: [],
    type: 'concept',
    isBareTitle: false,
    isCommonNoun: true,
    mentions: opening,
    definitions,
    isInHeading: false,
    isMarked: false,
    weight: Math.log2(1 + opening.length),
  };
}
