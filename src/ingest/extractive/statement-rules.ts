import { findDates } from '../../base';
import { type Sentence } from './parse-source';
import { FIRST_PERSON } from './speech';
import { UNSPACED_SCRIPT } from './tokenizer';

/** Longer sentences are no statements for a page. In UTF-16 units. */
const MAX_LENGTH = 600;
const MIN_WORDS = 5;
const MAX_WORDS = 70;

/** What a source calls itself. */
export const SOURCE_NOUN =
  '(?:internet-)?(?:document|proposal|draft|memo|specification|spec|standard|report|paper|article|essay|guide|manual|project|library|package|tool|program|repository|rfc|eip|pep|work)';
const DESCRIBES_SOURCE = new RegExp(`^this ${SOURCE_NOUN} (?:also |thus )?(?:\\p{Ll}{3,}s (?!not\\b)|is an? )`, 'iu');

/** Whether a sentence says what the source that it stands in is or does: "This document defines …". */
export const describesSource = ({ text, speaker }: Sentence): boolean =>
  speaker === null && DESCRIBES_SOURCE.test(text);

/** Starts of sentences that cannot be understood without the one before. */
const DEPENDENT_START =
  /^["“'(]*(?:because|well|yes|no|ok(?:ay)?|right|sure|exactly|this|that|these|those|there|here|it|its|they|their|them|he|his|him|she|her|we|our|you|your|i|my|and|but|or|so|yet|however|therefore|thus|hence|moreover|furthermore|besides|also|such|then|otherwise|too|for example|for instance|e\.g|i\.e|in addition|in light of (?:this|that)|in this|in that|in these|to this|to such|of these|of this|of them|as such|as a result|nor|none|same|some|both|even so|in contrast|by contrast|in effect|additionally|alternatively|accordingly|consequently|specifically|in particular|on the (?:other hand|contrary)|in short|indeed|in fact|after all|to (?:this|that) end|apart from (?:this|that)|aside from (?:this|that)|of those|others?|another|instead|still|meanwhile|finally|similarly|likewise|conversely|nevertheless|nonetheless|rather|either|neither|one of (?:these|them)|each of|all but|all of (?:these|them)|(?:two|three|four|most|many|few|half) of (?:these|them|those)|until then|since then|if (?:not|so|one|any)|(?:if|when|after|before|once|while|as soon as|since|until|although|though|because) (?:it|they|this|that|he|she|these|those)|(?:first|second|secondly|firstly|thirdly|third)[:,]|er|sie|es|dies\p{L}*|aber|und|doch|il|elle|ils|elles|ce|cela|mais|et|ello|esto|pero|он|она|они|это|но|и)(?![\p{L}-])/iu;
const POINTS_ELSEWHERE =
  /\b(?:as follows|the following|(?:mentioned|described|discussed|shown|see) (?:above|below)|the (?:former|latter)|above-mentioned|previous(?:ly)? (?:section|chapter|mentioned)|(?:figure|fig\.|table|listing|example|section|chapter|algorithm|equation|appendix|annex|option|case|step|round|point|variant)s? \(?\d|(?:as|see)[^.]{0,30} (?:issue|pr|pull request|point)s? #?\d|\/(?:pull|issues)\/\d|(?:this|the next|the last|the previous|the following|our) (?:section|chapter|book|example|listing|tutorial))|^(?:for (?:more|further|detailed) |see |click |read more|note that|learn more|please |siehe |voir )/iu;
const VERB =
  /\b(?:is|are|was|were|be|been|being|has|have|had|can|could|will|would|must|shall|should|may|might|does|do|did|\p{L}{3,}ed|\p{L}{3,}s)\b/iu;
const FINITE =
  /\b(?:is|are|was|were|has|have|had|can|could|will|would|must|did|does|do|said|told|took|went|came|gave|made|saw|found|kept|left|paid|ran|began|became|got|put|stood|built|\p{L}{3,}ed|\p{L}{3,}s (?:the|an?|it|them|him|her|his|its|no|up|down|in|on|at|for|to|from|with))\b/iu;
/** An opinion, a courtesy or an order of somebody who speaks. */
const NO_REPORT =
  /\b(?:think|let us|guess|hope|wonder|would|could|should|suppose|believe|feel|you|your|please|thanks?|sorry|glad|happy|love|like|agree|let['’]?s|maybe|perhaps|sure|afraid|imo|imho|lgtm|want|vote|assume|convinced|opinion|experience|prefer|understanding|know|mean|meant|wish|doubt|curious)\b/i;
/** What somebody who speaks reports: "we measured", "our line is". */
const REPORT =
  /\b(?:I|we)\s(?:have |had |just |also |now |already |since )*(?:\p{L}{2,}ed|found|ran|made|got|saw|sent|built|wrote|chose|kept|took|put|send|use|keep|run)\b|\b(?:my|our)\s(?:[\p{L}-]+\s){1,3}(?:is|are|was|were|has|have|had)\b|^(?:decided|agreed)\b/iu;
/** What somebody in a discussion only weighs, wishes or greets: no fact. */
const OPINION =
  /[!?@=^|\\]|^~|~$|\.\.\.|\balice\b.*\bbob\b|\bbob\b.*\balice\b|…|^(?:thank|agree|hey|hi|hello|congrat|sure|sound|great|good|nice|cool|actually|afaik|fyi|hmm|oops|indeed|btw|totally|missed|not yet|letting|looking|will|any|feel|let|see|cc|ping|ack|lgtm|in other words|in that|at the very|come to|consider|recall|suppose|imagine|of course|fair|makes?|unless|although|since|because|sometimes|whether|even|given|while|by the way|to be|for now|for implementers|for (?:them|him|her|me|us)|edit|on second thoughts?|to clarify|until that|after that|as (?:i|described|mentioned|noted|discussed|said)|in (?:that|this) case|an aside|\p{L}+ing|\p{L}{3,}ly)(?![\p{L}-])|(?:^|[^\p{L}-])(?:seems?|seemed|might|could|would|should|probably|perhaps|maybe|likely|apparently|presumably|arguably|worth|hopefully|imo|imho|afaict|reasonable|obvious|obviously|clear|clearly|unclear|silly|nice|nicer|great|happy|hope|guess|doubt|agree|appreciate|curious|interesting|confusing|easier|harder|argument|sense|opinion|whatever|people|someone|somebody|anyone|anybody|imagine|suppose|isn['’]t|doesn['’]t|don['’]t|won['’]t|can['’]t|aren['’]t|y['’]all)(?![\p{L}-])/iu;
/** Cut at an abbreviation: "13, the first three are Nos.", or an aside in brackets. */
const BROKEN_OFF =
  /^\d{1,3}°|(?:^|\s|\()(?:Op|No|Nos|Coll|Vol|vol|pp?|cf|ed|Fig|Eq|Sec|St|Mr|Mrs|Dr|Prof|vs|ca|approx|MM)\.$|^\d{1,4}(?:,|\.)?\s(?:\(|Nos?\b|Op\b|vol\b|and\b|Nr\b)|^\(|^\d+\s?[A-Z]?\)|^\d{1,3}[A-Z]?\s\(/;
/** An order to the reader: "Show them the small panel". */
const ORDER =
  /^(?:(?:first|then|now|next|finally|also|always|never|please|just),?\s)?(?:(?:don['’]t|do not|add|ask|avoid|call|check|choose|click|compare|consider|create|do|download|edit|enter|find|follow|give|go|imagine|install|keep|leave|let|look|make|move|note|notice|open|pick|press|put|read|recall|remember|remove|replace|run|save|say|see|select|send|set|show|start|stop|suppose|take|tell|think|try|turn|type|use|wait|write)\s(?:the|an?|this|that|these|those|it|them|him|her|your|you|how|what|at|in|on|to|of|for|no|not|back|up|out|each|every|all|if|whether|\p{Ll}+ing)\b|press(?:ing)?\s\S|spoiler\b)/iu;
/** The author leads through the text, or a macro of its typesetting is left in it: "Let us look at", "In the next step we will". */
const NARRATED =
  /^["“'(]*(?:let(?: us|['’]s)|notice|now(?:,? (?:we|let|that we)| it['’ ]i?s time)|(?:next|here|first|finally|instead|then),? (?:we|let)|as (?:we|you) (?:can |will |shall |have )?(?:see|saw|seen|show|discussed)|we(?:['’]ll| will| shall| can)(?: now| next| also| first)? (?:see|look|use|show|discuss|examine|consider|start|begin|write|implement|describe|explain|focus)|we(?: have|['’]ve) seen)(?![\p{L}-])|\\[a-z]{3,}|\b(?:as|seen|done|did) (?:above|below)\b|[,(]\s?(?:above|below)\s?[,)]/iu;
/** The reader is spoken to. */
const TO_READER =
  /\b(?:you (?:can|could|may|might|will|would|must|should|need|want|have|get|see|use|are|do)|(?:if|when|as) you)\b|\byou['’]/i;
/** The author asks something of those who are addressed, or says what ought to be. */
const ADDRESSED =
  /\bought\b|\b(?:will|shall|may|must|should)\b.*\byour?\b|\byour?\b.*\b(?:will|shall|may|must|should)\b/i;
const NO_STATEMENT =
  /^\p{Lu}\p{Ll}+ed (?:by|for|at|on|in|to|from|under)\b|^(?:Report|Minutes|Letter|Notes?|Version|Copyright|Page|Tel|Fax) (?:to|of|by|from|on)\b|^\p{L}+:\s*$|^(?:(?:[Hh]uge|[Mm]any|[Ss]pecial|[Bb]ig) )?[Tt]hanks (?:to|for)\b/u;
/** What a function does, under its name as a heading: "Adds a rule to the current manager." "Charles the Bold" is a name. */
const WITHOUT_SUBJECT =
  /^(?!(?:[Aa]cross|[Aa]lways|[Bb]esides|[Pp]erhaps|[Ss]ometimes|[Tt]owards|[Uu]nless|[Ww]hereas|[Vv]ersus)(?!\p{L}))\p{L}\p{Ll}{3,}s\s(?:an?|the|any|every|whether)\s(?!\p{Lu})/u;
const ENDS = /[.!?。！？…]["”'»」』)\]]*$/u;

/** What stands there is about a case that was made up to learn from. */
const EXERCISES =
  /^(?:[\divx.]+\s+)?(?:(?:worked |further )?(?:examples?|exercises?|practice|quiz)(?![\p{L}])|(?:problems?|solutions?|answers?|questions?|hints?)(?:\s+(?:to|for)\s.*|\s+[\dIVX.]+.*)?$)/iu;

/** Whether a sentence stands in a section of exercises, examples or their solutions. */
export const isExercise = ({ anchor }: Pick<Sentence, 'anchor'>): boolean =>
  EXERCISES.test(anchor.heading?.trim() ?? '');

/** Whether a sentence states something that a page can say. */
export function isStatement(sentence: Sentence): boolean {
  const { unit, text, words, form, isComment } = sentence;
  if (
    unit.mode !== 'fact' ||
    form !== 'whole' ||
    sentence.isAllCaps ||
    !sentence.isProse ||
    sentence.isNarration ||
    sentence.isTalk
  )
    return false;
  if (text.length > MAX_LENGTH) return false;
  const length = UNSPACED_SCRIPT.test(text) ? text.length / 2 : words.length;
  if (length < MIN_WORDS || length > MAX_WORDS || !isBalanced(text) || POINTS_ELSEWHERE.test(text)) return false;
  if (isComment && FIRST_PERSON.test(text) && (NO_REPORT.test(text) || !REPORT.test(text))) return false;
  if (BROKEN_OFF.test(text) || ORDER.test(text) || (isComment && OPINION.test(text))) return false;
  if (sentence.speaker === null && (TO_READER.test(text) || (ADDRESSED.test(text) && !/\d/.test(text)))) return false;
  if (NO_STATEMENT.test(text) || WITHOUT_SUBJECT.test(text) || NARRATED.test(text) || text.split(';').length > 3)
    return false;
  if (sentence.speaker !== null && !isComment && !FINITE.test(text)) return false;
  // What follows "It does not:" says the opposite, unless it is a sentence of its own.
  if (unit.lead !== null && unit.kind === 'item' && !(/^\p{Lu}/u.test(text) && ENDS.test(text))) return false;
  if (unit.kind === 'item' ? !FINITE.test(text) && !UNSPACED_SCRIPT.test(text) : !ENDS.test(text)) return false;
  return unit.kind === 'item' || sentence.startsWithName || /^["“”„«»'‘’(¿¡]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(text);
}

/** Of what there are so many, the sentence before says: "Four remain", "1,200 by now", "In two of them". */
const BARE_NUMBER =
  /^(?:(?:in|of|for|with) )?(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|many|most|few|all|each|both)\s(?:of (?:them|these|those|which|it)|by|have|has|had|are|is|were|was|remain|remained|remains|came|went|will|can|more|so|now|then)(?![\p{L}-])/iu;

/** Whether it can stand without the sentence before. */
export function isIndependent({ text, speaker, isComment }: Sentence): boolean {
  if (BARE_NUMBER.test(text)) return false;
  if (speaker !== null && !isComment)
    return !/^["“'(]*(?:and|but|or|so|because|yes|no|well|it|that|this|they|he|she)(?![\p{L}-])/iu.test(text);
  return !DEPENDENT_START.test(text) || (isComment && /^(?:we|our|i)\b/i.test(text));
}

function isBalanced(text: string): boolean {
  const count = (sign: string): number => text.split(sign).length - 1;
  return count('"') % 2 === 0 && count('“') === count('”') && count('(') === count(')') && count('[') === count(']');
}

/** Numbers and dates are worth more, long and enumerating sentences less. */
export function valueOf({ text, words, unit }: Sentence): number {
  const commas = text.split(/[,;、，]/).length - 1;
  return (
    (words.some(({ shape }) => shape === 'number') ? 0.5 : 0) +
    (findDates(text).length > 0 ? 0.3 : 0) -
    (words.length > 40 ? 0.5 : 0) -
    (commas > 5 ? 0.4 : 0) -
    (unit.kind === 'item' && !ENDS.test(text) ? 0.4 : 0) -
    (/[:;]$/.test(text) ? 1 : 0)
  );
}

/** The length of an address before what is said: "Gentlemen of the Senate: "; 0 if there is none. */
export function addressLength(text: string): number {
  const found = /^[^.:;!?]{3,90}:\s(?=\p{Lu})/u.exec(text)?.[0] ?? '';
  return VERB.test(
    found.replace(/\b(?:gentlemen|ladies|citizens|representatives|friends|members|fellow-citizens|\p{L}+s)\b/giu, ''),
  )
    ? 0
    : found.length;
}
