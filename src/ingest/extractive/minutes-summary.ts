import { plural, readDay } from '../../base';
import { isDecisionHeading, isScheduleHeading, isTaskHeading, type Meeting } from './meeting';
import { type ParsedSource, type Sentence } from './parse-source';
import { FIRST_PERSON } from './speech';

/** What the summary of the minutes of a meeting says. */
export interface MinutesSummary {
  /** One sentence: what it is, of which day, and how many were there. */
  readonly description: string;
  readonly present: readonly string[];
  readonly decided: readonly Entry[];
  /** Who does what until the next meeting. */
  readonly tasks: readonly Entry[];
  /** What was discussed, with those who spoke about it. */
  readonly discussed: readonly { readonly topic: string; readonly speakers: readonly string[] }[];
}

interface Entry {
  readonly sentence: Sentence;
  /** The item of the agenda to which it belongs; `null` if none. */
  readonly topic: string | null;
}

/** An item that ends with the number of an issue names a matter. */
const REFERENCE = /\s#\d+$/;
const MAX_ENTRIES = 12;
const MAX_WORDS = 60;

const DECISION_LABEL =
  /^\W{0,3}(?:resolved|resolution|decision|decided|agreed|agreement|conclusion|consensus|outcome|beschluss|décision)(?: ?#?\d+)?\s*(?::|[–—-]\s)/iu;
const TASK_LABEL =
  /^\W{0,3}(?:action(?: items?| points?)?|ai|to-?do|next steps?)(?: ?#?\d+)?\s*(?:\([^)]{1,60}\)|\[[^\]]{1,60}\])?\s*:/iu;
/** In capitals, a label stands within a line as well: minutes that a program takes break lines anywhere. */
const RESOLVED = /(?:^|\s)(?:RESOLVED|RESOLUTION|DECISION|AGREED)(?: ?#?\d+)?\s?:\s/u;
const WHO = '(?:the )?(?:group|team|committee|board|council|members|assembly|working group|tsc|wg|cg|trustees)';
const DECIDED = new RegExp(
  [
    '\\b(?:motion|resolution|amendment|minutes|agenda|budget|by-?laws?)\\b[^.?!]{0,80}\\b(?:carried|carries|passed|passes|approved|adopted|accepted|ratified|failed|defeated)\\b',
    '\\b(?:approved|adopted|carried|agreed|passed|elected|accepted)\\b[^.]{0,30}\\bunanimous(?:ly)?\\b',
    '\\bunanimously (?:approved|adopted|agreed|passed|elected|accepted|consented)\\b',
    '^(?:agreed|decided|approved|accepted|consensus) (?:to|that|on|for)\\b',
    `\\b(?:we|${WHO}|everyone|everybody|all) (?:have |has )?(?:unanimously )?(?:agreed|decided|resolved|voted) (?:to|that|on|not|for|against)\\b`,
    '^(?:the )?(?:meeting )?(?:was |is )?cancell?ed\\b',
    '^no objections?\\b(?! (?:yet|so far))',
    '\\b(?:has|have|got|reached|gained) consensus (?:to|on|for|that)\\b',
  ].join('|'),
  'iu',
);
const UNDECIDED =
  /[?？]|\bproposed resolution\b|\b(?:last|previous) (?:time|meeting|week)\b|\bnot (?:yet )?(?:decided|agreed|reached)\b|\b(?:should we|could|might|would|maybe|perhaps|once|unless)\b/iu;
const VERBS =
  'add|announce|approach|arrange|ask|bring|check|circulate|comment|compile|contact|continue|coordinate|create|discuss|do|document|draft|email|file|find|finish|fix|follow|get|help|implement|investigate|invite|look|make|open|organi[sz]e|ping|post|prepare|present|propose|provide|publish|put|raise|reach|report|research|review|schedule|send|set|share|start|submit|summari[sz]e|take|talk|update|work|write';
/** What somebody says to do at once is no task: "I'll share my screen", "I'll ask myself". */
const PROMISED = new RegExp(
  `^(?:(?:ok(?:ay)?|yes|yeah|sure|right)[,.]? )?I(?:['’]ll| will) (?:also )?(?!(?:ask|discuss|open|present|put|raise|set|share|start|summari[sz]e|talk)\\b)(?:${VERBS})\\b`,
  'iu',
);
const ASSIGNED = new RegExp(`^(.{2,60}?)(?: will| to|['’]ll) (?:also )?(?:${VERBS})\\b`, 'iu');
const GIVEN = /^(.{2,60}?) (?:(?:was|is|were|are) (?:tasked|asked|assigned)|volunteered|agreed) (?:with|to)\b/iu;

/** Above tasks that nobody has to do now. */
const SETTLED = /^\W*(?:deferred|postponed|done|completed|closed|previous)\b/i;
/** "SC: the question is": notes of a talk name speakers by their initials. */
const INITIALS = /^\p{L}{1,4}\d?: /u;

/** Summarises the minutes of a meeting; `null` for any other source. */
export function summariseMinutes(parsed: ParsedSource, date: string | null): MinutesSummary | null {
  const { meeting } = parsed;
  if (meeting === null) return null;
  const matters = mattersOf(parsed, meeting);
  const entry = (sentence: Sentence): Entry => ({ sentence, topic: matters[sentence.index] ?? null });
  const said = parsed.sentences.filter(({ words }) => words.length > 2 && words.length <= MAX_WORDS);
  const tasks = said.filter((sentence) => isTask(sentence, meeting));
  const given = new Set(tasks);
  const decided = said.filter((sentence) => isDecision(sentence) && !given.has(sentence));
  const count = meeting.present.length;
  const on = date === null ? '' : ` of ${readDay(date)}`;
  const there = count === 0 ? '' : `, with ${plural(count, 'person', 'people')} present`;
  return {
    description: `Minutes of a meeting${on}${there}.`,
    present: meeting.present,
    decided: decided.slice(0, MAX_ENTRIES).map(entry),
    tasks: tasks.slice(0, MAX_ENTRIES).map(entry),
    discussed: discussedIn(parsed, matters),
  };
}

const withLead = ({ text, unit }: Sentence): string => (unit.lead === null ? text : `${unit.lead} ${text}`);

function isDecision(sentence: Sentence): boolean {
  const { text, anchor, words, speaker } = sentence;
  if (UNDECIDED.test(text)) return false;
  if (DECISION_LABEL.test(withLead(sentence)) || RESOLVED.test(text)) return true;
  // What nobody says under "Decisions" is one.
  if (speaker === null && isDecisionHeading(anchor.heading ?? '')) return words.length > 3;
  // What a speaker tells of a decision in passing is none of this meeting.
  const said = DECIDED.exec(text);
  return said !== null && (speaker === null || !/[,;]/.test(text.slice(0, said.index)));
}

function isTask(sentence: Sentence, { people }: Meeting): boolean {
  const { text, anchor, speaker, words, unit } = sentence;
  if (/[?？]/.test(text)) return false;
  if (TASK_LABEL.test(withLead(sentence))) return true;
  const isListed = unit.kind === 'item' && isTaskHeading(anchor.heading ?? '') && !SETTLED.test(unit.lead ?? '');
  if (isListed) return words.length > 3 && !/\blist$/i.test(text.trim());
  if (speaker !== null) return PROMISED.test(text);
  const who = ASSIGNED.exec(text)?.[1] ?? GIVEN.exec(text)?.[1] ?? '';
  return (
    who !== '' && who.split(/,| and | & |\//).every((name) => people.has(name.replace(/^@/, '').trim().toLowerCase()))
  );
}

const NOTHING = /^(?:none|n\/a|no (?:\w+ )?(?:updates?|items?|rfcs?|prs?)\b)/i;

/** The matter of each sentence. In notes without headings for the matters, items that end with the number of an issue name them. */
function mattersOf({ sentences }: ParsedSource, { topics }: Meeting): readonly (string | null)[] {
  const headed = sentences.map(({ passage, text }) => (NOTHING.test(text) ? null : (topics[passage] ?? null)));
  if (new Set(headed.filter((topic) => topic !== null)).size > 1) return headed;
  let item: string | null = null;
  let under: string | null = null;
  return sentences.map(({ text, unit, anchor, index }) => {
    const heading = anchor.heading ?? '';
    if (heading !== under) [item, under] = [null, heading];
    if (unit.kind === 'item' && REFERENCE.test(text) && !/^(?:agenda|review of)/i.test(heading)) item = text;
    return item ?? headed[index] ?? null;
  });
}

function discussedIn({ sentences }: ParsedSource, matters: readonly (string | null)[]): MinutesSummary['discussed'] {
  const found = new Map<string, Set<string>>();
  for (const { index, speaker } of sentences) {
    const topic = matters[index] ?? null;
    if (topic === null) continue;
    const speakers = found.get(topic) ?? new Set();
    if (speaker !== null) speakers.add(speaker);
    found.set(topic, speakers);
  }
  return [...found].map(([topic, speakers]) => ({ topic, speakers: [...speakers] }));
}

/** What minutes say as a fact: no matter of the agenda, and nothing about how the meeting was held. */
export function isMinuted({ text, anchor, passage }: Sentence, { topics, people }: Meeting): boolean {
  const [first = '', second = ''] = text.split(/[\s,:]+/);
  if (people.has(first.toLowerCase()) && !/^\p{Lu}/u.test(second)) return false;
  if (FIRST_PERSON.test(text) || INITIALS.test(text)) return false;
  if (!/[.!]["”'’)\]]*$/.test(text) || REFERENCE.test(text) || /^(?:looks|seems|\p{Lu}\p{Ll}+(?:ed|ing))\s/u.test(text))
    return false;
  return topics[passage] !== null || !isScheduleHeading(anchor.heading ?? '');
}
