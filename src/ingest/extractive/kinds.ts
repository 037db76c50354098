import { kindName, type EntityType } from '../../workspace';
import { GIVEN_NAMES, ORGANISATION_WORDS, PLACE_WORDS, THING_WORDS } from './name-words';
import { type NameUse } from './names';

/** What kind of thing a term names. */
export type TermType = 'person' | 'organisation' | 'place' | 'thing' | 'concept';

// prettier-ignore
const PERSON_NOUNS: ReadonlySet<string> = new Set(`person man woman president politician scientist author writer engineer economist philosopher historian artist
composer musician actor actress director lawyer judge general officer soldier king queen emperor mathematician
physicist chemist biologist researcher professor teacher doctor physician entrepreneur founder investor developer
programmer designer journalist poet novelist painter leader activist senator governor minister diplomat explorer
inventor athlete footballer singer child son daughter brother sister husband wife partner manager analyst
consultant scholar`.split(/\s/));
// prettier-ignore
const ORGANISATION_NOUNS: ReadonlySet<string> = new Set(`company organisation organization agency institution institute university college school party bank firm startup
corporation association society committee commission council court army church nonprofit charity bureau department
ministry government group team club publisher newspaper laboratory lab union federation foundation consortium trust
fund body vendor supplier manufacturer retailer`.split(/\s/));
// prettier-ignore
const PLACE_NOUNS: ReadonlySet<string> = new Set(`city town village country state nation region province island river lake mountain sea ocean county district capital
continent territory port valley municipality suburb building bridge`.split(/\s/));
// prettier-ignore
const CONCEPT_NOUNS: ReadonlySet<string> = new Set(`method technique algorithm process protocol language library framework concept theory principle idea approach
practice format standard measure metric model system tool property function pattern structure strategy rule
technology platform service product programme program disease condition substance compound element device unit
number discipline field branch study art science philosophy movement doctrine ideology`.split(/\s/));

/** What only people do, at least in prose. */
// prettier-ignore
const PERSON_VERBS: ReadonlySet<string> = new Set(`died said says wrote writes told tells asked asks argued argues replied replies explained explains recalled recalls
remembers remembered resigned retired retires married studied graduated keeps kept thinks thought believes believed
knew knows thanked thanks agreed disagreed suggested suggests added smiled laughed nodded noted lives teaches
taught volunteers attended spoke speaks chaired chairs joked insists admitted apologised apologized stirbt starb
sagte sagt schrieb schreibt erklärt écrivit mourut dit déclare dijo dice murió escribió disse morì scrisse умер
сказал сказала`.split(/\s/));
const ROLES = `chair|chairman|chairwoman|chairperson|president|vice[- ]president|director|secretary|treasurer|trustee|founder|co-founder|ceo|cto|cfo|manager|head of|editor|author|keeper|engineer|architect|curator|professor|dr|ph\\.?d|m\\.?p|mayor|captain|skipper|clerk|lead|coordinator|minutes|apologies|facilitator|moderator|interviewer|volunteer`;
/** Text after a person's name: a role in brackets, a clause with `who`, a role between commas. */
const PERSON_TAIL = new RegExp(
  `^(?:\\s*\\((?:the |acting |deputy )?(?:${ROLES})\\b|,? who(?:se|m)?\\b|,\\s*(?:an? |the )?(?:\\p{Ll}+ )?(?:${ROLES})\\b)`,
  'iu',
);
// prettier-ignore
const VESSEL_NOUNS: ReadonlySet<string> = new Set([
  'ship', 'barque', 'bark', 'brig', 'schooner', 'steamer', 'vessel', 'yacht', 'frigate', 'boat', 'ferry', 'tug', 'trawler', 'submarine',
]);

const ENTITY_TYPE_NAMES: Readonly<Record<TermType, readonly string[]>> = {
  person: ['Person', 'People', 'Human', 'Individual', 'Contact', 'Figure', 'Character'],
  organisation: ['Organisation', 'Organization', 'Org', 'Company', 'Institution', 'Business', 'Group'],
  place: ['Place', 'Location', 'Region', 'City', 'Country', 'Geography'],
  thing: ['Thing', 'Entity', 'Work', 'Event', 'Object', 'Product'],
  concept: ['Concept', 'Term', 'Topic', 'Idea', 'Technology', 'Definition', 'Technique', 'Method'],
};

/** The head noun of a predicate: `technique` of `technique for …`, `president` of `16th president of …`. */
export function headNoun(predicate: string): string {
  const clause =
    predicate.split(
      /[,;.:(]|\s(?:of|for|in|that|which|who|whose|with|from|by|to|on|at|and|or|between|used|based|located|founded|where|when)\s/i,
    )[0] ?? '';
  const word = clause.trim().split(/\s+/).at(-1) ?? '';
  return word.toLowerCase().replace(/[^\p{L}-]/gu, '');
}

const toSingular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

/** The type that the noun of a definition names. */
function classifyNoun(noun: string): TermType | null {
  const one = toSingular(noun);
  if (PERSON_NOUNS.has(one)) return 'person';
  if (ORGANISATION_NOUNS.has(one)) return 'organisation';
  if (PLACE_NOUNS.has(one)) return 'place';
  if (CONCEPT_NOUNS.has(one)) return 'concept';
  return null;
}

/**
 * Decides what a term names: by its definition, then by the words of the name, then by the words around it.
 *
 * @param predicates what definitions say about it
 */
export function classifyTerm(name: string, uses: readonly NameUse[], predicates: readonly string[]): TermType {
  for (const predicate of predicates) {
    const type = /^\p{L}+ing\s/u.test(predicate) ? 'concept' : classifyNoun(headNoun(predicate));
    if (type !== null) return type;
  }
  const parts = name.toLowerCase().split(/\s+/);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const named = name !== name.toLowerCase() && /\p{Lu}/u.test(name);
  if (!named) return 'concept';
  if (uses.some((use) => VESSEL_NOUNS.has(use.before))) return 'thing';
  if (parts.length > 1) {
    if (
      ORGANISATION_WORDS.has(last) ||
      /^(?:university|bank|ministry|department|bureau|office|institute|academy|house|court|council)$/.test(first)
    )
      return 'organisation';
    if (THING_WORDS.has(last) || /^(?:treaty|battle|act|declaration|articles|war|proclamation)$/.test(first))
      return 'thing';
    const goesTo = uses.some((use) => /^(?:in|at|from|near|to|the|into)$/.test(use.before));
    if (GIVEN_NAMES.has(first) && parts.length === 2 && !goesTo) return 'person';
    if (GIVEN_NAMES.has(first) && /\s(?:van|von|de|den|der|di|da|du|del)\s/.test(name)) return 'person';
    if (
      PLACE_WORDS.has(last) ||
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
  if (GIVEN_NAMES.has(parts[0] ?? '') || /^\p{Lu}\.?\s/u.test(name) || /\s\p{Lu}\.\s/u.test(name)) return true;
  return uses.some((use) => PERSON_VERBS.has(use.after) || PERSON_TAIL.test(use.tail) || PERSON_NOUNS.has(use.before));
}

/** The type from the noun before a name: `the village Oban`, `the firm Acme`. */
function typeFromNounBefore(uses: readonly NameUse[]): TermType | null {
  for (const { before } of uses) {
    if (ORGANISATION_NOUNS.has(before) && !PERSON_NOUNS.has(before)) return 'organisation';
    if (PLACE_NOUNS.has(before)) return 'place';
  }
  return null;
}

/**
 * Chooses the page kind for a term: a type of the manifest that the definition or the name mentions, otherwise one that
 * matches what the term is, otherwise `concept` or `entity`.
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
  // `Deep Current Project` matches a manifest type `Project`.
  const last = toSingular(name.split(' ').at(-1) ?? '').toLowerCase();
  const own = name.includes(' ') ? types.find((candidate) => candidate.name.toLowerCase() === last) : undefined;
  if (own !== undefined) return kindName(own.name);
  for (const wanted of ENTITY_TYPE_NAMES[type]) {
    const match = types.find((candidate) => candidate.name === wanted);
    if (match !== undefined) return kindName(match.name);
  }
  return type === 'concept' ? 'concept' : 'entity';
}
