import { wordsOf } from '../../markdown';
import { type Unit, type UnitMode } from './types';

/** Group 1: that makes no wish of it, as in "where they should be", "if it should rain", "I should be sorry". iOS before 16.4 knows no lookbehind. */
const SHOULD =
  /\b((?:where|as|than|how|if|unless|lest|whenever|whether|in case)(?: \S+){0,4} |i )?should(?! like| prefer| suggest| propose)\b/gi;
const WISH =
  /\b(?:ought to|please|(?:would|should) (?:like|love|prefer)|i(?: would| should|'d)? (?:propose|suggest)|we propose|feature request|it would be (?:nice|great|good|useful)|could we|let['’]s)\b/i;
/** "Let's Encrypt runs a log": a name. */
const NAMED_LETS = /(?:^|[^\p{L}])Let['’]s (?=\p{Lu})/gu;
/** "Please note that the licence was changed": a fact. "Whilst it ought to make us thankful, it reminds us of …", "from which nothing should ever have torn me": in passing. */
const NO_WISH =
  /\bplease (?:note|remember|be aware|bear in mind)\b[^.;:]*\bthat\b|\b(?:whilst|while|although|though)(?: \S+){1,3} ought to\b|\b(?:which|whom)\b[^.;,]*\bshould ever have\b/gi;
/** "Should this be found to be the fact, …": a condition. */
const CONDITION = /^["“'‘]?Should\b[^?]*,/;
/** "He resolved to adopt rules which should conform", "I judged it proper that we should stay": what was decided or found, and not what is wished for. */
const DECIDED =
  /\b(?:resolved|decided|agreed|ordered|directed|provided|judged|thought|deemed|found|held|rendered|made)\b[^.;]*?\b(?:that|which|who)\b[^.;]*?\bshould\b/gi;

export function modeOf(kind: Unit['kind'], text: string): UnitMode {
  if (kind === 'code' || kind === 'row') return 'fact';
  if (/[?？]["'”’)]*$/.test(text.trim())) return 'question';
  return isRequest(text) || saysShould(text) ? 'wish' : 'fact';
}

/** "What did you expect?": the answer below it is what somebody wants. */
export function asksForWish(lead: string): boolean {
  return (
    /\b(?:did|do|would) you (?:expect|want|like|suggest|propose)\b/i.test(lead) ||
    /^expected (?:behaviou?r|result)s?\W*$/i.test(lead.trim())
  );
}

/** Whether a text asks or proposes in so many words. */
export function isRequest(text: string): boolean {
  return WISH.test(text.replace(NO_WISH, '').replace(NAMED_LETS, ' '));
}

function saysShould(text: string): boolean {
  const rest = text.replace(NO_WISH, '').replace(CONDITION, '').replace(DECIDED, '');
  return [...rest.matchAll(SHOULD)].some(([, before]) => before === undefined);
}

/** Fewer words with no figure say nothing by themselves: "I like it.", "Good to know." */
const MIN_TELLING_WORDS = 4;

/** "#182", also as an item of a list. */
const REFERENCE = /^[^\p{L}\p{N}#]*#\p{N}+[^\p{L}\p{N}]*$/u;
/** "12", "Chapter IV", "p. 31": what numbers a part of a text. */
const NUMBERED_PART =
  /^[^\p{L}\p{N}]*(?:(?:chapter|part|section|page|pp?|no|nr|issue|pr|figure|fig|table|vol|volume|item|appendix|annex)\.?\s+(?:\p{N}[\p{N}.:/–-]*|[ivxlc]+|[a-z])|\p{N}[\p{N}.:/–-]*)?[^\p{L}\p{N}]*$/iu;

/** A scrap is shorter. In UTF-16 units. */
const MAX_SCRAP_LENGTH = 40;

function isScrap({ kind, text, lead }: Pick<Unit, 'kind' | 'text' | 'lead'>): boolean {
  if (text.length > MAX_SCRAP_LENGTH) return false;
  if (lead !== null && !NUMBERED_PART.test(lead)) return false;
  return kind === 'sentence'
    ? REFERENCE.test(text) || NUMBERED_PART.test(text)
    : kind === 'item' && REFERENCE.test(text);
}

/** Whether a unit is a scrap, or of a talk, and says so little that no page need tell it. */
export function isSlight(unit: Pick<Unit, 'kind' | 'mode' | 'text' | 'speaker' | 'lead'>): boolean {
  const { mode, text, speaker } = unit;
  if (mode === 'question') return false;
  if (isScrap(unit)) return true;
  if (/^\s*[+-]1\W*$/.test(text)) return true;
  return speaker !== null && wordsOf(text).length < MIN_TELLING_WORDS && !/\p{N}/u.test(text);
}

/** A sentence of no more words that begins as below means little without the one before it: "It was Lock 14.", "So he asked in vain." */
const MAX_LEANING_WORDS = { plain: 6, withFigure: 4 } as const;
const LEANING_START =
  /^["“'‘(]*(?:it|its|that|this|these|those|he|she|they|we|i|so|and|but|or|is|was|were|are|did|does|do|has|then|there|none|both|neither|nobody|nothing)(?:['’]\p{L}+)?(?![\p{L}\p{N}-])/iu;
const DAY_ALONE =
  /^(?:on |as of )?(?:\d{1,2}(?:st|nd|rd|th)? \p{L}{3,9}|\p{L}{3,9} \d{1,2}),? \d{4}\.?$|^\d{4}-\d{2}-\d{2}\.?$/iu;
/** "ext4.", "Moving on." */
const MAX_BARE_WORDS = 2;

/** Whether the words of a unit, quoted alone, tell a reader little: "Is that so?", "27 August 2024.", "We have moved." */
export function dependsOnContext({ kind, text }: Pick<Unit, 'kind' | 'text'>): boolean {
  if (kind === 'code' || kind === 'row') return false;
  const words = wordsOf(text).length;
  if (words <= MAX_BARE_WORDS || DAY_ALONE.test(text.trim())) return true;
  const most = /\p{N}/u.test(text) ? MAX_LEANING_WORDS.withFigure : MAX_LEANING_WORDS.plain;
  return words <= most && LEANING_START.test(text.trim());
}

/** What these begin is short and still says something: "Nobody was hurt." */
const DENIAL = /^["“'‘(]*(?:nobody|nothing|none|neither|both)(?![\p{L}])/iu;
const MAX_SCRAP_WORDS = 8;
/** "Penhallow did not see it.": of what, the sentence before says. */
const ENDS_ON_PRONOUN = /\s(?:it|them|that|this|these|those|so|there)[.!]*["”’)]*$/i;
/** "From the start to the end of 2008." */
const BEGINS_AFTER_VERB = /^(?:from|until|till|since|for|by|with|of|to|at|about|because|as|which|who)\s/i;
const HAS_VERB =
  /\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|shall|should|can|could|may|might|must)\b|\b\p{L}{2,}(?:ed|ught|ilt)(?!\p{L})/iu;
/** "Confirmed, and I am sorry that it took so long.", "We'd like to thank everyone." */
const APOLOGY =
  /\bI(?: am|['’]m) (?:sorry|glad|afraid|happy)\b|^(?:many )?thanks?\b|^we(?:['’]ve| have)? (?:greatly|really|truly) appreciated?\b/i;
/** "This is my first report." */
const ABOUT_ITSELF =
  /^(?:this|here) (?:is|are|was) (?:(?:my|our|the|a|only) )?(?:first|second|third|last|next|short|brief|\p{L}+) (?:report|letter|message|newsletter|address|meeting|post|issue)[.!]?$/iu;

/** "Dear members,", "Gentlemen of the Senate:": group 1 is what follows. */
const SALUTATION =
  /^["“'‘]?(?:dear|hello|hi|hey|greetings|welcome|good (?:morning|afternoon|evening|day)|gentlemen|ladies|fellow[- ]\p{L}+|(?:my |our )?(?:dear )?(?:friends|colleagues|members|readers))(?![\p{L}])[^:,.!?]*[:,!]\s*(.*)$/iu;
/** What stands behind a salutation and tells nothing: "We are met together at a most interesting period." */
const MAX_COURTESY_WORDS = 12;
const COURTESY = /^(?:$|(?:we|i|it|this|thank|welcome|you|once|another|may|let|here)(?!\p{L}))/iu;
/** A name or a figure. iOS before 16.4 knows no lookbehind. */
const TELLS_SOMETHING = /\p{N}|\s\p{Lu}[\p{L}]/u;
/** "In this chapter we describe the locks.", "More on this below.": what a text will say, and not what it says. */
const ANNOUNCEMENT =
  /^(?:in (?:this|the (?:next|following)) (?:chapter|section|part|report|letter|article|document|issue|paper|post),? (?:we|i|you)(?!\p{L})|(?:this|the (?:next|following)) (?:chapter|section|part|page|document|report|letter|article|paper|post) (?:describes|explains|covers|gives|lists|shows|deals|contains|tells|sets out|summarises|summarizes|is about|will)(?!\p{L})|welcome to|more (?:on|about|of) (?:this|that|these|it) (?:below|later|next|in the next)|i (?:will|shall) (?:now )?(?:turn|come|return|begin|start|end|close)(?!\p{L})|let me (?:begin|start|turn|end|close)(?!\p{L})|(?:here|below) (?:is|are|follows?) )/iu;

function isGreeting(said: string): boolean {
  const rest = SALUTATION.exec(said)?.[1];
  if (rest === undefined || !COURTESY.test(rest)) return false;
  return wordsOf(rest).length <= MAX_COURTESY_WORDS && !TELLS_SOMETHING.test(` ${rest.replace(/^\S+/, '')}`);
}

/** Whether a sentence has no subject matter of its own, so that a list of what a source says gains nothing from it. */
export function saysNothingAlone({ kind, text, lead }: Pick<Unit, 'kind' | 'text' | 'lead'>): boolean {
  if (kind !== 'sentence' || lead !== null) return false;
  const said = text.replace(/\s+/g, ' ').trim();
  // A lead-in to a list: its items say it.
  if (/[:：]$/.test(said) || APOLOGY.test(said) || ABOUT_ITSELF.test(said)) return true;
  if (isGreeting(said) || (ANNOUNCEMENT.test(said) && !/\p{N}/u.test(said))) return true;
  if (DENIAL.test(said)) return false;
  if (dependsOnContext({ kind, text: said })) return true;
  if (wordsOf(said).length > MAX_SCRAP_WORDS) return false;
  return (BEGINS_AFTER_VERB.test(said) && !HAS_VERB.test(said)) || (ENDS_ON_PRONOUN.test(said) && !/\p{N}/u.test(said));
}
