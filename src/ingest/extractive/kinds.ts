import type { EntityType } from '../../workspace';
import { givenNames, organisationWords, placeWords, thingWords } from './lexicon';
import type { RawName } from './names';

/** What a term is, as far as the words around it tell. */
export type TermType = 'person' | 'organisation' | 'place' | 'thing' | 'concept';

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const personNouns =
  wordSet(`person man woman president politician scientist author writer engineer economist philosopher
  historian artist composer musician actor actress director lawyer judge general officer soldier king queen emperor mathematician
  physicist chemist biologist researcher professor teacher doctor physician entrepreneur founder investor developer programmer
  designer journalist poet novelist painter leader activist senator governor minister diplomat explorer inventor athlete
  footballer singer child son daughter brother sister husband wife partner manager analyst consultant scholar partner`);
const organisationNouns =
  wordSet(`company organisation organization agency institution institute university college school party
  bank firm startup corporation association society committee commission council court army church nonprofit charity bureau department
  ministry government group team club publisher newspaper laboratory lab union federation foundation consortium vendor supplier
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
  wordSet(`died said says wrote writes told asked argued argues replied explained recalled resigned retired
  married studied graduated stirbt starb sagte schrieb écrivit mourut dijo murió disse morì умер сказал`);

const typeNames: Readonly<Record<TermType, readonly string[]>> = {
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

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** The type that a definition's noun names. */
function typeOfNoun(noun: string): TermType | null {
  const one = singular(noun);
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
export function typeOfTerm(name: string, uses: readonly RawName[], predicates: readonly string[]): TermType {
  for (const predicate of predicates) {
    const type = typeOfNoun(headNoun(predicate));
    if (type !== null) return type;
  }
  const parts = name.toLowerCase().split(/\s+/);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const named = name !== name.toLowerCase() && /\p{Lu}/u.test(name);
  if (!named) return 'concept';
  if (parts.length > 1) {
    if (
      organisationWords.has(last) ||
      /^(?:university|bank|ministry|department|bureau|office|institute|academy|house|court|council)$/.test(first)
    )
      return 'organisation';
    if (thingWords.has(last) || /^(?:treaty|battle|act|declaration|articles|war|proclamation)$/.test(first))
      return 'thing';
    if (givenNames.has(first) && /\s(?:van|von|de|den|der|di|da|du|del)\s/.test(name)) return 'person';
    if (
      placeWords.has(last) ||
      /^(?:lake|mount|river|cape|fort|gulf|bay|port|san|santa|saint|st\.?|new|isla|lac|rio|río|district|north|south|east|west)$/.test(
        first,
      )
    )
      return 'place';
  }
  const titled = uses.filter((use) => use.titled).length;
  if (titled > 0 && parts.length <= 4) return 'person';
  if (
    parts.length >= 2 &&
    parts.length <= 4 &&
    (givenNames.has(first) || /^\p{Lu}\.?\s/u.test(name) || /\s\p{Lu}\.\s/u.test(name))
  )
    return 'person';
  const acts = uses.filter((use) => personVerbs.has(use.after)).length;
  if (acts > 0 && parts.length >= 2 && parts.length <= 4) return 'person';
  const placed = uses.filter((use) =>
    ['in', 'at', 'from', 'near', 'into', 'toward', 'across', 'to', 'aus', 'nach', 'à', 'en', 'в'].includes(use.before),
  ).length;
  if (placed >= 2 && placed * 2 >= uses.length && !/^\p{Lu}+$/u.test(name)) return 'place';
  return 'thing';
}

const kebab = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();

/**
 * The page kind for a term: the manifest's own type where one has that name or is what the definition says, else one
 * of the built-in kinds. Source: specs README, 4.
 */
export function kindOfTerm(type: TermType, predicates: readonly string[], types: readonly EntityType[]): string {
  for (const predicate of predicates) {
    const noun = singular(headNoun(predicate));
    const match =
      noun === '' ? undefined : types.find((candidate) => candidate.name.toLowerCase() === noun.replaceAll('-', ''));
    if (match !== undefined) return kebab(match.name);
  }
  for (const name of typeNames[type]) {
    const match = types.find((candidate) => candidate.name === name);
    if (match !== undefined) return kebab(match.name);
  }
  return type === 'concept' ? 'concept' : 'entity';
}
