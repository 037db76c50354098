import { kindName, type EntityType } from '../../workspace';
import { givenNames, organisationWords, placeWords, thingWords } from './lexicon';
import { type NameUse } from './names';
import { wordSet } from './word-set';

/** What a term is, as far as the words around it tell. */
export type TermType = 'person' | 'organisation' | 'place' | 'thing' | 'concept';

const personNouns =
  wordSet(`person man woman president politician scientist author writer engineer economist philosopher
  historian artist composer musician actor actress director lawyer judge general officer soldier king queen emperor mathematician
  physicist chemist biologist researcher professor teacher doctor physician entrepreneur founder investor developer programmer
  designer journalist poet novelist painter leader activist senator governor minister diplomat explorer inventor athlete
  footballer singer child son daughter brother sister husband wife partner manager analyst consultant scholar partner`);
const organisationNouns =
  wordSet(`company organisation organization agency institution institute university college school party
  bank firm startup corporation association society committee commission council court army church nonprofit charity bureau department
  ministry government group team club publisher newspaper laboratory lab union federation foundation consortium trust fund body vendor supplier
  manufacturer retailer`);
const placeNouns =
  wordSet(`city town village country state nation region province island river lake mountain sea ocean county
  district capital continent territory port valley municipality suburb building bridge`);
const conceptNouns =
  wordSet(`method technique algorithm process protocol language library framework concept theory principle idea
  approach practice format standard measure metric model system tool property function pattern structure strategy rule
  technology platform service product programme program disease condition substance compound element device unit number
  discipline field branch study art science philosophy movement doctrine ideology`);

/** What only people do, as far as prose goes. */
const personVerbs =
  wordSet(`died said says wrote writes told tells asked asks argued argues replied replies explained explains recalled recalls
  remembers remembered resigned retired retires married studied graduated keeps kept thinks thought believes believed knew knows
  thanked thanks agreed disagreed suggested suggests added smiled laughed nodded noted lives teaches taught volunteers attended
  spoke speaks chaired chairs joked insists admitted apologised apologized stirbt starb sagte sagt schrieb schreibt erklärt
  écrivit mourut dit déclare dijo dice murió escribió disse morì scrisse умер сказал сказала`);
const ROLES = `chair|chairman|chairwoman|chairperson|president|vice[- ]president|director|secretary|treasurer|trustee|founder|co-founder|ceo|cto|cfo|manager|head of|editor|author|keeper|engineer|architect|curator|professor|dr|ph\\.?d|m\\.?p|mayor|captain|skipper|clerk|lead|coordinator|minutes|apologies|facilitator|moderator|interviewer|volunteer`;
/** What stands right behind a person's name: a bracketed role, a clause with `who`, a role between commas. */
const PERSON_TAIL = new RegExp(
  `^(?:\\s*\\((?:the |acting |deputy )?(?:${ROLES})\\b|,? who(?:se|m)?\\b|,\\s*(?:an? |the )?(?:\\p{Ll}+ )?(?:${ROLES})\\b)`,
  'iu',
);
const vesselNouns = wordSet(
  'ship barque bark brig schooner steamer vessel yacht frigate boat ferry tug trawler submarine',
);

const ENTITY_TYPE_NAMES: Readonly<Record<TermType, readonly string[]>> = {
  person: ['Person', 'People', 'Human', 'Individual', 'Contact', 'Figure', 'Character'],
  organisation: ['Organisation', 'Organization', 'Org', 'Company', 'Institution', 'Business', 'Group'],
  place: ['Place', 'Location', 'Region', 'City', 'Country', 'Geography'],
  thing: ['Thing', 'Entity', 'Work', 'Event', 'Object', 'Product'],
  concept: ['Concept', 'Term', 'Topic', 'Idea', 'Technology', 'Definition', 'Technique', 'Method'],
};

/** The noun that a predicate is about: `technique for …` and `16th president of …` are a technique and a president. */
export function headNoun(predicate: string): string {
  const clause =
    predicate.split(
      /[,;.:(]|\s(?:of|for|in|that|which|who|whose|with|from|by|to|on|at|and|or|between|used|based|located|founded|where|when)\s/i,
    )[0] ?? '';
  const word = clause.trim().split(/\s+/).at(-1) ?? '';
  return word.toLowerCase().replace(/[^\p{L}-]/gu, '');
}

const toSingular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** The type that a definition's noun names. */
function classifyNoun(noun: string): TermType | null {
  const one = toSingular(noun);
  if (personNouns.has(one)) return 'person';
  if (organisationNouns.has(one)) return 'organisation';
  if (placeNouns.has(one)) return 'place';
  if (conceptNouns.has(one)) return 'concept';
  return null;
}

/**
 * What a term is. A definition decides; then titles and given names, the last word of the name, and the prepositions
 * in front of it.
 *
 * @param predicates what definitions say of it
 */
export function classifyTerm(name: string, uses: readonly NameUse[], predicates: readonly string[]): TermType {
  for (const predicate of predicates) {
    const type = classifyNoun(headNoun(predicate));
    if (type !== null) return type;
  }
  const parts = name.toLowerCase().split(/\s+/);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const named = name !== name.toLowerCase() && /\p{Lu}/u.test(name);
  if (!named) return 'concept';
  if (uses.some((use) => vesselNouns.has(use.before))) return 'thing';
  if (parts.length > 1) {
    if (
      organisationWords.has(last) ||
      /^(?:university|bank|ministry|department|bureau|office|institute|academy|house|court|council)$/.test(first)
    )
      return 'organisation';
    if (thingWords.has(last) || /^(?:treaty|battle|act|declaration|articles|war|proclamation)$/.test(first))
      return 'thing';
    const goesTo = uses.some((use) => /^(?:in|at|from|near|to|the|into)$/.test(use.before));
    if (givenNames.has(first) && parts.length === 2 && !goesTo) return 'person';
    if (givenNames.has(first) && /\s(?:van|von|de|den|der|di|da|du|del)\s/.test(name)) return 'person';
    if (
      placeWords.has(last) ||
      /^(?:lake|mount|river|cape|fort|gulf|bay|port|san|santa|saint|st\.?|new|isla|lac|rio|río|district|north|south|east|west)$/.test(
        first,
      )
    )
      return 'place';
  }
  if (isPerson(name, parts, uses)) return 'person';
  const called = typeFromNounBefore(uses);
  if (called !== null) return called;
  const placed = uses.filter((use) =>
    ['in', 'at', 'from', 'near', 'into', 'toward', 'across', 'to', 'aus', 'nach', 'à', 'en', 'в'].includes(use.before),
  ).length;
  if (placed >= 2 && placed * 2 >= uses.length && !/^\p{Lu}+$/u.test(name)) return 'place';
  return 'thing';
}

function isPerson(name: string, parts: readonly string[], uses: readonly NameUse[]): boolean {
  if (parts.length > 4) return false;
  if (uses.some((use) => use.hasTitle)) return true;
  if (parts.length < 2 || uses.some((use) => use.before === 'the')) return false;
  if (givenNames.has(parts[0] ?? '') || /^\p{Lu}\.?\s/u.test(name) || /\s\p{Lu}\.\s/u.test(name)) return true;
  return uses.some((use) => personVerbs.has(use.after) || PERSON_TAIL.test(use.tail) || personNouns.has(use.before));
}

/** What the noun right before a name calls it: `the village Oban`, `the firm Acme`. */
function typeFromNounBefore(uses: readonly NameUse[]): TermType | null {
  for (const { before } of uses) {
    if (organisationNouns.has(before) && !personNouns.has(before)) return 'organisation';
    if (placeNouns.has(before)) return 'place';
  }
  return null;
}

/**
 * The page kind for a term: the manifest's own type where one has that name or is what the definition says, else one
 * of the built-in kinds. Source: specs README, 4.
 */
export function choosePageKind(
  name: string,
  type: TermType,
  predicates: readonly string[],
  types: readonly EntityType[],
): string {
  for (const predicate of predicates) {
    const noun = toSingular(headNoun(predicate));
    const match =
      noun === '' ? undefined : types.find((candidate) => candidate.name.toLowerCase() === noun.replaceAll('-', ''));
    if (match !== undefined) return kindName(match.name);
  }
  // `Deep Current Project` where the manifest has the type `Project`.
  const last = toSingular(name.split(' ').at(-1) ?? '').toLowerCase();
  const own = name.includes(' ') ? types.find((candidate) => candidate.name.toLowerCase() === last) : undefined;
  if (own !== undefined) return kindName(own.name);
  for (const wanted of ENTITY_TYPE_NAMES[type]) {
    const match = types.find((candidate) => candidate.name === wanted);
    if (match !== undefined) return kindName(match.name);
  }
  return type === 'concept' ? 'concept' : 'entity';
}
