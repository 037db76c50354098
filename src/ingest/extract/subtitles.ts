import type { Run } from '../../base';
import { decodeEntities } from '../../markdown';
import { Drafting } from './draft';
import type { Draft, Reading } from './draft';
import { pause } from './pause';
import { sourceBroken } from './problems';
import { endsSentence, joinLines, splitLines, tidy } from './words';

const TIMES = /^\s*((?:\d{1,4}:)?\d{1,2}:\d{2})[.,](\d{1,3})\s*-->\s*((?:\d{1,4}:)?\d{1,2}:\d{2})[.,](\d{1,3})/u;
/** Seconds of silence after which a sentence does not go on. */
const PAUSE = 4;
/** Characters after which a text without sentence ends is cut between two cues. */
const LONG = 400;

interface Spoken {
  readonly speaker: string;
  text: string;
  readonly line: number;
  readonly start: number;
  end: number;
}

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly texts: readonly { speaker: string; text: string; line: number }[];
}

/**
 * Subtitles and transcripts: cues are merged into sentences, each with the line and the time at which it begins. Names of
 * speakers are kept, marks of style and position are not, and lines that a rolling caption repeats come once.
 * Source: WebVTT (W3C), section 4; SubRip as commonly written.
 */
export async function readSubtitles(text: string, reading: Reading): Promise<Draft> {
  const lines = splitLines(text);
  const isVtt = /^\ufeff?\s*WEBVTT/u.test(lines[0] ?? '');
  const draft = new Drafting(isVtt ? 'vtt' : 'srt');
  const cues = await cuesOf(lines, draft, reading.run);
  if (cues.length === 0)
    throw sourceBroken(reading.path, 'it holds no line with a time, as "00:00:01,000 --> 00:00:04,000".');
  const sentences: Spoken[] = [];
  const rolling = isRolling(cues);
  let previous: readonly string[] = [];
  for (const cue of cues) {
    const shown = cue.texts.map(({ text: words }) => words);
    for (const [index, { speaker, text: words, line }] of cue.texts.entries()) {
      // A rolling caption shows the last lines again above each new one.
      if (rolling && isRolled(previous, shown, index)) continue;
      const last = sentences.at(-1);
      if (last !== undefined && goesOn(last, speaker, cue)) {
        last.text = joinLines(last.text, words);
        last.end = cue.end;
      } else sentences.push({ speaker, text: words, line, start: cue.start, end: cue.end });
    }
    previous = shown;
  }
  for (const [index, { speaker, text: spoken, line, start }] of sentences.entries()) {
    if (index % 1_000 === 999) await pause(reading.run);
    draft.add('cue', speaker === '' ? spoken : `${speaker}: ${spoken}`, { line, time: clock(start) });
  }
  return draft.finish();
}

/** Whether a line of `cue` belongs to the sentence before it. A line without a name is said by whoever spoke last. */
function goesOn(last: Spoken, speaker: string, cue: Cue): boolean {
  if (speaker !== '' && speaker !== last.speaker) return false;
  return cue.start - last.end <= PAUSE && !endsSentence(last.text) && last.text.length <= LONG;
}

/** Whether every third cue or more begins with a line that the one before ended with: more than people repeat themselves. */
function isRolling(cues: readonly Cue[]): boolean {
  const repeated = cues.filter((cue, at) => cue.texts[0]?.text === cues[at - 1]?.texts.at(-1)?.text && at > 0).length;
  return repeated >= 2 && repeated * 3 >= cues.length;
}

/** Whether line `index` of a cue is one that the cue before ended with. */
function isRolled(previous: readonly string[], shown: readonly string[], index: number): boolean {
  const tail = previous.slice(previous.length - index - 1);
  return tail.length === index + 1 && tail.every((line, at) => line === shown[at]);
}

async function cuesOf(lines: readonly string[], draft: Drafting, run: Run): Promise<Cue[]> {
  const cues: Cue[] = [];
  let at = 0;
  while (at < lines.length) {
    const times = TIMES.exec((lines[at] ?? '').slice(0, 200));
    if (times === null) {
      if (/^Language:\s*([a-z]{2,3}(?:-[\w]{2,8})*)\s*$/iu.test(lines[at] ?? '') && cues.length === 0) {
        draft.language = (lines[at] ?? '').slice(9).trim();
      }
      at += 1;
      continue;
    }
    const texts: { speaker: string; text: string; line: number }[] = [];
    for (at += 1; at < lines.length && (lines[at] ?? '').trim() !== ''; at += 1) {
      if (TIMES.test((lines[at] ?? '').slice(0, 200))) break;
      const spoken = spokenOf(lines[at] ?? '');
      if (spoken !== null) texts.push({ ...spoken, line: at + 1 });
    }
    if (texts.length > 0 && cues.length % 500 === 499) await pause(run);
    if (texts.length > 0) cues.push({ start: seconds(times[1], times[2]), end: seconds(times[3], times[4]), texts });
  }
  return cues;
}

/** What is said on a line, and by whom; `null` for a line that holds no word. */
function spokenOf(line: string): { speaker: string; text: string } | null {
  const voice = /<v(?:\.[^\s>]{1,60})*\s+([^>]{1,80})>/u.exec(line);
  const bare = line
    .replace(/<[^<>]{0,200}>/gu, '')
    .replace(/\{\\[^{}]{0,100}\}/gu, '')
    .replace(/^\s*(?:[-–—]|&gt;&gt;|>>)\s+(?=\S)/u, '');
  const text = tidy(decodeEntities(bare));
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  if (voice?.[1] !== undefined) return { speaker: voice[1].trim(), text };
  const named = /^(\p{Lu}[\p{L}.'’ -]{0,40}):\s+(?=\S)/u.exec(text);
  if (named?.[1] === undefined || named[1].split(' ').length > 4) return { speaker: '', text };
  return { speaker: named[1], text: text.slice(named[0].length) };
}

function seconds(time: string | undefined, fraction: string | undefined): number {
  const whole = (time ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return whole + Number(`0.${fraction ?? '0'}`);
}

/** `00:01:02`. */
function clock(at: number): string {
  const whole = Math.floor(at);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
