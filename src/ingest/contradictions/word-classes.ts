/** Words of which only one can be true of a thing at a time. */
const CLASSES: Readonly<Record<string, string>> = {
  material:
    'brick stone granite limestone sandstone marble timber wooden wood oak iron steel concrete copper bronze brass lead slate thatch cast-iron',
  colour: 'red white black blue green yellow brown grey gray purple orange pink',
  direction: 'north south east west northern southern eastern western north-east north-west south-east south-west',
  side: 'left right upper lower',
  season: 'spring summer autumn winter',
  weekday: 'monday tuesday wednesday thursday friday saturday sunday',
  state: 'open closed',
  existence: 'survives destroyed lost demolished',
  outcome: 'accepted rejected declined refused approved denied withdrawn',
  switch: 'enabled disabled',
  progress: 'complete completed unfinished incomplete finished',
  support: 'supported unsupported',
  publicity: 'public private secret',
  ability: 'synchronous asynchronous',
  polarity: 'always never',
  life: 'alive dead',
  wedlock: 'married unmarried',
  frequency: 'daily weekly monthly quarterly yearly annually',
  rank: 'first second third fourth fifth last',
  kin: 'father mother brother sister son daughter uncle aunt nephew niece cousin widow widower grandson granddaughter',
};

const CLASS_BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(CLASSES).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);

/** The class of a lower-cased word, such as `colour` for `red`; `undefined` for most words. */
export function wordClass(key: string): string | undefined {
  return CLASS_BY_WORD.get(key);
}

/** Opposite states of one thing, each way. */
const OPPOSITES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    ['open', 'closed shut'],
    ['closed', 'open reopened'],
    ['shut', 'open'],
    ['survives', 'destroyed demolished lost'],
    ['destroyed', 'survives preserved intact'],
    ['intact', 'destroyed ruined damaged'],
    ['enabled', 'disabled'],
    ['disabled', 'enabled'],
    ['accepted', 'rejected refused declined'],
    ['approved', 'rejected refused denied'],
    ['rejected', 'accepted approved'],
    ['refused', 'accepted approved granted'],
    ['complete', 'incomplete unfinished'],
    ['completed', 'unfinished abandoned'],
    ['finished', 'unfinished'],
    ['unfinished', 'complete completed finished'],
    ['supported', 'unsupported'],
    ['public', 'private secret'],
    ['empty', 'full'],
    ['full', 'empty'],
    ['alive', 'dead'],
    ['dead', 'alive'],
    ['married', 'unmarried'],
    ['unmarried', 'married'],
  ].map(([word = '', others = '']) => [word, new Set(others.split(' '))] as const),
);

/** Whether two words say opposite things of one subject. */
export function isOpposite(a: string, b: string): boolean {
  return OPPOSITES.get(a)?.has(b) === true || OPPOSITES.get(b)?.has(a) === true;
}
