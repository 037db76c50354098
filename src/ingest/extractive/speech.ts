import { type ExtractedText, type Passage } from '../types';

/** Who speaks a passage, and how much of its text says so. */
export interface SpeakerPrefix {
  /** As written. */
  readonly speaker: string;
  /** Length of `Name: ` at the head of the passage, in UTF-16 units. */
  readonly length: number;
}

const NAMED_SPEAKER =
  /^((?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}|\p{Lu})(?: (?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}|van|von|de|der|di|da|el|al)){0,3}): +(?=\S)/u;
const ROLE_SPEAKER = /^(user|assistant|human|interviewer|moderator|q|a): +(?=\S)/i;
/** Words before a colon that name no speaker. */
const NON_SPEAKER_LABELS =
  /^(?:note|notes|warning|tip|example|examples|date|author|authors|source|sources|title|tags|version|status|summary|abstract|keywords|contact|e-?mail|phone|link|links|see|todo|important|remark|remarks|license|usage|output|input|result|results|time|place|present|agenda|subject|from|to|cc|re|price|address)$/i;

function parseSpeakerPrefix({ text }: Passage): SpeakerPrefix | null {
  const match = NAMED_SPEAKER.exec(text.slice(0, 140)) ?? ROLE_SPEAKER.exec(text.slice(0, 20));
  const speaker = match?.[1] ?? '';
  return match === null || NON_SPEAKER_LABELS.test(speaker) ? null : { speaker, length: match[0].length };
}

/**
 * The passages of a conversation, by their position. A cue of a transcript that begins with a name is spoken by it; a
 * paragraph only where names before colons open several paragraphs and one of them does so again.
 */
export function findSpeakers({ passages }: Pick<ExtractedText, 'passages'>): ReadonlyMap<number, SpeakerPrefix> {
  const found = new Map<number, SpeakerPrefix>();
  const turns = new Map<string, number>();
  for (const [position, passage] of passages.entries()) {
    if (passage.kind !== 'cue' && passage.kind !== 'paragraph') continue;
    const spoken = parseSpeakerPrefix(passage);
    if (spoken === null) continue;
    found.set(position, spoken);
    if (passage.kind === 'paragraph') turns.set(spoken.speaker, (turns.get(spoken.speaker) ?? 0) + 1);
  }
  const paragraphs = [...turns.values()].reduce((sum, count) => sum + count, 0);
  const isTalk = paragraphs >= 3 && turns.size >= 2 && Math.max(...turns.values()) >= 2;
  if (!isTalk) for (const position of found.keys()) if (passages[position]?.kind !== 'cue') found.delete(position);
  return found;
}

/** Whether a speaker is a person with a name, not the role of one. */
export function isNamedSpeaker(speaker: string): boolean {
  return !ROLE_SPEAKER.test(`${speaker}: x`);
}

const SALUTATION =
  /^\s*(?:dear|hello|hi|good (?:morning|afternoon|evening)|to whom it may concern|sehr geehrte[rn]?|liebe[rn]?|hallo|guten tag|ch[eè]re?s?|bonjour|estimad[oa]s?|querid[oa]s?|hola|gentile|egregio|caro|cara|prezad[oa]|geachte|beste|уважаем\p{L}+|здравствуйте)(?![\p{L}-])[^.!?\n]{0,60}[,:!]?\s*$/iu;
const VALEDICTION =
  /^\s*(?:yours(?: (?:sincerely|faithfully|truly|ever))?|sincerely(?: yours)?|(?:with )?(?:kind|best|warm|many)?\s?(?:regards|wishes|thanks)|respectfully(?: yours)?|cheers|mit (?:freundlichen|besten|herzlichen) grüßen|viele grüße|hochachtungsvoll|cordialement|bien à vous|atentamente|saludos(?: cordiales)?|cordiali saluti|distinti saluti|atenciosamente|met vriendelijke groet(?:en)?|с уважением)[,.!]?\s*$/iu;

/** Whether a line only greets or takes leave, as letters do. A greeting may name somebody, a leave names nobody. */
export function detectCourtesy(line: string): 'greeting' | 'leave' | null {
  if (line.length > 90) return null;
  // `Dear is the price` or a headline without a name is no greeting: a name or a comma must follow.
  if (SALUTATION.test(line) && (/[,:!]\s*$/.test(line) || /^\s*\S+(?: \p{Lu}[\p{L}.'’-]*)*\s*$/u.test(line)))
    return 'greeting';
  return VALEDICTION.test(line) ? 'leave' : null;
}

/**
 * Cuts the lines that only greet or take leave out of a span of a letter, so that each stands by itself.
 *
 * @returns spans of `body` in their order, blank ones left out
 */
export function splitGreetings(body: string, start: number, end: number): readonly { start: number; end: number }[] {
  const text = body.slice(start, end);
  if (!text.includes('\n')) return [{ start, end }];
  const spans: { start: number; end: number }[] = [];
  let open = true;
  let at = start;
  for (const line of text.split('\n')) {
    const to = at + line.length;
    const greets = detectCourtesy(line) !== null;
    const last = spans.at(-1);
    if (line.trim() === '') open = open && last !== undefined;
    else if (greets || open || last === undefined)
      spans.push({ start: at + line.search(/\S/), end: at + line.trimEnd().length });
    else last.end = at + line.trimEnd().length;
    if (line.trim() !== '') open = greets;
    at = to + 1;
  }
  return spans;
}
