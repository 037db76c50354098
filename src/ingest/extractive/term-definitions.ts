import type { Pace } from '../pace';
import { appositionAt, definitionIn, type Definition } from './definitions';
import { isName } from './is-name';
import { type Mention, plainUse } from './names';
import type { Reading } from './read';
import { termKey, titleCase, type Group } from './variants';
import { stem, unspaced, wordsOf } from './words';

/** Definitions of names that were found, and of common nouns that the source is evidently about. */
export async function addDefinitions(
  groups: Map<string, Group>,
  reading: Reading,
  isMarked: (key: string) => boolean,
  pace: Pace,
): Promise<void> {
  const byAlias = new Map<string, Group>();
  for (const group of groups.values())
    for (const alias of group.aliases) if (!byAlias.has(alias)) byAlias.set(alias, group);
  for (const sentence of reading.sentences) {
    if (pace.after(sentence.text.length)) await pace.rest();
    const definition = definitionIn(sentence, reading.language);
    if (definition === null) continue;
    const key = termKey(definition.subject);
    const known = groups.get(key) ?? byAlias.get(definition.subject);
    if (known !== undefined && (known.sure || isName(known.name, known.uses, reading))) {
      known.definitions.push(definition);
      continue;
    }
    const isProper =
      /^\p{Lu}/u.test(definition.subject) &&
      definition.subject.split(' ').length > 1 &&
      definition.subject.split(' ').every((word) => /^\p{Lu}/u.test(word));
    if (definition.definite && definition.strength < 2 && !isMarked(key) && !isProper) continue;
    if (definition.form === 'copula' && definition.strength < 2 && !definition.indefinite && !isMarked(key)) continue;
    if (!isTopic(definition, key, reading, isMarked)) continue;
    const group: Group = known ?? {
      name: titleCase(definition.subject),
      aliases: [],
      uses: [],
      definitions: [],
      sure: true,
      common: true,
    };
    group.sure = true;
    group.common = !isProper && (reading.lower(key) > 0 || definition.subject.includes(' '));
    group.definitions.push(definition);
    const places = placesOf(definition.subject, reading);
    const filed = new Set(group.uses.map((use) => placeKey(use.mention)));
    for (const mention of places) {
      if (!filed.has(placeKey(mention))) {
        filed.add(placeKey(mention));
        group.uses.push(plainUse(definition.subject, mention));
      }
    }
    groups.set(key, group);
    if (pace.after(20 * (places.length + group.uses.length))) await pace.rest();
  }
}

const placeKey = ({ sentence, start }: Mention): string => `${sentence} ${start}`;

/** A sentence of the form `X is a Y` defines X only in a source that goes on to speak of X. */
function isTopic(definition: Definition, key: string, reading: Reading, isMarked: (key: string) => boolean): boolean {
  if (isMarked(key) || definition.form === 'label' || definition.complete) return true;
  const uses = placesOf(definition.subject, reading).length;
  // One ordinary word is a topic only of a source that keeps using it.
  const single = !definition.subject.includes(' ') && !/\p{Lu}/u.test(definition.subject.slice(1));
  return (
    uses >= (definition.strength === 2 ? 2 : single ? Math.min(6, 3 + Math.floor(reading.sentences.length / 100)) : 3)
  );
}

/** Where the phrase stands in the source, whatever its case, singular or plural. */
function placesOf(phrase: string, reading: Reading): readonly Mention[] {
  const found: Mention[] = [];
  if (unspaced.test(phrase)) {
    for (const sentence of reading.sentences) {
      for (let at = sentence.text.indexOf(phrase); at >= 0; at = sentence.text.indexOf(phrase, at + phrase.length)) {
        found.push({ sentence: sentence.index, start: at, end: at + phrase.length });
      }
    }
    return found;
  }
  const wanted = wordsOf(phrase).map((word) => stem(word.key));
  const [first] = wanted;
  if (first === undefined) return found;
  for (const index of reading.holding(first)) {
    const words = reading.sentences[index]?.words ?? [];
    for (let at = 0; at + wanted.length <= words.length; at += 1) {
      const hit = wanted.every((part, offset) => stem(words[at + offset]?.key ?? '') === part);
      const [from, to] = [words[at], words[at + wanted.length - 1]];
      if (hit && from !== undefined && to !== undefined)
        found.push({ sentence: index, start: from.start, end: to.end });
    }
  }
  return found;
}

/** What stands right behind a name in commas and says what it is. */
export function addAppositions(group: Group, reading: Reading): void {
  for (const { mention, name } of group.uses) {
    const sentence = reading.sentences[mention.sentence];
    if (sentence === undefined || sentence.shouting || !/^\p{Lu}/u.test(name) || reading.language !== 'en') continue;
    const definition = appositionAt(sentence, mention);
    if (definition !== null) group.definitions.push(definition);
  }
}
