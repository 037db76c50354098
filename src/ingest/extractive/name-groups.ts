import { type YieldBudget } from '../../base';
import { isCommonWord } from './common-words';
import { ORGANISATION_WORDS, NATIONALITIES, PLACE_WORDS } from './name-words';
import { type Definition } from './definition';
import { classifyTerm } from './kinds';
import { type NameUse } from './names';
import { type ParsedSource } from './parse-source';
import { stem } from './tokenizer';

/** Everything found under one name, while spellings are still being merged. */
export interface NameGroup {
  name: string;
  aliases: string[];
  uses: NameUse[];
  definitions: Definition[];
  /** There is more evidence than a capital letter. */
  isSure: boolean;
  /** A common noun that the source defines, not a name. */
  isCommonNoun: boolean;
}

/** One key for all spellings of a name: without case, hyphens and periods, the last word in the singular. */
export function termKey(name: string): string {
  const words = name
    .normalize('NFKC')
    // `TopologyAwareScheduling` is `Topology Aware Scheduling`.
    .replace(/(\p{Ll}{2})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[\s\u2010-\u2015_-]+/g, ' ')
    .replace(/\./g, '')
    .trim()
    .replace(/^(?:the|an?) /, '')
    .split(' ');
  const last = words.pop() ?? '';
  return [...words, /^[A-Z]+$/.test(name) ? last : stem(last)].join(' ');
}

/** Merges `Perhaps Ana Sousa`, found only at the start of a sentence, into `Ana Sousa` if that name was found too. */
export function mergeSentenceStarts(groups: Map<string, NameGroup>): void {
  for (const [key, group] of [...groups]) {
    const words = group.name.split(' ');
    if (words.length < 3 || group.isSure || group.uses.some((use) => use.isCertain)) continue;
    const rest = words.slice(1).join(' ');
    const other = groups.get(termKey(rest));
    if (other === undefined || other === group) continue;
    for (const use of group.uses) {
      const start = use.mention.end - rest.length;
      other.uses.push({ ...use, name: rest, isCertain: true, mention: { ...use.mention, start } });
    }
    groups.delete(key);
  }
}

/**
 * Merges `Lincoln` and `Abraham` into `Abraham Lincoln`, and `Acme` into `Acme Corporation`, if there is only one such longer
 * name. Drops a first name that may mean several people.
 */
export async function mergeShortForms(
  groups: Map<string, NameGroup>,
  isAccepted: (key: string, group: NameGroup) => boolean,
  parsed: ParsedSource,
  budget: YieldBudget,
): Promise<void> {
  const accepted: NameGroup[] = [];
  for (const [key, group] of groups) {
    if (budget.spend(20 * group.uses.length)) await budget.checkpoint();
    if (isAccepted(key, group)) accepted.push(group);
  }
  const longer = await indexLongerNames(accepted, budget);
  for (const [key, group] of [...groups]) {
    if (budget.spend(20 * group.uses.length)) await budget.checkpoint();
    if (group.name.includes(' ') || /^\p{Lu}{2,}$/u.test(group.name)) continue;
    // A word that the source also writes in lower case is not a short form of a name.
    if (parsed.countLowerCase(key) * 4 > group.uses.length) continue;
    const isFirstName = (longer.byFirstName.get(key) ?? []).length > 0;
    // `in Lisbon` means the city, not the `Lisbon Herald`.
    const isPlace = group.uses.some((use) => ['in', 'near', 'from'].includes(use.before));
    const isDefinite = group.uses.filter(({ before }) => before === 'the').length * 2 >= group.uses.length;
    const maps = [
      longer.byLastName,
      longer.byFirstName,
      ...(isPlace ? [] : [longer.byHead]),
      ...(isDefinite ? [longer.byTail] : []),
    ];
    const candidates = maps.map((map) => (map.get(key) ?? []).filter((name) => isUsual(name, group)));
    const found = candidates.find((list) => list.length > 0) ?? [];
    const [only] = found;
    if (only !== undefined && found.length === 1) {
      for (const use of group.uses) only.uses.push(use);
      for (const definition of group.definitions) only.definitions.push(definition);
      if (!only.aliases.includes(group.name)) only.aliases.push(group.name);
      groups.delete(key);
    } else if (isFirstName) groups.delete(key);
  }
}

/** Uses of a short form for each use of the whole name. `Indians` is no short form of the one `Richer Indians`. */
const MAX_SHORTER = 8;

const isUsual = (name: NameGroup, short: NameGroup): boolean =>
  name.uses.some(({ hasTitle, isSpeaker }) => hasTitle || isSpeaker) ||
  name.uses.length * MAX_SHORTER >= short.uses.length;

interface LongerNames {
  readonly byLastName: ReadonlyMap<string, readonly NameGroup[]>;
  readonly byFirstName: ReadonlyMap<string, readonly NameGroup[]>;
  /** `Acme` of `Acme Corporation`. */
  readonly byHead: ReadonlyMap<string, readonly NameGroup[]>;
  /** "the Trust" of `Ashlock Canal Trust`, "the Bank" of `Bank of the West`. */
  readonly byTail: ReadonlyMap<string, readonly NameGroup[]>;
}

async function indexLongerNames(groups: readonly NameGroup[], budget: YieldBudget): Promise<LongerNames> {
  const [byLastName, byFirstName, byHead, byTail] = [
    new Map<string, NameGroup[]>(),
    new Map<string, NameGroup[]>(),
    new Map<string, NameGroup[]>(),
    new Map<string, NameGroup[]>(),
  ];
  const push = (map: Map<string, NameGroup[]>, word: string, group: NameGroup): void => {
    const list = map.get(termKey(word));
    if (list === undefined) map.set(termKey(word), [group]);
    else list.push(group);
  };
  for (const group of groups) {
    if (budget.spend(20 * group.uses.length)) await budget.checkpoint();
    const words = group.name.split(' ');
    const [first = '', last = ''] = [words[0], words.at(-1)];
    if (words.length < 2 || words.length > 5) continue;
    const predicates = group.definitions.map(({ predicate }) => predicate);
    const type = classifyTerm(group.name, group.uses, predicates);
    if (type === 'person' && !words.some((word) => ORGANISATION_WORDS.has(word.toLowerCase())))
      push(byFirstName, first, group);
    // `Errico Malatesta` is not a known given name, but `Malatesta` alone still means the same.
    const likePerson = type === 'thing' && words.length === 2 && words.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word));
    if (
      type === 'person' ||
      (likePerson && !isCommonWord(first.toLowerCase()) && !group.isSure && !NATIONALITIES.has(first.toLowerCase()))
    )
      push(byLastName, last, group);
    const isKind = (word: string): boolean =>
      ORGANISATION_WORDS.has(word.toLowerCase()) || PLACE_WORDS.has(word.toLowerCase());
    if (isKind(last)) push(byTail, last, group);
    else if (isKind(first) && words[1] === 'of') push(byTail, first, group);
    const rest = words.slice(1).map((word) => word.toLowerCase().replace(/[.,]$/, ''));
    if (rest.every((word) => ORGANISATION_WORDS.has(word))) push(byHead, first, group);
  }
  return { byLastName, byFirstName, byHead, byTail };
}

/** Adds a use to the group of its name, and creates the group if needed. */
export function addUse(groups: Map<string, NameGroup>, use: NameUse): NameGroup {
  const key = termKey(use.name);
  const group = groups.get(key);
  if (group === undefined) {
    const created: NameGroup = {
      name: use.name,
      aliases: [],
      uses: [use],
      definitions: [],
      isSure: false,
      isCommonNoun: false,
    };
    groups.set(key, created);
    return created;
  }
  group.uses.push(use);
  return group;
}
