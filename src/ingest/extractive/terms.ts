import { capitalise, compareText, type YieldBudget } from '../../base';
import { findExpansions, type Expansion } from './acronyms';
import { findUnspacedNames } from './cjk';
import { type Definition } from './definition';
import { classifyTerm, type TermType } from './kinds';
import { isCommonWord } from './common-words';
import { GENERIC_WORDS } from './name-words';
import { stem } from './tokenizer';
import { partsOfHeading } from './heading-names';
import { isName } from './is-name';
import { findCapitalisedNames, type Mention, createNameUse } from './names';
import { type ParsedSource } from './parse-source';
import { addDefinitions } from './term-definitions';
import { addUse, mergeSentenceStarts, mergeShortForms, termKey, type NameGroup } from './name-groups';

/** Something that a source mentions and that might have a page. */
export interface Term {
  /** As the title of a page. */
  readonly name: string;
  /** Other spellings in the source, in order of first use. */
  readonly aliases: readonly string[];
  readonly type: TermType;
  /** A last name that occurs only after a title: `Ms Osei`. */
  readonly isBareTitle: boolean;
  /** A noun that the source keeps speaking of, not a name. */
  readonly isCommonNoun: boolean;
  /** A section has its name: "The seat of government". */
  readonly isTopic: boolean;
  /** The title says that the source is about it. */
  readonly isMain: boolean;
  /** In the order of the text, without overlaps. */
  readonly mentions: readonly Mention[];
  /** The sentences that say what it is, strongest first. */
  readonly definitions: readonly Definition[];
  /** Named in a heading or the title. */
  readonly isInHeading: boolean;
  /** Linked or marked as code in the source. */
  readonly isMarked: boolean;
  /** How much the source is about it. Comparable within one source only. */
  readonly weight: number;
}

/** A name of which nothing special is known. */
export const PLAIN_TERM = {
  isBareTitle: false,
  isCommonNoun: false,
  isTopic: false,
  isMain: false,
  isInHeading: false,
  isMarked: false,
} as const;

/** Extracts what a source mentions, heaviest first. Deterministic; the cost is about proportional to the text. */
export async function extractTerms(parsed: ParsedSource, budget: YieldBudget): Promise<readonly Term[]> {
  const groups = new Map<string, NameGroup>();
  const runs = await findCapitalisedNames(parsed, budget);
  for (const found of parsed.language === 'cjk' ? [runs, await findUnspacedNames(parsed, budget)] : [runs]) {
    for (const use of found) {
      addUse(groups, use);
      if (budget.spend(USE_COST)) await budget.checkpoint();
    }
  }
  const headings = collectHeadingKeys(parsed);
  const heads = new Set([...parsed.headings].flatMap((heading) => partsOfHeading(heading).map(termKey)));
  const marked = new Set(parsed.text.linkTexts.filter((text) => text.length <= 60).map(termKey));
  await addExpansions(groups, parsed, budget);
  await addDefinitions(groups, parsed, (key) => headings.has(key) || marked.has(key), budget);
  const isAccepted = (key: string, group: NameGroup): boolean =>
    group.isSure ||
    isName(group.name, group.uses, parsed) ||
    (marked.has(key) && isMarkedName(group.name)) ||
    (heads.has(key) && isOnlyCapitalised(group.name, parsed));
  mergeSentenceStarts(groups);
  if (budget.spend(USE_COST * groups.size)) await budget.checkpoint();
  await mergeShortForms(groups, isAccepted, parsed, budget);
  for (const [key, group] of groups) {
    if (budget.spend(USE_COST * group.uses.length)) await budget.checkpoint();
    if (!isAccepted(key, group)) groups.delete(key);
  }
  const terms: Term[] = [];
  for (const [key, group] of groups) {
    if (budget.spend(USE_COST * group.uses.length)) await budget.checkpoint();
    terms.push(createTerm(key, group, parsed, headings, marked));
  }
  return terms
    .filter((term) => term.mentions.length > 0)
    .sort((a, b) => b.weight - a.weight || compareText(a.name, b.name));
}

/** Cost of handling one use of a name, in characters read. */
const USE_COST = 50;

/** A heading that is a word which the text never writes in lower case. */
function isOnlyCapitalised(name: string, parsed: ParsedSource): boolean {
  const key = name.toLowerCase();
  return (
    !name.includes(' ') &&
    name.length > 3 &&
    parsed.countLowerCase(key) + parsed.countLowerCase(stem(key)) === 0 &&
    !isCommonWord(key) &&
    !GENERIC_WORDS.has(key) &&
    !/(?:ly|ing|ed|ion|ment|ness)s?$/.test(key)
  );
}

function isMarkedName(name: string): boolean {
  return name.length > 3 && /\p{Lu}/u.test(name);
}

function collectHeadingKeys(parsed: ParsedSource): ReadonlySet<string> {
  const keys = new Set<string>();
  const titles = parsed.text.passages.filter((passage) => passage.kind === 'heading').map((passage) => passage.text);
  for (const title of [parsed.text.title ?? '', ...titles]) {
    if (title === '' || title.length > 120) continue;
    const words = title
      .replace(/^[\d.)\s]+/, '')
      .split(/[\s:–—,;()/]+/)
      .filter((word) => word !== '');
    keys.add(termKey(words.join(' ')));
    for (let from = 0; from < words.length; from += 1) {
      for (let to = from + 1; to <= Math.min(words.length, from + 4); to += 1)
        keys.add(termKey(words.slice(from, to).join(' ')));
    }
  }
  return keys;
}

async function addExpansions(groups: Map<string, NameGroup>, parsed: ParsedSource, budget: YieldBudget): Promise<void> {
  const expansions: Expansion[] = [];
  for (const sentence of parsed.sentences) {
    expansions.push(...findExpansions(sentence));
    if (budget.spend(sentence.text.length / 4)) await budget.checkpoint();
  }
  for (const { short, long, sentence, start } of expansions) {
    const group =
      groups.get(termKey(long)) ?? addUse(groups, createNameUse(long, { sentence, start, end: start + long.length }));
    group.isSure = true;
    const shortKey = termKey(short);
    const other = groups.get(shortKey);
    if (other !== undefined && other !== group) {
      for (const use of other.uses) group.uses.push(use);
      groups.delete(shortKey);
    }
    if (!group.aliases.includes(short) && short !== group.name) group.aliases.push(short);
  }
}

function createTerm(
  key: string,
  group: NameGroup,
  parsed: ParsedSource,
  headings: ReadonlySet<string>,
  marked: ReadonlySet<string>,
): Term {
  const spellings = new Map<string, number>();
  for (const use of group.uses)
    if (termKey(use.name) === key) spellings.set(use.name, (spellings.get(use.name) ?? 0) + 1);
  // A heading in capitals is no spelling where the text has another one.
  const inCapitals = (spelling: string): number =>
    Number((spelling.includes(' ') && spelling === spelling.toUpperCase()) || /^\p{Lu}{2,}s$/u.test(spelling));
  const [best] = [...spellings].sort(
    (a, b) => inCapitals(a[0]) - inCapitals(b[0]) || b[1] - a[1] || compareText(a[0], b[0]),
  );
  const name =
    group.isSure && best?.[0] !== parsed.lowerCaseName && !/\p{Lu}/u.test((best?.[0] ?? '').slice(0, 1))
      ? capitalise(group.name)
      : (best?.[0] ?? group.name);
  const definitions = [...group.definitions].sort(
    (a, b) => b.strength - a.strength || formRank(a) - formRank(b) || a.sentence - b.sentence,
  );
  const mentions = sortMentions(group.uses.map((use) => use.mention));
  const spread = new Set(mentions.map((mention) => parsed.sentences[mention.sentence]?.passage ?? 0)).size;
  const isInHeading = headings.has(key) || group.aliases.some((alias) => headings.has(termKey(alias)));
  const isMarked = marked.has(key);
  const weight =
    Math.log2(1 + mentions.length) +
    Math.log2(1 + spread) / 2 +
    (isInHeading ? 1.5 : 0) +
    (isMarked ? 0.5 : 0) +
    (definitions.length > 0 ? 1 + (definitions[0]?.strength ?? 0) / 2 : 0) +
    (name.includes(' ') ? 0.5 : 0);
  const other = [...spellings.keys()].filter(
    (spelling) => spelling !== name && spelling.toLowerCase() !== name.toLowerCase(),
  );
  return {
    name,
    aliases: [...new Set([...group.aliases, ...other])].filter((alias) => alias !== name).slice(0, 8),
    type: classifyTerm(
      group.isCommonNoun ? name.toLowerCase() : name,
      group.uses,
      definitions.map((definition) => definition.predicate),
    ),
    isCommonNoun: group.isCommonNoun,
    isTopic: false,
    isMain: false,
    isBareTitle: !name.includes(' ') && group.uses.every((use) => use.hasTitle && !use.isSpeaker),
    mentions,
    definitions,
    isInHeading,
    isMarked: isMarked,
    weight,
  };
}

const formRank = (definition: Definition): number => ({ explicit: 0, copula: 1 })[definition.form];

function sortMentions(mentions: readonly Mention[]): readonly Mention[] {
  const sorted = [...mentions].sort((a, b) => a.sentence - b.sentence || a.start - b.start || b.end - a.end);
  const kept: Mention[] = [];
  for (const mention of sorted) {
    const last = kept.at(-1);
    if (last?.sentence === mention.sentence && mention.start < last.end) continue;
    kept.push(mention);
  }
  return kept;
}
