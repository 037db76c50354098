/** Words that say the same of a thing, by what they say. */
function byWord(rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(rows).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
  );
}

/** What happened, by verb or noun. */
const EVENTS = byWord({
  born: 'born birth',
  died: 'died death',
  founded: 'founded formed established created founding foundation formation incorporated instituted set-up',
  opened: 'opened opening inaugurated inauguration',
  closed: 'closed closing closure shut',
  built: 'built erected constructed construction building',
  completed: 'completed completion finished',
  installed: 'installed fitted installation mounted',
  bought: 'bought acquired purchased acquisition purchase',
  sold: 'sold',
  published: 'published appeared publication printed',
  released: 'released launched release launch came-out shipped issued',
  discovered: 'discovered discovery found',
  invented: 'invented invention',
  married: 'married marriage wedding wed',
  restored: 'restored restoration renovated rebuilt',
  removed: 'removed dismantled removal taken-out',
  destroyed: 'destroyed destruction burnt burned demolished demolition',
  started: 'started began begun commenced',
  ended: 'ended ceased stopped end',
  signed: 'signed signing',
  adopted: 'adopted adoption approved-on',
  elected: 'elected election appointed appointment',
  retired: 'retired retirement resigned',
  moved: 'moved relocated',
  sank: 'sank sunk wrecked',
  planted: 'planted',
  painted: 'painted',
  arrived: 'arrived',
  discontinued: 'discontinued deprecated withdrawn',
  lit: 'lit',
  laid: 'laid',
  received: 'received granted obtained awarded',
  added: 'added',
  introduced: 'introduced introduction',
  dissolved: 'dissolved disbanded dissolution',
  abolished: 'abolished',
  ratified: 'ratified',
  automated: 'automated',
  merged: 'merged merger',
  consecrated: 'consecrated dedicated',
  electrified: 'electrified',
  held: 'held hold holds place meets meet',
  origin: 'dates dated',
});

/** What a measure is of. */
const ASPECTS = byWord({
  height: 'tall high height',
  length: 'long length',
  width: 'wide width broad across',
  depth: 'deep depth',
  thickness: 'thick thickness',
  diameter: 'diameter',
  elevation: 'elevation altitude rises lies',
  weight: 'weighs weighed weigh weight heavy mass',
  price: 'price priced costs sells sold rent fee fare toll',
  cost: 'cost',
  capacity: 'capacity',
  speed: 'speed',
  age: 'old age aged',
  distance: 'distance away',
});

/** Words that give a dimension its aspect by themselves. */
const DEFAULT_ASPECTS: Readonly<Record<string, string>> = { mass: 'weight', area: 'area' };

/** States that exclude each other: the word, its class and its side. */
const STATES: ReadonlyMap<string, readonly [state: string, side: number]> = new Map(
  [
    ['state', 'open reopened', 'closed shut'],
    ['outcome', 'accepted approved granted passed adopted', 'rejected refused declined denied dismissed'],
    ['switch', 'enabled on', 'disabled off'],
    ['choice', 'opt-in', 'opt-out'],
    ['support', 'supported maintained', 'unsupported deprecated dropped discontinued'],
    ['access', 'shared', 'exclusive'],
    ['writing', 'writable', 'read-only'],
    ['staff', 'staffed manned', 'unstaffed unmanned'],
    ['lock', 'locked', 'unlocked'],
    ['order', 'sorted ordered', 'unsorted unordered'],
    ['case', 'case-sensitive', 'case-insensitive'],
    ['completion', 'complete completed finished', 'incomplete unfinished'],
    ['publicity', 'public', 'private secret'],
    ['condition', 'intact', 'ruined damaged destroyed broken'],
    ['life', 'alive living', 'dead'],
    ['wedlock', 'married', 'unmarried single'],
    ['duty', 'mandatory compulsory required obligatory', 'optional voluntary'],
    ['use', 'inhabited occupied', 'uninhabited vacant unoccupied'],
    ['filling', 'empty', 'full'],
    ['stock', 'available', 'unavailable discontinued'],
    ['price of entry', 'free', 'charged paid'],
    ['working', 'working operational', 'broken defunct'],
    ['ability', 'synchronous', 'asynchronous'],
    ['passage', 'passable navigable', 'impassable unnavigable'],
    ['law', 'legal permitted allowed', 'illegal forbidden prohibited banned'],
    ['edge', 'waterproof', 'permeable'],
    ['safety', 'safe edible harmless', 'unsafe poisonous toxic inedible harmful'],
  ].flatMap(([state = '', ...sides]) =>
    sides.flatMap((words, side) => words.split(' ').map((word) => [word, [state, side]] as const)),
  ),
);
/** Words of which each excludes the others. */
const EXCLUSIVE = byWord({
  material:
    'brick stone granite limestone sandstone marble slate thatch timber wood wooden oak pine beech iron steel metal concrete copper bronze brass lead aluminium plastic glass ceramic composite',
  direction: 'north south east west northern southern eastern western',
  frequency: 'daily weekly fortnightly monthly quarterly yearly annually',
  weekday:
    'monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays',
  season: 'spring summer autumn winter',
});

/** What a material is, more generally. */
const KINDS_OF_MATERIAL = byWord({
  stone: 'stone granite limestone sandstone marble',
  wood: 'wood oak pine timber wooden beech ash',
  metal: 'metal iron steel copper bronze brass lead aluminium',
});

/** Offices and makers, by noun or by what they do. */
const ROLES = byWord({
  chair: 'chair chairman chairwoman chairperson chaired chairs',
  president: 'president',
  director: 'director directed directs',
  secretary: 'secretary',
  treasurer: 'treasurer',
  captain: 'captain captained captains skipper',
  keeper: 'keeper',
  engineer: 'engineer engineered',
  editor: 'editor edited edits',
  maintainer: 'maintainer maintained maintains',
  owner: 'owner owned owns',
  manager: 'manager managed manages',
  head: 'head headed heads leader led leads',
  curator: 'curator curated curates',
  librarian: 'librarian',
  mayor: 'mayor',
  conductor: 'conductor conducted conducts',
  organist: 'organist',
  commander: 'commander commanded commands',
  principal: 'principal headmaster headmistress headteacher',
  warden: 'warden',
  operator: 'operator operated operates',
  tenant: 'tenant landlord',
  coach: 'coach coached coaches trainer',
  chef: 'chef',
  pilot: 'pilot piloted',
  architect: 'architect designer designed',
  author: 'author wrote written',
  founder: 'founder founded established',
  builder: 'builder built erected constructed',
  inventor: 'inventor invented',
  composer: 'composer composed',
  painter: 'painter painted',
  minister: 'minister',
  vicar: 'vicar rector parson priest',
  bishop: 'bishop',
  caretaker: 'caretaker janitor porter',
  clerk: 'clerk registrar',
  foreman: 'foreman supervisor superintendent',
  steward: 'steward bailiff',
  governor: 'governor',
  judge: 'judge',
  teacher: 'teacher schoolmaster',
  surgeon: 'surgeon doctor',
  gardener: 'gardener',
  coordinator: 'coordinator organiser organizer convenor',
  moderator: 'moderator',
  patron: 'patron',
  landowner: 'landowner squire',
  contractor: 'contractor',
  winner: 'winner won',
  donor: 'donor given presented donated',
  restorer: 'restored rebuilt',
  carver: 'carved',
  layer: 'laid',
  surveyor: 'surveyor surveyed',
  opener: 'opened',
  translator: 'translator translated',
  discoverer: 'discoverer discovered',
  sponsor: 'sponsor sponsored',
});
const LASTING_ROLES: ReadonlySet<string> = new Set(
  'architect author founder builder inventor composer painter translator discoverer donor carver layer surveyor opener restorer contractor winner'.split(
    ' ',
  ),
);

export const eventOf = (key: string): string | undefined => EVENTS.get(key);
export const aspectOf = (key: string): string | undefined => ASPECTS.get(key);
export const defaultAspect = (dimension: string): string => DEFAULT_ASPECTS[dimension] ?? '';
export const roleOf = (key: string): string | undefined => ROLES.get(key);
export const isLastingRole = (role: string): boolean => LASTING_ROLES.has(role);
export const ROLE_WORDS: readonly string[] = [...ROLES.keys()];
export const kindOfMaterial = (side: string): string | undefined => KINDS_OF_MATERIAL.get(side);
export const exclusiveClass = (key: string): string | undefined => EXCLUSIVE.get(key);
/** The state that a word names, and on which side of it. */
export const stateOf = (key: string): readonly [state: string, side: number] | undefined => STATES.get(key);
