import { compareText } from '../base';
import { BUILTIN_KINDS, kindName, typeName } from './kinds';
import {
  codeSpans,
  containsWord,
  isNegated,
  leadingTermOf,
  proseLines,
  type LeadingTerm,
  type ProseLine,
} from './prose';
import { lintDrift } from './drift-lints';
import { type DriftNote, type Manifest } from './types';

/**
 * Finds where the prose of `AGENTS.md` contradicts the manifest, or lists its types or lints but not all of them.
 *
 * Rather misses drift than reports a false one: only lists, tables and lines that name a thing count. Prose that says
 * nothing about a subject, lists options or negates is never reported.
 *
 * @param agentsText the whole `AGENTS.md`
 * @returns sorted by line, then field
 * Source: AIP-10, Layer 3 (`wiki_schema_drift`).
 */
export function findDrift(manifest: Manifest, agentsText: string): readonly DriftNote[] {
  const lines = proseLines(agentsText);
  const notes = [...typeDrift(manifest, lines), ...conflictDrift(manifest, lines), ...lintDrift(manifest, lines)];
  return notes.sort((a, b) => a.line - b.line || compareText(a.field, b.field));
}

const TYPE_SECTION = /\b(?:entity types?|page types?|types of (?:pages?|entr(?:y|ies))|(?:page |allowed )?kinds)\b/;

/** Frontmatter fields, which a section on kinds often names too. */
const FIELD_NAMES = new Set(
  'schema slug kind title sources confidence updated_at supersedes contradicts metadata links tags fields name'.split(
    ' ',
  ),
);

function typeDrift(manifest: Manifest, lines: readonly ProseLine[]): readonly DriftNote[] {
  const declared = manifest.entityTypes.map((type) => type.name);
  const known = new Set([...declared, ...BUILTIN_KINDS.map(typeName)]);
  const isKnown = (word: string): boolean =>
    known.has(word) || known.has(typeName(word)) || declaredKind(word, declared);
  const leads = lines
    .filter((line) => TYPE_SECTION.test(line.headingPath))
    .map(leadingTermOf)
    .filter((lead): lead is LeadingTerm => lead !== null && !lead.line.text.trimStart().startsWith('#'));
  const named = leads.filter((lead) => isKnown(lead.word));
  const notes = leads
    .filter((lead) => lead.marked && !isKnown(lead.word) && !isNegated(lead.line.text))
    .filter((lead) => looksLikeType(lead, named))
    .map((lead) => unknownType(lead.line, lead.word, [...known]));
  for (const line of lines) notes.push(...unknownKinds(line, isKnown, [...known]));

  const listed = named.filter((lead) => declared.some((name) => name === lead.word || kindName(name) === lead.word));
  const first = listed[0];
  if (first !== undefined) {
    const whole = lines
      .map((line) => line.text)
      .join('\n')
      .toLowerCase();
    for (const name of declared) {
      if (spellings(name).some((spelling) => containsWord(whole, spelling))) continue;
      const message = `This list of types leaves out ${name}, which KNOWLEDGE.md declares. Add it.`;
      notes.push({ line: first.line.number, field: `entityTypes.${name}`, expected: name, message });
    }
  }
  return notes;
}

function declaredKind(word: string, declared: readonly string[]): boolean {
  return declared.some((name) => kindName(name) === word || name.toLowerCase() === word.toLowerCase());
}

function looksLikeType(lead: LeadingTerm, named: readonly LeadingTerm[]): boolean {
  if (FIELD_NAMES.has(lead.word)) return false;
  const isCode = codeSpans(lead.line.text)[0] === lead.word;
  if (/^[A-Z][a-z0-9][A-Za-z0-9]*$/.test(lead.word)) {
    return isCode || named.some((other) => other.line.headingPath === lead.line.headingPath);
  }
  // A lower-case word counts as a kind only in a list of kinds.
  return (
    isCode &&
    isKind(lead.word) &&
    named.some((other) => other.line.headingPath === lead.line.headingPath && isKind(other.word))
  );
}

function isKind(word: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(word);
}

/** For a line that lists kinds, such as "`kind` is one of `concept`, `deal`". */
function unknownKinds(
  line: ProseLine,
  isKnown: (word: string) => boolean,
  known: readonly string[],
): readonly DriftNote[] {
  if (line.code || leadingTermOf(line)?.marked === true || !/\bkinds?\b/i.test(line.text) || isNegated(line.text))
    return [];
  const spans = codeSpans(line.text).filter((span) => isKind(span) && !FIELD_NAMES.has(span));
  if (!spans.some(isKnown)) return [];
  return spans.filter((span) => !isKnown(span)).map((span) => unknownType(line, span, known));
}

function unknownType(line: ProseLine, found: string, known: readonly string[]): DriftNote {
  const expected = known.join(', ');
  const message = `KNOWLEDGE.md has no entity type ${found}. Its types are ${expected}.`;
  return { line: line.number, field: 'entityTypes', expected, found, message };
}

/** How prose may write a type: `market signal`, `market signals`, `market-signal`, `marketsignal`. */
function spellings(type: string): readonly string[] {
  const kind = kindName(type);
  const words = kind.replace(/-/g, ' ');
  const plain = [kind, words, type.toLowerCase()];
  const plurals = plain.flatMap((word) => [
    `${word}s`,
    `${word}es`,
    word.replace(/y$/, 'ies'),
    word.replace(/person$/, 'people'),
  ]);
  return [...plain, ...plurals];
}

const CONFLICT_POLICIES = {
  defer: /`defer`|\bdefer(?:red|s)?\b/i,
  recency: /\brecency\b|\b(?:newest|newer|latest|most recent)\b.{0,80}\b(?:wins?|prevails?|takes precedence)\b/i,
  authority:
    /`authority`|\bby (?:source )?authority\b|\bauthoritative\b.{0,80}\b(?:wins?|prevails?|takes precedence)\b/i,
  'observation-count': /\bobservation[- ]counts?\b/i,
  'keep-both': /\bkeep[- ]both\b/i,
} as const;

type ConflictPolicy = keyof typeof CONFLICT_POLICIES;

function conflictDrift(manifest: Manifest, lines: readonly ProseLine[]): readonly DriftNote[] {
  const expected = manifest.curation.conflictResolution;
  if (expected === undefined) return [];
  const field = 'curation.conflictResolution';
  const note = (line: ProseLine, found: string): DriftNote => ({
    line: line.number,
    field,
    expected,
    found,
    message: `This resolves conflicts by ${found}, but KNOWLEDGE.md by ${expected}. Make them agree.`,
  });
  const stated = lines.flatMap((line) => {
    const value = /\bconflictResolution["'`]?\s*[:=]\s*["'`]*([a-z-]+)/.exec(line.text)?.[1];
    return value !== undefined && value in CONFLICT_POLICIES && value !== expected ? [note(line, value)] : [];
  });
  if (stated.length > 0) return stated;

  const section = lines.filter((line) => !line.code && /\b(?:contradict|conflict)/.test(line.headingPath));
  if (section.some((line) => CONFLICT_POLICIES[expected].test(line.text))) return [];
  const found = new Map<ConflictPolicy, ProseLine>();
  for (const line of section) {
    if (isNegated(line.text)) continue;
    for (const policy of Object.keys(CONFLICT_POLICIES) as ConflictPolicy[]) {
      if (CONFLICT_POLICIES[policy].test(line.text) && !found.has(policy)) found.set(policy, line);
    }
  }
  // Several policies are a list of options.
  return found.size === 1 ? [...found].map(([policy, line]) => note(line, policy)) : [];
}
