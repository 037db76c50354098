import { plural, readDay } from '../../base';
import { leansOnBefore, wordsOf } from '../../markdown';
import { isQuestion } from './rank-sentences';
import { commentPositions, stateInTitle } from '../units';
import { escapeInline } from './context';
import { type ParsedSource, type Sentence } from './parse-source';
import { isIndependent, isStatement, valueOf } from './statement-rules';
import { stopWords } from './stop-words';
import { stem } from './tokenizer';

/** What one person wrote at once. */
type Comment = readonly [Sentence, ...Sentence[]];

/** How a thread was opened and how it ended. What was said between is found by search. */
export interface ThreadSummary {
  /** One sentence: who opened it, when, and what became of it. */
  readonly description: string;
  /** What the opening post asks or reports, as the words of who wrote it; what is answered first where that is only a quotation or code. */
  readonly opening: readonly Sentence[];
  readonly isReply: boolean;
  /** What comments say of the matter: its cause, how things are, what was agreed. */
  readonly findings: readonly Sentence[];
  /** The last words that say what became of the matter; none if there are none. */
  readonly outcome: readonly Sentence[];
}

const ENDS = /[.!?…]["”'’)\]]*$/u;

const MAX_OPENING = 3;
const MAX_FINDINGS = 4;
/** What a finding is worth at least: three words of the title and the opening post, or fewer in a statement. */
const MIN_SCORE = 3;
/** "Closing.", "Fixed in #12." */
const MAX_BRIEF = 2;
const MAX_WORDS = 60;

/** Parts of the form that a report is written in: they describe the case, and not what is asked or reported. */
const FORM_SECTION =
  /\b(?:environment|versions?|checklist|steps|reproduc\w*|expect\w*|screenshots?|logs?|output|additional|config\w*|system|device|platform|browser|acknowledg\w*|preliminary|willing\w*|contribut\w*|code of conduct|workaround)\b/i;
/** What the form has everybody say, or a courtesy. */
const FORMALITY =
  /^(?:hi|hello|hey|dear)(?![\p{L}-])[^,.:!?]{0,40}[,.:!]*$|^(?:thanks?|thank you|sorry|please|welcome|congrat\w*|cheers|edit|update|cc|ping|ps|see|fyi|describe|a clear and concise)(?![\p{L}-])|^i(?:['’]ve| have| am| agree| confirm)\b.{0,40}\b(?:search\w*|read|checked|verified|confirm\w*|latest|newest|willing|agree|code of conduct)\b/iu;
const DONE =
  'fixed|resolved|addressed|merged|released|reverted|implemented|removed|added|shipped|landed|closed|superseded|replaced|rejected|accepted|clarified|covered|applied|done';
/** What somebody does to end a matter, and not a step on the way. */
const ENDED =
  'fixed|resolved|merged|released|reverted|implemented|shipped|landed|closed|rejected|accepted|decided|agreed';
/** Says what became of the matter. */
const OUTCOME = new RegExp(
  [
    `^\\(?(?:${DONE}|closing|wont ?fix|duplicate of)\\b`,
    `(?:^|[;,–—:] |\\band |\\bthe )(?:this|it|that|these|they|issue|problem|bug|both|all|everything) (?:is|was|are|were|got|has been|have been)(?: (?:now|already|also|just|since|both|all|been|being|finally)){0,2} (?:${DONE})\\b`,
    `\\b(?:${DONE}) (?:in|by|via|with|on|as of) (?:v?\\d|#|pr\\b|pull|commit|release|version|main\\b|master\\b)`,
    `\\b(?:we|i) (?:have |just |now |also )*(?:${ENDED})\\b`,
    "\\b(?:closing (?:this|as|the|in)|duplicate of|won[’']?t ?fix|(?:is|are|was|were|works|working|closed?) by design|works as intended|not a bug)",
    '\\b(?:reached|have|had|got) (?:an? |rough )?(?:consensus|agreement)\\b',
    '\\b(?:decision|consensus|conclusion|resolution|fix) (?:is|was)(?: (?:to|that|not)\\b|:)',
    '\\b(?:from|since|as of|starting with) v?\\d+\\.\\d+',
  ].join('|'),
  'i',
);
/** Says what was found out, or agreed on the way. */
const FOUND =
  /\b(?:the (?:\w+ )?(?:problem|issue|cause|reason|bug|culprit|fix|solution|workaround|answer) (?:is|was|here is|seems)|caused by|because|due to|turns? out|(?:we|i) (?:\w+ )?(?:found|decided|agreed|reached|settled|chose|implemented)|consensus|by design|workaround|out of scope|not supported|already (?:\w+s|\w+ed)|(?:does|do|did|is|are|was|can)(?: not|n['’]t) (?:support|need|require|allow|work|depend|assume))\b/i;
/** On the way to the matter. */
const SMALL_TALK = /\b(?:glad|happy|excited|thanks?|as (?:you|we all) know|has (?:\w+ )?been some|hope|wonder\w*)\b/i;
const ADDRESSES = /\b(?:you|your|i['’]m|i am|i(?: will|['’]ll| would|['’]d| could| guess| thought| mean))\b/i;
/** Only weighs or wishes for an outcome, or says that there is none. */
const UNDECIDED =
  /\b(?:could|should|would|might|may|maybe|perhaps|please|if|unless|until|never|isn['’]t|wasn['’]t|hasn['’]t|don['’]t|not (?:yet|sure|fixed|resolved)|think|assume|hope|wonder|once|when|needs? to|some|in error|by mistake)\b|[?？]/i;
/** Leans on the sentence before, which is not quoted. */
const FOLLOWS_ON =
  /^(?:and|but|or|so|also|additionally|alternatively|instead|following|where|however|therefore|thus|then|otherwise|moreover|besides|in that case|because)\b/i;

/** Summarises a source that is a thread; `null` for any other. */
export function summariseThread(parsed: ParsedSource, date: string | null): ThreadSummary | null {
  const heads = commentPositions(parsed.text.passages);
  if (heads === null) return null;
  const comments = commentsOf(parsed.sentences, heads);
  const [first] = comments;
  const isReply = first !== undefined && first[0].passage >= (heads[1] ?? Infinity);
  const state = stateOf(parsed);
  const opening = first === undefined ? [] : openingOf(first, parsed.text.title);
  const outcome = state.isOpen ? [] : outcomeOf(comments.slice(1));
  const subject = [...wordsIn(parsed.text.title ?? ''), ...opening.flatMap(({ text }) => wordsIn(text))];
  return {
    description: describe(comments, state, date),
    opening,
    isReply,
    findings: findingsIn(comments.slice(1), new Set(subject), outcome),
    outcome,
  };
}

/** @param heads positions of the passages that begin a comment */
function commentsOf(sentences: readonly Sentence[], heads: readonly number[]): readonly Comment[] {
  const comments = new Map<number, [Sentence, ...Sentence[]]>();
  let current = 0;
  for (const sentence of sentences) {
    while ((heads[current] ?? Infinity) <= sentence.passage) current += 1;
    // Fields above the first post.
    if (sentence.speaker === null && current === 0) continue;
    const said = comments.get(current);
    if (said === undefined) comments.set(current, [sentence]);
    else said.push(sentence);
  }
  return [...comments.values()];
}

interface ThreadState {
  readonly isOpen: boolean;
  readonly closedBy: string | null;
  /** ISO day */
  readonly closedOn: string | null;
  readonly isClosed: boolean;
  readonly isMerged: boolean;
}

/** Reads the fields above the first comment, and the events between comments. */
function stateOf({ units, text }: ParsedSource): ThreadState {
  const fields = units.slice(0, 6).filter(({ kind, speaker }) => speaker === null || kind === 'row');
  const head = fields.map(({ text }) => text).join('\n');
  const titled = stateInTitle(text.title ?? '')?.state;
  const state = (titled ?? /\bstate:\s*(\w+)/i.exec(head)?.[1])?.toLowerCase() ?? '';
  const closed = /\b(?:closed|merged)(?:[ _](?:on|at))?:? (\d{4}-\d{2}-\d{2})/i.exec(head)?.[1] ?? null;
  const event = units.findLast(({ mode, text }) => mode === 'event' && /\b(?:closed|merged|reopened)\b/i.test(text));
  const isReopened = event !== undefined && /\breopened\b/i.test(event.text);
  return {
    isOpen: state === 'open' || (state === '' && isReopened),
    isClosed: state === 'closed' || state === 'merged' || closed !== null || (event !== undefined && !isReopened),
    isMerged: state === 'merged' || (event !== undefined && /\bmerged\b/i.test(event.text)),
    closedBy: isReopened ? null : (event?.speaker ?? null),
    closedOn: closed ?? (isReopened ? null : (event?.date ?? null)),
  };
}

function describe(comments: readonly Comment[], state: ThreadState, date: string | null): string {
  const people = new Set(comments.flatMap(([{ speaker }]) => speaker ?? []));
  const days = comments.flatMap(([{ unit }]) => unit.date ?? []).sort();
  const lastDay = days.at(-1) ?? null;
  const firstDay = days.length === 0 ? date : (comments[0]?.[0].unit.date ?? null);
  const opener = comments[0]?.[0].speaker ?? null;
  const others = people.size > 1 ? ` between ${plural(people.size, 'person', 'people')},` : '';
  const by = opener === null ? '' : ` by ${escapeInline(opener, 60)}`;
  const on = firstDay === null ? '' : ` on ${readDay(firstDay)}`;
  const last = lastDay === null || lastDay === firstDay ? '' : `, with a last comment on ${readDay(lastDay)}`;
  // The day on which it was closed tells more than that of the last comment.
  const end = describeState(state) ?? '';
  return `A discussion${others} opened${by}${on}${end}${state.closedOn === null && !state.isOpen ? last : ''}.`;
}

function describeState({ isOpen, isClosed, isMerged, closedBy, closedOn }: ThreadState): string | null {
  if (isOpen) return ' and still open';
  if (!isClosed) return null;
  const by = closedBy === null ? '' : ` by ${escapeInline(closedBy, 60)}`;
  return ` and ${isMerged ? 'merged' : 'closed'}${by}${closedOn === null ? '' : ` on ${readDay(closedOn)}`}`;
}

const isWritten = ({ isProse, isAllCaps, text, unit }: Sentence): boolean =>
  isProse && !isAllCaps && unit.kind === 'sentence' && !/[:：]$|```/.test(text) && !FORMALITY.test(text);

const isWhole = (sentence: Sentence): boolean =>
  isWritten(sentence) && ENDS.test(sentence.text) && sentence.words.length > 4 && sentence.words.length <= MAX_WORDS;

/** What somebody wrote who wrote no whole sentence: points of a list, a line before a listing, a few words. */
const isBrief = ({ text, isAllCaps, words }: Sentence): boolean =>
  !isAllCaps && !FORMALITY.test(text) && words.length > 1 && words.length <= MAX_WORDS;

/** The beginning of a post, which its title introduces, as long as one sentence follows the other. */
function openingOf(comment: Comment, title: string | null): readonly Sentence[] {
  const own = comment.filter(
    ({ anchor: { heading = null } }) => heading === title || !FORM_SECTION.test(heading ?? ''),
  );
  const whole = own.filter(isWhole);
  const said = whole.length > 0 ? whole : own.filter(isBrief);
  const start = said.findIndex(
    (sentence) => (sentence === comment[0] || !FOLLOWS_ON.test(sentence.text)) && !SMALL_TALK.test(sentence.text),
  );
  const chosen: Sentence[] = [];
  for (const sentence of said.slice(Math.max(0, start))) {
    const before = chosen.at(-1);
    if (chosen.some(({ text }) => text === sentence.text)) continue;
    const isNext = before === undefined || sentence.index === before.index + 1;
    // What answers other quoted words is another matter.
    const isSame = before === undefined || sentence.unit.replyTo === before.unit.replyTo;
    if (chosen.length === MAX_OPENING || !isSame || (!isNext && !isIndependent(sentence))) break;
    chosen.push(sentence);
  }
  return chosen;
}

/** The last sentence that says what became of the matter, with the one before it where it is as short as "Closing.". */
function outcomeOf(comments: readonly Comment[]): readonly Sentence[] {
  const said = comments.flat();
  const last = said.findLast(
    (sentence) =>
      isWritten(sentence) &&
      sentence.words.length > 0 &&
      sentence.words.length <= MAX_WORDS &&
      OUTCOME.test(sentence.text) &&
      !UNDECIDED.test(sentence.text) &&
      !FOLLOWS_ON.test(sentence.text),
  );
  if (last === undefined) return [];
  if (last.words.length > MAX_BRIEF) return [last];
  const before = said.find(({ index, passage }) => index === last.index - 1 && passage === last.passage);
  if (before !== undefined && isWritten(before) && !isQuestion(before)) return [before, last];
  return last.words.length > 1 ? [last] : [];
}

const wordsIn = (text: string): readonly string[] =>
  wordsOf(text.toLowerCase()).flatMap((word) => (stopWords('en').has(word) || word.length < 3 ? [] : stem(word)));

/** The sentences of comments that tell most of the matter, in their order, at most one of a paragraph. */
function findingsIn(
  comments: readonly Comment[],
  subject: ReadonlySet<string>,
  outcome: readonly Sentence[],
): readonly Sentence[] {
  const rated = comments.flatMap((comment, at) =>
    comment.flatMap((sentence) => {
      const { text, unit } = sentence;
      const isClear = isWhole(sentence) && isIndependent(sentence) && !leansOnBefore(text) && !isQuestion(sentence);
      if (!isClear || outcome.includes(sentence)) return [];
      const shared = new Set(wordsIn(text).filter((word) => subject.has(word))).size;
      const score =
        Math.min(4, shared) +
        (isStatement(sentence) ? 1 : 0) +
        (FOUND.test(text) ? 1.5 : 0) +
        (unit.role === null ? 0 : 0.5) +
        // What was said last is mostly what is left of it.
        (at === comments.length - 1 ? 1.5 : 0) -
        (ADDRESSES.test(text) ? 1.5 : 0) -
        (UNDECIDED.test(text) ? 1 : 0) +
        valueOf(sentence);
      return shared > 0 && score >= MIN_SCORE ? { sentence, score } : [];
    }),
  );
  const best: Sentence[] = [];
  for (const { sentence } of rated.sort((a, b) => b.score - a.score)) {
    if (best.length === MAX_FINDINGS) break;
    if (!best.some(({ passage, text }) => passage === sentence.passage || text === sentence.text)) best.push(sentence);
  }
  return best.sort((a, b) => a.index - b.index);
}
