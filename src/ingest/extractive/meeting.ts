import { type ExtractedText, type SourcePassage } from '../types';
import { findSpeakers } from './speech';

/** What the minutes of a meeting tell about it. */
export interface Meeting {
  /** Those who were there, as the roll names them. */
  readonly present: readonly string[];
  /** Whole names, first names and handles of those who were there or speak, in lower case. */
  readonly people: ReadonlySet<string>;
  /** The item of the agenda under which a passage stands, by position; `null` for what belongs to none. */
  readonly topics: readonly (string | null)[];
}

const CALLED =
  /(?:^|[^\p{L}])(?:meeting|minutes|tele?con|f2f|(?:video|conference|community|committee|group|team|board|council|monthly|weekly) call|sitzung|sitzungsprotokoll|compte[- ]rendu|réunion|reunión|riunione|verbale|notulen|vergadering)(?![\p{L}])/iu;
const ROLL =
  /^(?:\d[\d.]*\s*)?(?:(?:also |members |people |those )?present|attend(?:ees|ance|ing)|participants|in attendance|(?:introduction|list) of attendees|roll call|anwesend\p{L}*|teilnehm\p{L}*|présent\p{L}*|asistentes|presenti|presentes|aanwezig\p{L}*)(?![\p{L}])[^:]{0,30}/iu;
const AWAY = /^(?:regrets|absent|absences|apologies|excused|not present|entschuldigt|excusé|scribe|chair|agenda)/iu;
/** "Aki Rose (AKI), Yulia Startsev (YSV)" */
const ROSTER = /^(?:\p{Lu}[^,()]{2,40} \(\p{Lu}{2,4}\)(?:, ?|$)){3,}/u;
const NUMBER = /^(?:\d[\d.]*[.)]?\s+)/;
const DECISIONS =
  /^(?:key )?(?:decisions?|resolutions?|conclusions?|outcomes?|agreements?|beschl[uü]ss\p{L}*|décisions|acuerdos|decisiones|besluiten)(?![\p{L}])/iu;
const TASKS =
  /^(?:(?:new |open )?action (?:items?|points?)|actions|next steps|follow[- ]?ups?|to-?dos?|tasks|aufgaben|acciones|acties)(?![\p{L}])/iu;
/** Headings under which the meeting itself is arranged. */
const ARRANGEMENT =
  /^(?:links?|regrets|absent|absences|apologies|chairs?|scribes?|topics|meeting guidelines|participation.*|code of conduct|housekeeping|action(?:s| items?) review|review of actions|agendas?|agenda items.*|minutes|meeting (?:notes|minutes|roles|details|information)|notes|logistics|registration|schedule constraints|opening.*|welcome.*|introductions?.*|call to order|find volunteers.*|adoption of.*|approval of.*|closure|closing|adjourn\p{L}*|upcoming meetings?|next meeting.*|review of.*|summary.*|discussions?|proposals and discussions|(?:any )?other business|aob|q ?[/&,] ?a.*|date.*|location|announcements?.*|previous .*|scheduled meetings|breakout \p{L}\b.*|[\w.-]+\/[\w.-]+|(?:\p{L}+,? )?(?:\d{1,2}\.? \p{L}{3,9}|\p{L}{3,9} \d{1,2}),? \d{4}|[\d/.-]+)$/iu;

/** Where minutes tell how the meeting was held, and what was to be discussed. */
const SCHEDULE =
  /^(?:links?|agendas?|agenda items.*|logistics|registration|schedule.*|upcoming.*|next meeting.*|review of.*)$/iu;

export const isScheduleHeading = (heading: string): boolean => SCHEDULE.test(heading.replace(NUMBER, '').trim());
export const isDecisionHeading = (heading: string): boolean => DECISIONS.test(heading.replace(NUMBER, ''));
export const isTaskHeading = (heading: string): boolean =>
  TASKS.test(heading.replace(NUMBER, '')) && !/\breview\b/i.test(heading);

/** Whether a heading names no matter that was discussed. */
export function isArrangement(heading: string): boolean {
  const text = heading.replace(NUMBER, '').trim();
  if (ARRANGEMENT.test(heading.trim())) return true;
  return ARRANGEMENT.test(text) || ROLL.test(text) || isDecisionHeading(text) || isTaskHeading(text);
}

/** Reads a source as the minutes of a meeting; `null` for any other, and for the transcript of a talk. */
export function readMeeting(text: Pick<ExtractedText, 'passages' | 'title' | 'path'>): Meeting | null {
  const { passages } = text;
  if (passages.some(({ kind }) => kind === 'cue' || kind === 'row')) return null;
  const headings = passages.filter(({ kind }) => kind === 'heading').map((heading) => heading.text);
  const isCalled = [text.title ?? '', headings[0] ?? '', text.path].some((name) =>
    CALLED.test(name.replaceAll('_', ' ')),
  );
  const present = readRoll(passages);
  const speakers = new Set([...findSpeakers(text).values()].map(({ speaker }) => speaker));
  const isArranged = headings.some((heading) => isDecisionHeading(heading) || isTaskHeading(heading));
  const hasRoll = present.length > 1;
  if (!(isCalled && (hasRoll || speakers.size > 1 || isArranged)) && !(hasRoll && isArranged)) return null;
  return { present, people: peopleIn([...present, ...speakers]), topics: topicsOf(passages, text.title) };
}

function peopleIn(names: readonly string[]): ReadonlySet<string> {
  const keys = names.map((name) => name.toLowerCase());
  return new Set([...keys, ...keys.flatMap((key) => key.split(' ')[0] ?? [])]);
}

function topicsOf(passages: readonly SourcePassage[], title: string | null): readonly (string | null)[] {
  let current: { readonly topic: string; readonly level: number; hasText: boolean } | null = null;
  return passages.map(({ kind, text, level = 1 }, at) => {
    if (kind !== 'heading') {
      if (current !== null) current.hasText = true;
      return current?.topic ?? null;
    }
    if (text === title || (at === 0 && CALLED.test(text))) current = null;
    else if (!isArrangement(text)) {
      // What has a text of its own is one matter, with its parts.
      if (current === null || !current.hasText || level <= current.level)
        current = { topic: plainTopic(text), level, hasText: false };
      // A part of the meeting that is no matter ends the one before it; decisions and tasks belong to it.
    } else if (!isDecisionHeading(text) && !isTaskHeading(text)) current = null;
    return current?.topic ?? null;
  });
}

/** "3. Import maps (see https://…) - @alice, @bob" is about import maps. */
const plainTopic = (heading: string): string =>
  heading
    .replace(NUMBER, '')
    .replace(/\s*\((?:see )?https?:[^)]*\)|\s[-–—]\s@.*$/g, '')
    .replace(/^discussion: /i, '')
    .trim();

/** The lines of a passage, which may have been joined. */
function linesOf({ text, lineStarts = [] }: SourcePassage): readonly string[] {
  return [0, ...lineStarts].map((start, at, all) => text.slice(start, all[at + 1]).trim());
}

function readRoll(passages: readonly SourcePassage[]): readonly string[] {
  const names: string[] = [];
  let isRoll = false;
  for (const passage of passages) {
    if (passage.kind === 'heading') {
      isRoll = ROLL.test(passage.text) && passage.text.length < 60;
      continue;
    }
    if (passage.kind === 'code' || passage.kind === 'quote') continue;
    for (const line of linesOf(passage)) {
      const label = /^([^:]{3,40}):(?!\/\/)\s*/.exec(line);
      const isLabelled = label !== null && ROLL.test(label[1] ?? '');
      if (AWAY.test(line)) isRoll &&= passage.kind === 'list';
      else if (ROSTER.test(line)) names.push(...splitNames(line));
      else if (isLabelled) names.push(...splitNames(line.slice(label[0].length)));
      else if (isRoll && passage.kind === 'table')
        names.push(...(/^[^:;]*name[^:;]*: ([^;]+)/i.exec(line)?.slice(1) ?? []));
      else if (isRoll && passage.kind === 'list') names.push(...namesOfItem(line, label?.[0] ?? null));
      else if (isRoll) names.push(...splitNames(line));
    }
  }
  return [...new Set(names.flatMap((name) => cleanName(name) ?? []))];
}

const splitNames = (text: string): readonly string[] => text.replace(/\([^)]*\)/g, '').split(/[,;]| and | & /);

/** "Others: Mark, Lokathor", "Luke Emrose, Animal Logic" */
function namesOfItem(line: string, label: string | null): readonly string[] {
  if (line.startsWith('[ ]')) return [];
  return label === null ? [line.split(/[,;(]|\s[-–—]\s/)[0] ?? ''] : splitNames(line.slice(label.length));
}

/** "Rod Vagg @rvagg (TSC)" is Rod Vagg; `null` for what names nobody. */
function cleanName(text: string): string | null {
  const name = text
    .replace(/\([^)]*\)|\[[^\]]*\]|\s@\S+|[*_.]+$/g, '')
    .replace(/^@/, '')
    .trim();
  const words = name.split(/\s+/);
  return name.length > 1 &&
    words.length <= 5 &&
    /^[\p{L}\p{N}.'’_\s-]+$/u.test(name) &&
    /\p{L}/u.test(name) &&
    isNamed(words)
    ? name
    : null;
}

/** A handle may be in lower case; of a name, no word but a particle is. */
const isNamed = (words: readonly string[]): boolean =>
  words.length === 1 || words.every((word) => !/^\p{Ll}{4}/u.test(word));

const REPORTS =
  /^(?: - |: |, | – | — | (?:notes|observes|says|thinks|asks|mentions|agrees|wants|suggests|proposes|is (?:not )?(?:un)?available)(?!\p{L}))/u;

/** "Richard, would object", "Niko notes that": notes of what somebody said. */
export function isSaidBy(text: string, { people }: Meeting): boolean {
  const first = /^@?([\p{L}\p{N}_-]+)/u.exec(text);
  return first !== null && people.has((first[1] ?? '').toLowerCase()) && REPORTS.test(text.slice(first[0].length));
}
