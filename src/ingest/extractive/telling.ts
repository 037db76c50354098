import { type ParsedSource, type Sentence } from './parse-source';

/** A text of more sentences names much in passing: its pages take only what is said of their subjects. */
const LONG_TEXT = 150;

export const isLong = ({ sentences }: Pick<ParsedSource, 'sentences'>): boolean => sentences.length > LONG_TEXT;

/** In a long text, a thread and minutes, names come by: a page needs a sentence that says what its subject is, has or does. */
export const namesComeBy = (
  parsed: Pick<ParsedSource, 'sentences' | 'meeting'>,
  { isComment }: Pick<Sentence, 'isComment'>,
): boolean => isLong(parsed) || isComment || parsed.meeting !== null;

/** Behind the name of a subject: "(a harbour) is", ", at the pass where we crossed it, is", "may be described as". */
const TELLS =
  /^(?:\s\([^()]*\))?(?:,\s[^,]{3,60},)?\s(?:(?:also|now|still|only|thus|then|usually|generally|always)\s)?(?:(?:is|are)(?!\s(?:about|quoted|said|reported|worth)\s)|(?:was|were)(?!\s(?:at|from|here|in|not|now|of|on|so|then|there|to|very|with)\s)|can be|may be|consists?|contains?|lies?|lay|stands?|stood|measures?|means|refers|provides?|allows?|defines?|specifies|belongs?)\s/u;
/** What is told in the sentence after it: "General Rosas wished to see me. He is a man of …". */
const TELLS_AFTER = /^(?:He|She|It|They)\s(?:is|are|was|were)\s(?:an?|the|one)\s/u;
/** What a comment must say of a name: that it has or does something is mostly an opinion or a case made up for the discussion. */
const TELLS_KIND = /^(?:\s\([^()]*\))?\s(?:(?:is|are|was|were)\s(?:an?|the|one)|means|refers to|stands for)\s/u;

/**
 * Whether a sentence that opens with a name says what its subject is, has or does as a rule.
 *
 * @param after the text behind the name
 */
export const tells = (after: string, isComment: boolean): boolean => (isComment ? TELLS_KIND : TELLS).test(after);

export const tellsAfter = (next: string): boolean => TELLS_AFTER.test(next);
