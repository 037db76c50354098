import { type ExtractedText, type SourcePassage } from '../types';

/** The speaker of a passage, and the length of the text that names the speaker. */
interface SpeakerPrefix {
  /** As written. */
  readonly speaker: string;
  /** Length of `Name: ` at the start of the passage, in UTF-16 units. */
  readonly length: number;
}

const NAMED_SPEAKER =
  /^((?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}|\p{Lu})(?: (?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}|van|von|de|der|di|da|el|al)){0,3}): +(?=\S)/u;
const ROLE_SPEAKER = /^(user|assistant|human|interviewer|moderator|q|a): +(?=\S)/i;
/** Words before a colon that are not speakers. */
const NON_SPEAKER_LABELS =
  /^(?:note|notes|warning|tip|example|examples|date|author|authors|source|sources|title|tags|version|status|summary|abstract|keywords|contact|e-?mail|phone|link|links|see|todo|important|remark|remarks|license|usage|output|input|result|results|time|place|present|agenda|subject|from|to|cc|re|price|address|resolved|resolution|decided|decision|agreed|conclusion|consensus|outcome|actions?|action items?|ai|attendees|attendance|participants|regrets|absent|apologies|scribe|chair|topic|kind|priority|severity|labels?|components?|area|type|milestone|assignees?|state|reviewers?|reporter|opened|closed|created|updated|merged|released?|unreleased|published|edited|modified|due|deadline|since|until|environment|platform|expected|actual|steps|v?\d[\d.]*[\w.-]*|(?:needs|kind|area|priority|type|status|good|help|lifecycle)[-_/].*)$/i;

/** Whether a word before a colon or a day is the name of a field, a label of a tracker or a version. */
export const isFieldName = (word: string): boolean => NON_SPEAKER_LABELS.test(word);

function parseSpeakerPrefix({ text }: SourcePassage): SpeakerPrefix | null {
  const match = NAMED_SPEAKER.exec(text.slice(0, 140)) ?? ROLE_SPEAKER.exec(text.slice(0, 20));
  const speaker = match?.[1] ?? '';
  return match === null || isFieldName(speaker) ? null : { speaker, length: match[0].length };
}

/**
 * Finds the speakers of a conversation, by position of the passage. A transcript cue that starts with a name is spoken by
 * that person. A paragraph counts only if several start with a name and a colon, and one name does so twice.
 */
export function findSpeakers({ passages }: Pick<ExtractedText, 'passages'>): ReadonlyMap<number, SpeakerPrefix> {
  const found = new Map<number, SpeakerPrefix>();
  const turns = new Map<string, number>();
  for (const [position, passage] of passages.entries()) {
    if (passage.kind !== 'cue' && passage.kind !== 'paragraph') continue;
    const prefix = parseSpeakerPrefix(passage);
    if (prefix === null) continue;
    found.set(position, prefix);
    if (passage.kind === 'paragraph') turns.set(prefix.speaker, (turns.get(prefix.speaker) ?? 0) + 1);
  }
  const paragraphs = [...turns.values()].reduce((sum, count) => sum + count, 0);
  const isTalk = paragraphs >= 3 && turns.size >= 2 && [...turns.values()].some((count) => count >= 2);
  if (!isTalk) for (const position of found.keys()) if (passages[position]?.kind !== 'cue') found.delete(position);
  return found;
}

/** Whether a speaker is a named person, not a role. */
export function isNamedSpeaker(speaker: string): boolean {
  return !ROLE_SPEAKER.test(`${speaker}: x`);
}

/** "I was born here", "we found": somebody speaks. */
export const FIRST_PERSON = /(?:^|[^\p{L}])(?:I|we|you|your|my|our|us|me|mine|ours|let['’]s|imo|imho)(?![\p{L}])/iu;

const SALUTATION =
  /^\s*(?:dear|hello|hi|good (?:morning|afternoon|evening)|to whom it may concern|sehr geehrte[rn]?|liebe[rn]?|hallo|guten tag|ch[eè]re?s?|bonjour|estimad[oa]s?|querid[oa]s?|hola|gentile|egregio|caro|cara|prezad[oa]|geachte|beste|уважаем\p{L}+|здравствуйте)(?![\p{L}-])[^.!?\n]{0,60}[,:!]?\s*$/iu;
const VALEDICTION =
  /^\s*(?:yours(?: (?:sincerely|faithfully|truly|ever))?|sincerely(?: yours)?|(?:with )?(?:kind|best|warm|many)?\s?(?:regards|wishes|thanks)|respectfully(?: yours)?|cheers|mit (?:freundlichen|besten|herzlichen) grüßen|viele grüße|hochachtungsvoll|cordialement|bien à vous|atentamente|saludos(?: cordiales)?|cordiali saluti|distinti saluti|atenciosamente|met vriendelijke groet(?:en)?|с уважением)[,.!]?\s*$/iu;

/** Whether a line is only the greeting or the closing of a letter. A greeting may name a person; a closing does not. */
export function detectCourtesy(line: string): 'greeting' | 'closing' | null {
  if (line.length > 90) return null;
  // `Dear is the price` is not a greeting: a name or a comma must follow.
  if (SALUTATION.test(line) && (/[,:!]\s*$/.test(line) || /^\s*\S+(?: \p{Lu}[\p{L}.'’-]*)*\s*$/u.test(line)))
    return 'greeting';
  return VALEDICTION.test(line) ? 'closing' : null;
}
