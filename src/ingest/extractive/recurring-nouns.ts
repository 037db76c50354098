import { capitalise, compareText, type YieldBudget } from '../../base';
import { isCommonWord } from './common-words';
import { type Definition } from './definition';
import { findDefinition } from './definitions';
import { GENERIC_WORDS } from './name-words';
import { type Mention } from './names';
import { type ParsedSource } from './parse-source';
import { isMainSubject } from './assign-statements';
import { EVALUATIVE_ADJECTIVE } from './complete-definition';
import { isIndependent, isStatement } from './statement-rules';
import { stopWords } from './stop-words';
import { type Term } from './terms';
import { findMentions } from './term-definitions';
import { termKey } from './name-groups';
import { stem } from './tokenizer';

/** Statements with a noun as their subject that make it one of the things that a source is about. */
const MIN_SUBJECTS = 2;
const MIN_COMMON_SUBJECTS = 2;
/** A noun that is the subject only once must be named as often. */
const MIN_MENTIONS = 5;
const MIN_TITLE_MENTIONS = 3;
const MAX_NOUNS = 12;
/** "The journal is", "Resumable uploads were", "Each part has". */
const OPENING =
  /^(?:(?:In|Since|From|Until|By|After|Before)\s[^,]{2,40},?\s(?=(?:the|each)\s))?(?:(?:The|An?|Each|Every|All|Most|the|each)\s)?((?:\p{L}[\p{Ll}-]{2,}\s){0,2}?\p{L}[\p{Ll}-]{2,})(?:\s(?:of|for|in|on|at|below|above|from|with|to|between|over|under|that)\s[^,.;:]{2,45}?)?\s+(?:is|are|was|were|has|had|have|can|cannot|will|must|may|does|did|gets?|got|stays?|holds?|held|keeps?|kept|became|began|stood|lay|\p{Ll}{3,}ed|\p{Ll}{3,}s (?:the|an?|no|in|on|to|from|with))\b/u;
/** Nouns of which every text speaks, and what documents and people are called. */
// prettier-ignore
const VAGUE: ReadonlySet<string> = new Set(`people others everything something nothing anything someone everyone nobody reader readers author writer maintainer
maintainers contributor contributors reviewer speaker member members latter former majority minority remainder
result results above below rest most many several following feature features issue issues error errors
warning output input workaround behaviour behavior release version repository comment comments documentation
section chapter article document file files line number name year week month time work group child
children house door test tests code default value values change changes problem question answer idea point reason
fact case list table report meeting money cost price system process method user users team company world country
king woman women person morning evening night today book letter story second third first last next other page pages
image images step steps level size type kind way week weeks days years months times man men women thing things side end ends rest other others hand hands eye eyes head face word words voice matter matters lady gentleman gentlemen father mother brother sister son boy girl half hour minutes moment length lengths parameter parameters option options field fields element elements string strings function functions argument arguments description client clients message messages sum sums statement statements remark remarks connection instance according not who that which this these those whatever whether when the and under although before among sort doubt truth fellow everyone chief old young little`.split(/\s/));

/** Nouns that head names and are also things of which a text can tell. */
const PLAIN_NOUNS: ReadonlySet<string> = new Set('treaty treaties army navy constitution legislature'.split(' '));

/**
 * What a source says of things without a proper name: "The tunnel was closed" is about Hembury Tunnel where that is the only tunnel that
 * the source has named, and a noun that is the subject again and again is something that the source is about.
 */
export async function withDefiniteNouns(
  terms: readonly Term[],
  parsed: ParsedSource,
  budget: YieldBudget,
): Promise<readonly Term[]> {
  if (parsed.language !== 'en') return withMain(terms, parsed);
  const openings = new Map(await findOpenings(parsed, budget));
  const owners = ownersByNoun(terms);
  const extended = terms.map((term) => {
    const noun = headOf(term.name);
    if (noun === null || owners.get(noun) !== term) return term;
    const first = term.mentions[0]?.sentence ?? 0;
    const known = new Set(term.mentions.map(({ sentence }) => sentence));
    const more = findMentions(noun, parsed).filter(
      ({ sentence, start }) =>
        sentence > first &&
        !known.has(sentence) &&
        /(?:^|\s)the\s$/i.test(parsed.sentences[sentence]?.text.slice(0, start) ?? ''),
    );
    const mentions = [...term.mentions, ...more].sort((a, b) => a.sentence - b.sentence || a.start - b.start);
    return more.length === 0 ? term : { ...term, mentions };
  });
  const taken = new Set([...owners.keys(), ...terms.map(({ name }) => stem(name.toLowerCase()))]);
  const inTitle = titleNouns(parsed, openings);
  for (const [key, opening] of inTitle) openings.set(key, opening);
  const nouns = [...openings]
    .filter(([key, { noun, uses }]) => {
      if (taken.has(key) || !noun.split(' ').every(isSubjectNoun)) return false;
      if (inTitle.has(key)) return true;
      const least = isCommonWord(key) ? MIN_COMMON_SUBJECTS : 1;
      return uses.length >= least && (uses.length >= MIN_SUBJECTS || findMentions(noun, parsed).length >= MIN_MENTIONS);
    })
    // "Resumable uploads" rather than "uploads" where most are.
    .filter(
      ([key, { uses, isPhrase }], _, all) =>
        isPhrase || !all.some(([other, phrase]) => other.endsWith(` ${key}`) && phrase.uses.length * 2 > uses.length),
    )
    .sort((a, b) => b[1].uses.length - a[1].uses.length)
    .slice(0, MAX_NOUNS)
    .map(([, { noun, uses }]) => nounTerm(noun, uses, parsed));
  const all = [...extended, ...nouns].sort((a, b) => b.weight - a.weight || compareText(a.name, b.name));
  return withMain(all, parsed);
}

/** The title with the first heading, which often says more. */
function titleOf({ text }: ParsedSource): string {
  const heading = text.passages.find(({ kind }) => kind === 'heading')?.text ?? '';
  return [text.title, heading].filter((part, at, all) => part !== null && all.indexOf(part) === at).join(' / ');
}

/** A name in the title is what the whole source is about if the source keeps speaking of it. */
const MIN_MAIN_MENTIONS = 4;

/** Marks what the title says that the source is about: the name with which it begins or ends, else the one that the text names most. */
function withMain(terms: readonly Term[], parsed: ParsedSource): readonly Term[] {
  const title = titleOf(parsed);
  const key = ` ${termKey(title.replace(/[^\p{L}\p{N}]+/gu, ' '))} `;
  const named = terms.filter(
    (term) =>
      isMainSubject(title, [term.name, ...term.aliases]) ||
      (term.mentions.length >= MIN_MAIN_MENTIONS &&
        (term.isCommonNoun ? term.isInHeading : key.includes(` ${termKey(term.name)} `))),
  );
  const rank = (term: Term): number =>
    (isMainSubject(title, [term.name, ...term.aliases]) ? 1000 : 0) + term.mentions.length;
  const [main] = [...named].sort((a, b) => rank(b) - rank(a));
  return main === undefined
    ? terms
    : terms.map((term) => (term === main ? { ...term, isMain: true, weight: term.weight + 2 } : term));
}

/** The nouns of the title of which the text keeps speaking: with the word before them if that is part of the term. */
function titleNouns(parsed: ParsedSource, openings: ReadonlyMap<string, Opening>): ReadonlyMap<string, Opening> {
  const title = titleOf(parsed).split(/[^\p{L}\p{N}\s-]+/u);
  const found = new Map<string, Opening>();
  for (const part of title) {
    const words = part.trim().split(/\s+/);
    for (const [at, word] of words.entries()) {
      const noun = word.toLowerCase();
      const key = stem(noun);
      if (
        !/^\p{L}[\p{Ll}-]{3,}$/u.test(word) ||
        !isSubjectNoun(noun) ||
        isCommonWord(key) ||
        parsed.countLowerCase(key) === 0
      )
        continue;
      if (findMentions(noun, parsed).length < MIN_TITLE_MENTIONS) continue;
      const isNoun = openings.has(key) || parsed.countLowerCase(stem(noun) === noun ? `${noun}s` : noun) > 0;
      if (!isNoun) continue;
      const phrase = phraseOf(noun, words[at - 1]?.toLowerCase() ?? '', parsed);
      found.set(phrase, { noun: phrase, isPhrase: phrase.includes(' '), uses: openings.get(key)?.uses ?? [] });
    }
  }
  return found;
}

/** "resumable uploads" for "uploads" if the title or the text says so. */
function phraseOf(noun: string, before: string, parsed: ParsedSource): string {
  const counts = new Map<string, number>();
  const isModifier = (word: string): boolean =>
    /^\p{Ll}{5,}$/u.test(word) && !isCommonWord(stem(word)) && !stopWords('en').has(word) && isSubjectNoun(word);
  if (isModifier(before)) counts.set(before, 1);
  for (const { sentence, start } of findMentions(noun, parsed)) {
    const { words = [] } = parsed.sentences[sentence] ?? {};
    const own = words.findIndex((word) => word.start === start);
    const modifier = words[own - 1];
    if (modifier?.end === start - 1 && isModifier(modifier.key))
      counts.set(modifier.key, (counts.get(modifier.key) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  const isMost = best !== undefined && (best[0] === before || best[1] * 2 > findMentions(noun, parsed).length);
  return isMost ? `${best[0]} ${noun}` : noun;
}

interface Opening {
  /** In lower case, as it is written first. */
  readonly noun: string;
  readonly isPhrase: boolean;
  readonly uses: Mention[];
}

/** The nouns and the phrases that are the subjects of statements, by their stems. */
async function findOpenings(parsed: ParsedSource, budget: YieldBudget): Promise<ReadonlyMap<string, Opening>> {
  const openings = new Map<string, Opening>();
  for (const sentence of parsed.sentences) {
    if (budget.spend(sentence.text.length * 2)) await budget.checkpoint();
    if (!isStatement(sentence) || !isIndependent(sentence) || (sentence.speaker !== null && !sentence.isComment))
      continue;
    const found = OPENING.exec(sentence.text);
    const phrase = found?.[1];
    if (found === null || phrase === undefined || hasCapitalInside(sentence, phrase)) continue;
    const from = sentence.text.indexOf(phrase);
    const words = phrase.split(/\s/);
    for (const own of words.length > 1 ? [words.slice(-2), words.slice(-1)] : [words]) {
      const noun = own.join(' ').toLowerCase();
      const key = own.map((word) => stem(word.toLowerCase())).join(' ');
      const start = from + phrase.length - noun.length;
      const entry = openings.get(key) ?? { noun, isPhrase: own.length > 1, uses: [] };
      entry.uses.push({ sentence: sentence.index, start, end: start + noun.length });
      openings.set(key, entry);
    }
  }
  return openings;
}

/** Whether it is a name, or part of one. */
function hasCapitalInside({ text }: { readonly text: string }, phrase: string): boolean {
  const at = text.indexOf(phrase);
  return /\p{Lu}/u.test(at === 0 ? phrase.slice(1) : phrase);
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
    !EVALUATIVE_ADJECTIVE.test(noun) &&
    (!GENERIC_WORDS.has(noun) || PLAIN_NOUNS.has(noun)) &&
    !stopWords('other').has(noun) &&
    !/(?:ly|ing|ed|ness)s?$/.test(noun) &&
    !(/(?:tion|ment|ity)s?$/.test(noun) && isCommonWord(stem(noun)))
  );
}

function nounTerm(noun: string, opening: readonly Mention[], parsed: ParsedSource): Term {
  const definitions: Definition[] = opening.flatMap(({ sentence }) => {
    const found = parsed.sentences[sentence];
    const definition = found === undefined ? null : findDefinition(found, parsed.language);
    return definition !== null && termKey(definition.subject) === termKey(noun) ? [definition] : [];
  });
  const known = new Set(opening.map(({ sentence }) => sentence));
  // Under a title about resumable uploads, uploads are those.
  const others = findMentions(noun.split(' ').at(-1) ?? noun, parsed).filter(({ sentence }) => !known.has(sentence));
  const mentions = [...opening, ...others].sort((a, b) => a.sentence - b.sentence || a.start - b.start);
  const title = titleOf(parsed).toLowerCase();
  const isInTitle = new RegExp(`(?:^|[^\\p{L}])${stem(noun.split(' ').at(-1) ?? noun)}`, 'u').test(title);
  return {
    name: capitalise(noun),
    aliases: isInTitle && noun.includes(' ') ? [capitalise(noun.split(' ').at(-1) ?? noun)] : [],
    type: 'concept',
    isBareTitle: false,
    isCommonNoun: true,
    isMain: false,
    mentions,
    definitions,
    isInHeading: isInTitle,
    isMarked: false,
    weight: Math.log2(1 + mentions.length) / 2 + Math.log2(1 + opening.length) + (isInTitle ? 1.5 : 0),
  };
}
