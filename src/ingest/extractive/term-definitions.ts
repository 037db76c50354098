import { capitalise, type YieldBudget } from '../../base';
import { type Definition } from './definition';
import { findDefinition } from './definitions';
import { isName } from './is-name';
import { type Mention, createNameUse } from './names';
import { type ParsedSource } from './parse-source';
import { termKey, type NameGroup } from './name-groups';
import { stem, UNSPACED_SCRIPT, tokenize } from './tokenizer';

/** Adds definitions of the names found, and of common nouns that the source is clearly about. */
export async function addDefinitions(
  groups: Map<string, NameGroup>,
  parsed: ParsedSource,
  isMarked: (key: string) => boolean,
  budget: YieldBudget,
): Promise<void> {
  const byAlias = new Map<string, NameGroup>();
  for (const group of groups.values())
    for (const alias of group.aliases) if (!byAlias.has(alias)) byAlias.set(alias, group);
  for (const sentence of parsed.sentences) {
    if (budget.spend(sentence.text.length)) await budget.checkpoint();
    const definition = findDefinition(sentence, parsed.language);
    if (definition === null) continue;
    const key = termKey(definition.subject);
    const known = groups.get(key) ?? byAlias.get(definition.subject.replace(/(\p{Lu})s$/u, '$1'));
    if (known !== undefined && (known.isSure || isName(known.name, known.uses, parsed))) {
      known.definitions.push(definition);
      continue;
    }
    const isProper =
      /^\p{Lu}/u.test(definition.subject) &&
      definition.subject.split(' ').length > 1 &&
      definition.subject.split(' ').every((word) => /^\p{Lu}/u.test(word));
    if (definition.isDefinite && definition.strength < 2 && !isMarked(key) && !isProper) continue;
    if (definition.form === 'copula' && definition.strength < 2 && !definition.isIndefinite && !isMarked(key)) continue;
    if (!isTopic(definition, key, parsed, isMarked)) continue;
    const group: NameGroup = known ?? {
      name: definition.subject === parsed.lowerCaseName ? definition.subject : capitalise(definition.subject),
      aliases: [],
      uses: [],
      definitions: [],
      isSure: true,
      isCommonNoun: true,
    };
    group.isSure = true;
    group.isCommonNoun = !isProper && (parsed.countLowerCase(key) > 0 || definition.subject.includes(' '));
    group.definitions.push(definition);
    const places = findMentions(definition.subject, parsed);
    const filed = new Set(group.uses.map((use) => mentionKey(use.mention)));
    for (const mention of places) {
      if (!filed.has(mentionKey(mention))) {
        filed.add(mentionKey(mention));
        group.uses.push(createNameUse(definition.subject, mention));
      }
    }
    groups.set(key, group);
    if (budget.spend(20 * (places.length + group.uses.length))) await budget.checkpoint();
  }
}

const mentionKey = ({ sentence, start }: Mention): string => `${sentence} ${start}`;

/** Whether the source keeps using the subject: a sentence `X is a Y` defines X only then. */
function isTopic(
  definition: Definition,
  key: string,
  parsed: ParsedSource,
  isMarked: (key: string) => boolean,
): boolean {
  if (isMarked(key) || definition.isComplete) return true;
  const uses = findMentions(definition.subject, parsed).length;
  // A single common word must occur more often.
  const single = !definition.subject.includes(' ') && !/\p{Lu}/u.test(definition.subject.slice(1));
  if (definition.strength === 2) return uses >= 2;
  return uses >= (single ? Math.min(6, 3 + Math.floor(parsed.sentences.length / 100)) : 3);
}

/** Finds a phrase in the source, in any case, singular or plural. */
export function findMentions(phrase: string, parsed: ParsedSource): readonly Mention[] {
  const found: Mention[] = [];
  if (UNSPACED_SCRIPT.test(phrase)) {
    for (const sentence of parsed.sentences) {
      for (let at = sentence.text.indexOf(phrase); at >= 0; at = sentence.text.indexOf(phrase, at + phrase.length)) {
        found.push({ sentence: sentence.index, start: at, end: at + phrase.length });
      }
    }
    return found;
  }
  const wanted = tokenize(phrase).map((word) => stem(word.key));
  const [first] = wanted;
  if (first === undefined) return found;
  for (const index of parsed.sentencesWith(first)) {
    const words = parsed.sentences[index]?.words ?? [];
    for (let at = 0; at + wanted.length <= words.length; at += 1) {
      const hit = wanted.every((part, offset) => stem(words[at + offset]?.key ?? '') === part);
      const [from, to] = [words[at], words[at + wanted.length - 1]];
      if (hit && from !== undefined && to !== undefined)
        found.push({ sentence: index, start: from.start, end: to.end });
    }
  }
  return found;
}
