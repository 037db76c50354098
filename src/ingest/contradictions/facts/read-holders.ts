import { isLastingRole, roleOf, ROLE_WORDS } from './lexicon';

/** Who a sentence says to hold an office, or to have made something. */
interface StatedHolder {
  readonly role: string;
  /** In lower case, without titles. */
  readonly name: string;
  /** What it belongs to, as written; `''` for "its"; `null` if it is what the sentence is about. */
  readonly of: string | null;
  readonly isLasting: boolean;
  readonly isDated: boolean;
  /** "Her guide was the curator, Ada Holt" does not say that she was it. */
  readonly isPast: boolean;
}

const ROLE = `(${ROLE_WORDS.join('|')})`;
const NOUN = `(${ROLE_WORDS.filter((word) => !/(?:ed|wrote|written|led|owns|given|laid|built|won)$|^(?:directs|edits|manages|heads|leads|conducts|operates|coaches|maintains|chairs|captains|commands|curates)$/.test(word)).join('|')})`;
/** The same, also at the beginning of a line or as a title. */
const TITLE_NOUN = NOUN.replace(
  /([(|])(\p{L})/gu,
  (_, before: string, letter: string) => `${before}[${letter}${letter.toUpperCase()}]`,
);
const PERSON =
  "((?:(?:Dr|Mr|Mrs|Ms|Miss|Sir|Dame|Lady|Captain|Professor|Rev)\\.?\\s)?\\p{Lu}[\\p{L}.’'-]*(?:\\s(?:(?:de|van|von|der|du|la)\\s)?\\p{Lu}[\\p{L}.’'-]*){1,3}|@?\\p{Lu}[\\p{L}’-]+|[a-z]+-?[a-z]*(?=\\s(?:since|looks after)))";
const OF = '(?:\\s(?:of|at|for)\\s(?:the\\s)?([^,.;:]{2,50}?))?';
const RANK = '(?:(first|second|third|last|vice|deputy|assistant|honorary|former|acting)[\\s-])?';

/** "The curator is Ada Holt", "its curator, Ada Holt", "the chair of the club was Ada Holt". */
const ROLE_FIRST = new RegExp(
  `(?:^|[\\s(])([Tt]he|[Ii]ts|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur)\\s${RANK}${TITLE_NOUN}${OF}(?:,\\s|\\s(?:is|was|are|has been|is now)\\s(?:the\\s\\p{Ll}+\\s)?)${PERSON}(?=[\\s,.;]|$)`,
  'u',
);
/** "Ada Holt is the curator of the museum", "Ada Holt has been treasurer since 2019". */
const PERSON_FIRST = new RegExp(
  `${PERSON},?\\s(?:is|was|has been|became|becomes|remains|stays|serves as|acts as|took over as|takes over as|has succeeded [^,.;]{2,40}? as|succeeded [^,.;]{2,40}? as|was (?:elected|appointed|made|named)|is (?:now|currently))\\s(?:the\\s|its\\s|an?\\s|our\\s|their\\s|as\\s)?${RANK}${NOUN}${OF}(?=[,.;]|\\s(?:in|from|since|until|and|who|when|after|on|by|to)\\s|$)`,
  'u',
);
/** "The club is chaired by Ada Holt", "a tool maintained by Ada Holt". */
const DONE_BY = new RegExp(`\\s${ROLE}\\sby\\s(?:the\\s(?:\\p{Ll}+\\s){1,2})?${PERSON}(?=[\\s,.;]|$)`, 'u');
/** "To the designs of Ada Holt", "a gift of Ada Holt". */
const WORK_OF = new RegExp(
  `\\b(?:(designs?|plans)|(gift)) (?:of|by|from) (?:the\\s\\p{Ll}+,?\\s)?${PERSON}(?=[\\s,.;]|$)`,
  'u',
);
/** "Ada Holt was succeeded as captain by Ben Rowe": the one who holds it now. */
const SUCCEEDED = new RegExp(`\\s(?:succeeded|followed|replaced)\\sas\\s${NOUN}\\sby\\s${PERSON}(?=[\\s,.;]|$)`, 'u');
/** "Ada Holt designed the case". */
const DOES = new RegExp(
  `^${PERSON}\\s(?:now\\s|also\\s)?${ROLE}\\s(?:the|this|its|our)\\s([^,.;:]{3,50}?)(?=[,.;:]|\\s(?:in|from|since|until|and|who|when|after|on|by|to|with|of)\\s|$)`,
  'u',
);
/** "Chair: Ada Holt". */
const LABEL = new RegExp(`^(?:[-*]\\s)?\\**${RANK}${TITLE_NOUN}${OF}\\**:\\**\\s${PERSON}\\.?$`, 'u');
const DATED =
  /\b(?:became|becomes|former|acting|until|since|from \d|took over|succeeded|elected|appointed|after [A-Z])\b/;

const plainName = (name: string): string =>
  name
    .replace(/^(?:Dr|Mr|Mrs|Ms|Miss|Sir|Dame|Lady|Captain|Professor|Rev)\.?\s/u, '')
    .replace(/[.’']+$/u, '')
    .toLowerCase();

/** Finds the holders of offices, and the makers, that a sentence names. */
export function readHolders(text: string): readonly StatedHolder[] {
  const found: StatedHolder[] = [];
  const add = (
    rank: string | undefined,
    word: string | undefined,
    name: string | undefined,
    of: string | null,
    isPast = true,
  ): void => {
    const role = roleOf((word ?? '').toLowerCase());
    if (role === undefined || name === undefined || !/^(?:@|\p{Lu}|[a-z]+-[a-z])/u.test(name)) return;
    const full = rank === undefined ? role : `${rank.toLowerCase()} ${role}`;
    found.push({
      role: full,
      name: plainName(name),
      of,
      isLasting: isLastingRole(role) || /^(?:first|second|third)$/i.test(rank ?? ''),
      isDated: DATED.test(text),
      isPast,
    });
  };
  const label = LABEL.exec(text);
  if (label !== null) add(label[1], label[2], label[4], label[3] ?? '');
  const done = DONE_BY.exec(text);
  if (done !== null) add(undefined, done[1], done[2], null);
  const work = WORK_OF.exec(text);
  if (work !== null) add(undefined, work[1] === undefined ? 'donor' : 'architect', work[3], null);
  const succeeded = SUCCEEDED.exec(text);
  if (succeeded !== null) add(undefined, succeeded[1], succeeded[2], '');
  const does = DOES.exec(text);
  if (does !== null) add(undefined, does[2], does[1], does[3] ?? null);
  const person = PERSON_FIRST.exec(text);
  if (person !== null) add(person[2], person[3], person[1], person[4] ?? '');
  const role = ROLE_FIRST.exec(text);
  if (role !== null && person === null && label === null)
    add(role[2], role[3], role[5], role[4] ?? '', !role[0].includes(', '));
  return found;
}
