/** Who holds an office or has made something, as a sentence says it. */
export interface Holder {
  /** `chair`, `designed`; with its ordinal: `first keeper`. */
  readonly role: string;
  /** In lower case, without titles: the last word of the name decides. */
  readonly name: string;
  /** What the role belongs to, in lower case; `''` if the sentence does not say. */
  readonly of: string;
  /** Who made it stays so; an office passes on. */
  readonly isLasting: boolean;
}

const OFFICES =
  'chair|chairman|chairwoman|president|director|secretary|treasurer|captain|keeper|engineer|architect|editor|maintainer|owner|manager|head|leader|foreman|curator|librarian|bishop|headmaster|headmistress|governor|conductor|organist|rector|vicar|principal|mayor|minister|master|commander|superintendent|steward|warden|proprietor|landlord|tenant|author|founder|builder|designer|inventor|composer|teacher|pilot';
const LASTING_OFFICES = /^(?:.* )?(?:author|founder|builder|designer|inventor|composer|architect)$/;
const FIRST_OF_SEVERAL = /^(?:first|second|third) /;
const ORDINAL = '(?:(first|second|third|last|chief|deputy|vice|honorary|present|current|new)\\s)?';
const NAME =
  "((?:(?:Dr|Mr|Mrs|Ms|Miss|Sir|Lady|Captain|Professor|Rev)\\.?\\s)?\\p{Lu}[\\p{L}.’'-]*(?:\\s(?:de|van|von|of|der)?\\s?\\p{Lu}[\\p{L}.’'-]*){0,3})";
const OF = '(?:\\s(?:of|at|for)\\s(?:the\\s)?([^,.;]{3,50}?))?';
const END = '(?=[,.;]|\\s(?:in|from|since|until|and|who|when|after|on|by|to|for)\\s|$)';

/** "Amara Osei was the first keeper of the light", "became chair". */
const IS_OFFICE = new RegExp(
  `${NAME},?\\s(?:is|was|has been|became|becomes|was (?:elected|appointed|made|named|chosen)|is (?:elected|appointed))\\s(?:as\\s)?(?:the\\s|its\\s|an?\\s|our\\s|their\\s)?${ORDINAL}(${OFFICES})${OF}${END}`,
  'u',
);
/** "The first keeper was Amara Osei", "the chair of the trust, Amara Osei,". */
const OFFICE_IS = new RegExp(
  `(?:[Tt]he|[Ii]ts|[Oo]ur|[Tt]heir|^)\\s?${ORDINAL}(${OFFICES})${OF}(?:\\s(?:is|was|became|is now|was then)\\s|,\\s)(?:an?\\s\\p{Ll}+\\s)?${NAME}`,
  'u',
);
const MADE =
  'designed|built|founded|invented|written|discovered|composed|painted|drawn|engineered|planned|commissioned|opened|merged|reported|fixed|led|commanded|established|constructed|erected|surveyed|carved|restored|rebuilt|given|bought|sold';
/** "designed by Amara Osei". */
const MADE_BY = new RegExp(
  `^(?:[^,;]{0,40},\\s)?([^,;]{2,60}?)\\s(?:was|were|is|are|has been)\\s(?:\\p{Ll}+ly\\s)?(${MADE})(?:\\s[^,.;]{0,40}?)?\\sby\\s(?:the\\s(?:\\p{Ll}+\\s){1,2})?${NAME}`,
  'u',
);
/** "is owned by the Bracken Trust", "belongs to Amara Osei". */
const OWNED = new RegExp(
  `^([^,;]{2,60}?)\\s(?:(?:is|are|was|were)\\s(?:now\\s)?owned\\sby|belong(?:s|ed)?\\sto)\\s(?:the\\s)?${NAME}`,
  'u',
);
/** "looked after by jtan", "jtan looks after the feature". */
const CARES =
  /(?:^|\s)([\p{L}][\p{L}\d_-]{1,30})\s(?:looks after|maintains|now maintains|took over)\s(?:the\s)?([^,.;]{3,40})/u;

const withoutTitle = (name: string): string =>
  name
    .replace(/^(?:Dr|Mr|Mrs|Ms|Miss|Sir|Lady|Captain|Professor|Rev)\.?\s/u, '')
    .trim()
    .toLowerCase();

/** Finds who a sentence says to hold an office, or to have made what it is about. */
export function findHolders(text: string): readonly Holder[] {
  const found: Holder[] = [];
  const add = (role: string, ordinal: string | undefined, name: string, of: string | undefined): void => {
    const isKept = ordinal !== undefined && /^(?:first|second|third|last|chief|deputy|vice|honorary)$/.test(ordinal);
    const full = isKept ? `${ordinal} ${role}` : role;
    const isLasting = LASTING_OFFICES.test(full) || FIRST_OF_SEVERAL.test(full);
    found.push({ role: full, name: withoutTitle(name), of: (of ?? '').toLowerCase().trim(), isLasting });
  };
  const is = IS_OFFICE.exec(text);
  if (is !== null) add(is[3] ?? '', is[2], is[1] ?? '', is[4]);
  const office = OFFICE_IS.exec(text);
  if (office !== null && is === null) add(office[2] ?? '', office[1], office[4] ?? '', office[3]);
  const made = MADE_BY.exec(text);
  if (made !== null)
    found.push({
      role: made[2] ?? '',
      name: withoutTitle(made[3] ?? ''),
      of: (made[1] ?? '').toLowerCase(),
      isLasting: true,
    });
  const owned = OWNED.exec(text);
  if (owned !== null) add('owner', undefined, owned[2] ?? '', owned[1]);
  const cares = CARES.exec(text);
  if (cares !== null)
    found.push({
      role: 'looks after',
      name: (cares[1] ?? '').toLowerCase(),
      of: (cares[2] ?? '').toLowerCase(),
      isLasting: false,
    });
  return found;
}

/** Whether two names can mean one person: "Osei" and "Amara Osei", "A. Osei". */
export function isSameName(a: string, b: string): boolean {
  const [first, second] = [a.split(/\s+/), b.split(/\s+/)];
  if (first.at(-1) !== second.at(-1))
    return first.length === 1 ? second.includes(a) : second.length === 1 && first.includes(b);
  const [given = '', other = ''] = [first[0], second[0]];
  return first.length === 1 || second.length === 1 || given.startsWith(other.charAt(0));
}
