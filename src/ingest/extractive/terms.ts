import { compareText } from '../../base';
import type { Pace } from '../pace';
import { expansionsIn, type Expansion } from './acronyms';
import { unspacedNames } from './cjk';
import type { Definition } from './definitions';
import { typeOfTerm, type TermType } from './kinds';
import { isName } from './is-name';
import { capitalisedRuns, type Mention, plainUse } from './names';
import type { Reading } from './read';
import { addAppositions, addDefinitions } from './term-definitions';
import { addUse, dropParts, dropSentenceHeads, joinShortForms, termKey, titleCase, type Group } from './variants';

/** Something that a source speaks of and that might have a page. */
export interface Term {
  /** As a page would be titled. */
  readonly name: string;
  /** Other ways in which the source writes it, in the order of their first use. */
  readonly aliases: readonly string[];
  readonly type: TermType;
  /** A last name that stands behind a title only: `Ms Osei`. */
  readonly isBareTitle: boolean;
  /** In the order of the text, without overlaps. */
  readonly mentions: readonly Mention[];
  /** The sentences that say what it is, the strongest first. */
  readonly definitions: readonly Definition[];
  /** Named by a heading or the title. */
  readonly headed: boolean;
  /** Linked or marked as code by the source itself. */
  readonly marked: boolean;
  /** How much the source is about it; comparable within one source only. */
  readonly weight: number;
}

/** All that a source speaks of, the weightiest first. Deterministic; cost about proportional to the text. */
export async function termsOf(reading: Reading, pace: Pace): Promise<readonly Term[]> {
  const groups = new Map<string, Group>();
  const runs = await capitalisedRuns(reading, pace);
  for (const found of reading.language === 'cjk' ? [runs, await unspacedNames(reading, pace)] : [runs]) {
    for (const use of found) {
      addUse(groups, use);
      if (pace.after(useCost)) await pace.rest();
    }
  }
  const headings = headingKeys(reading);
  const marked = new Set(reading.text.linkTexts.filter((text) => text.length <= 60).map(termKey));
  await addExpansions(groups, reading, pace);
  await addDefinitions(groups, reading, (key) => headings.has(key) || marked.has(key), pace);
  const isGood = (key: string, group: Group): boolean =>
    group.sure || isName(group.name, group.uses, reading) || (marked.has(key) && isMarkedName(group.name));
  dropSentenceHeads(groups);
  if (pace.after(useCost * groups.size)) await pace.rest();
  dropParts(groups);
  if (pace.after(useCost * groups.size)) await pace.rest();
  await joinShortForms(groups, isGood, reading, pace);
  for (const [key, group] of groups) {
    if (pace.after(useCost * group.uses.length)) await pace.rest();
    if (isGood(key, group)) addAppositions(group, reading);
    else groups.delete(key);
  }
  const terms: Term[] = [];
  for (const [key, group] of groups) {
    if (pace.after(useCost * group.uses.length)) await pace.rest();
    terms.push(termOf(key, group, reading, headings, marked));
  }
  return terms
    .filter((term) => term.mentions.length > 0)
    .sort((a, b) => b.weight - a.weight || compareText(a.name, b.name));
}

/** What filing or judging one use of a name costs, in characters read. */
const useCost = 50;

function isMarkedName(name: string): boolean {
  return name.length > 3 && /\p{Lu}/u.test(name);
}

function headingKeys(reading: Reading): ReadonlySet<string> {
  const keys = new Set<string>();
  const titles = reading.text.passages.filter((passage) => passage.kind === 'heading').map((passage) => passage.text);
  for (const title of [reading.text.title ?? '', ...titles]) {
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

async function addExpansions(groups: Map<string, Group>, reading: Reading, pace: Pace): Promise<void> {
  const expansions: Expansion[] = [];
  for (const sentence of reading.sentences) {
    expansions.push(...expansionsIn(sentence));
    if (pace.after(sentence.text.length / 4)) await pace.rest();
  }
  for (const { short, long, sentence, start } of expansions) {
    const group =
      groups.get(termKey(long)) ?? addUse(groups, plainUse(long, { sentence, start, end: start + long.length }));
    group.sure = true;
    const shortKey = termKey(short);
    const other = groups.get(shortKey);
    if (other !== undefined && other !== group) {
      for (const use of other.uses) group.uses.push(use);
      groups.delete(shortKey);
    }
    if (!group.aliases.includes(short) && short !== group.name) group.aliases.push(short);
  }
}

function termOf(
  key: string,
  group: Group,
  reading: Reading,
  headings: ReadonlySet<string>,
  marked: ReadonlySet<string>,
): Term {
  const spellings = new Map<string, number>();
  for (const use of group.uses)
    if (termKey(use.name) === key) spellings.set(use.name, (spellings.get(use.name) ?? 0) + 1);
  const [best] = [...spellings].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  const name =
    group.sure && !/\p{Lu}/u.test((best?.[0] ?? '').slice(0, 1)) ? titleCase(group.name) : (best?.[0] ?? group.name);
  const definitions = [...group.definitions].sort(
    (a, b) => b.strength - a.strength || rankOf(a) - rankOf(b) || a.sentence - b.sentence,
  );
  const mentions = sortedMentions(group.uses.map((use) => use.mention));
  const spread = new Set(mentions.map((mention) => reading.sentences[mention.sentence]?.passage ?? 0)).size;
  const headed = headings.has(key) || group.aliases.some((alias) => headings.has(termKey(alias)));
  const isMarked = marked.has(key);
  const weight =
    Math.log2(1 + mentions.length) +
    Math.log2(1 + spread) / 2 +
    (headed ? 1.5 : 0) +
    (isMarked ? 0.5 : 0) +
    (definitions.length > 0 ? 1 + (definitions[0]?.strength ?? 0) / 2 : 0) +
    (name.includes(' ') ? 0.5 : 0);
  const other = [...spellings.keys()].filter(
    (spelling) => spelling !== name && spelling.toLowerCase() !== name.toLowerCase(),
  );
  return {
    name,
    aliases: [...new Set([...group.aliases, ...other])].filter((alias) => alias !== name).slice(0, 8),
    type: typeOfTerm(
      group.common ? name.toLowerCase() : name,
      group.uses,
      definitions.map((definition) => definition.predicate),
    ),
    isBareTitle: !name.includes(' ') && group.uses.every((use) => use.titled && !use.speaks),
    mentions,
    definitions,
    headed,
    marked: isMarked,
    weight,
  };
}

const rankOf = (definition: Definition): number =>
  ({ explicit: 0, copula: 1, apposition: 2, label: 3 })[definition.form];

function sortedMentions(mentions: readonly Mention[]): readonly Mention[] {
  const sorted = [...mentions].sort((a, b) => a.sentence - b.sentence || a.start - b.start || b.end - a.end);
  const kept: Mention[] = [];
  for (const mention of sorted) {
    const last = kept.at(-1);
    if (last?.sentence === mention.sentence && mention.start < last.end) continue;
    kept.push(mention);
  }
  return kept;
}
