import { checkpoint, type Run } from '../../base';
import { decodeEntities } from '../../markdown';
import { PassageBuilder, type ExtractedContent, type ReaderInput } from './passage-builder';
import { sourceBroken } from './source-errors';
import { endsSentence, joinLines, splitLines, normaliseText } from './text-utils';

const CUE_TIMES = /^\s*((?:\d{1,4}:)?\d{1,2}:\d{2})[.,](\d{1,3})\s*-->\s*((?:\d{1,4}:)?\d{1,2}:\d{2})[.,](\d{1,3})/u;
/** A longer silence ends a sentence. */
const MAX_SILENCE_SECONDS = 4;
/** Text without punctuation is cut between two cues after this many characters. */
const MAX_SENTENCE_LENGTH = 400;

interface SpokenSentence {
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
 * speakers are kept, style and position are not, and a line that a rolling caption repeats appears once.
 * Source: WebVTT (W3C), section 4; SubRip as commonly written.
 */
export async function readSubtitles(text: string, input: ReaderInput): Promise<ExtractedContent> {
  const lines = splitLines(text);
  const isVtt = /^\ufeff?\s*WEBVTT/u.test(lines[0] ?? '');
  const builder = new PassageBuilder(isVtt ? 'vtt' : 'srt');
  const cues = await parseCues(lines, builder, input.run);
  if (cues.length === 0) throw sourceBroken(input.path, 'it has no cue times such as "00:00:01,000 --> 00:00:04,000".');
  const sentences: SpokenSentence[] = [];
  const isRolling = hasRollingCaptions(cues);
  let previous: readonly string[] = [];
  for (const cue of cues) {
    const shown = cue.texts.map(({ text: words }) => words);
    for (const [index, { speaker, text: words, line }] of cue.texts.entries()) {
      // A rolling caption repeats the last lines above each new one.
      if (isRolling && isRepeatedLine(previous, shown, index)) continue;
      const last = sentences.at(-1);
      if (last !== undefined && continuesSentence(last, speaker, cue)) {
        last.text = joinLines(last.text, words);
        last.end = cue.end;
      } else sentences.push({ speaker, text: words, line, start: cue.start, end: cue.end });
    }
    previous = shown;
  }
  for (const [index, { speaker, text: spoken, line, start }] of sentences.entries()) {
    if (index % 1_000 === 999) await checkpoint(input.run);
    builder.add('cue', speaker === '' ? spoken : `${speaker}: ${spoken}`, { line, time: formatTime(start) });
  }
  return builder.build();
}

/** Whether a line of `cue` continues the sentence before it. A line without a name belongs to the last speaker. */
function continuesSentence(last: SpokenSentence, speaker: string, cue: Cue): boolean {
  if (speaker !== '' && speaker !== last.speaker) return false;
  return (
    cue.start - last.end <= MAX_SILENCE_SECONDS && !endsSentence(last.text) && last.text.length <= MAX_SENTENCE_LENGTH
  );
}

/** Whether at least every third cue begins with the last line of the one before: people do not repeat themselves that often. */
function hasRollingCaptions(cues: readonly Cue[]): boolean {
  const repeated = cues.filter((cue, at) => cue.texts[0]?.text === cues[at - 1]?.texts.at(-1)?.text && at > 0).length;
  return repeated >= 2 && repeated * 3 >= cues.length;
}

/** Whether line `index` of a cue repeats the end of the cue before. */
function isRepeatedLine(previous: readonly string[], shown: readonly string[], index: number): boolean {
  const tail = previous.slice(previous.length - index - 1);
  return tail.length === index + 1 && tail.every((line, at) => line === shown[at]);
}

async function parseCues(lines: readonly string[], builder: PassageBuilder, run: Run): Promise<Cue[]> {
  const cues: Cue[] = [];
  let at = 0;
  while (at < lines.length) {
    const times = CUE_TIMES.exec((lines[at] ?? '').slice(0, 200));
    if (times === null) {
      if (/^Language:\s*([a-z]{2,3}(?:-[\w]{2,8})*)\s*$/iu.test(lines[at] ?? '') && cues.length === 0) {
        builder.language = (lines[at] ?? '').slice(9).trim();
      }
      at += 1;
      continue;
    }
    const texts: { speaker: string; text: string; line: number }[] = [];
    for (at += 1; at < lines.length && (lines[at] ?? '').trim() !== ''; at += 1) {
      if (CUE_TIMES.test((lines[at] ?? '').slice(0, 200))) break;
      const spoken = parseSpokenLine(lines[at] ?? '');
      if (spoken !== null) texts.push({ ...spoken, line: at + 1 });
    }
    if (texts.length > 0 && cues.length % 500 === 499) await checkpoint(run);
    if (texts.length > 0)
      cues.push({ start: parseSeconds(times[1], times[2]), end: parseSeconds(times[3], times[4]), texts });
  }
  return cues;
}

/** The words of a line and their speaker; `null` for a line without words. */
function parseSpokenLine(line: string): { speaker: string; text: string } | null {
  const voice = /<v(?:\.[^\s>]{1,60})*\s+([^>]{1,80})>/u.exec(line);
  const bare = line
    .replace(/<[^<>]{0,200}>/gu, '')
    .replace(/\{\\[^{}]{0,100}\}/gu, '')
    .replace(/^\s*(?:[-–—]|&gt;&gt;|>>)\s+(?=\S)/u, '');
  const text = normaliseText(decodeEntities(bare));
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  if (voice?.[1] !== undefined) return { speaker: voice[1].trim(), text };
  const named = /^(\p{Lu}[\p{L}.'’ -]{0,40}):\s+(?=\S)/u.exec(text);
  if (named?.[1] === undefined || named[1].split(' ').length > 4) return { speaker: '', text };
  return { speaker: named[1], text: text.slice(named[0].length) };
}

function parseSeconds(time: string | undefined, fraction: string | undefined): number {
  const whole = (time ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return whole + Number(`0.${fraction ?? '0'}`);
}

/** `00:01:02`. */
function formatTime(at: number): string {
  const whole = Math.floor(at);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
