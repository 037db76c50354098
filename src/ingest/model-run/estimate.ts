import { estimateTokens, pictureTokens } from '../../model';
import { Pace } from '../pace';
import { nameTable, pagesNamedIn, recall } from '../recall';
import type { CurateRequest } from '../types';
import { largestPage } from './affected';
import { chunksOf, chunkTokens } from './chunks';
import { recallBudget } from './curator';
import { usualMaxPages } from './edit-pages';
import { listedPages, stablePart, surveyPrompt } from './prompt';
import type { IngestEstimate, ModelCuratorOptions } from './types';

/** Task, claims and links of an edit or of the writing of new texts, beside page and rules. */
const besides = 900;
/** Answers: a survey's share of what it read, and what edits and texts take. */
const surveyShare = 0.35;
const editTokens = 500;
const textsTokens = 1200;

/**
 * What an ingest of this source will take, about; it reads and asks nobody. What the survey sends is known, what follows
 * depends on its claims and is reckoned from the pages that the source names.
 */
export async function estimateModelIngest(
  request: CurateRequest,
  options: Pick<ModelCuratorOptions, 'random' | 'maxPages' | 'language' | 'steering'> & {
    /** Tokens of text that is not there yet: what will be heard in a recording. */
    readonly unread?: number;
  },
): Promise<IngestEstimate> {
  const { snapshot, lens, index, text, picture, questions = [] } = request;
  const { random, steering = [], maxPages = usualMaxPages, unread = 0 } = options;
  const stable = await stablePart(snapshot, lens, random, options.language);
  const recalled = await recall({ text, snapshot, index, lens, budget: recallBudget });
  const listed = listedPages(recalled, snapshot);
  const prompting = { stable, steering, questions, random };
  const empty = surveyPrompt(prompting, listed, { label: request.source.path, text: '', part: '' });
  const frame = estimateTokens(JSON.stringify(empty));
  const chunks =
    picture === undefined
      ? [...chunksOf(text).map(estimateTokens), ...lengthsOf(unread)]
      : [pictureTokens(picture.bytes)];
  const read = chunks.reduce((sum, tokens) => sum + tokens, 0);
  const rules = estimateTokens(stable.join('\n'));
  const named = await pagesNamedIn(text, nameTable(index, snapshot), new Pace(request.run));
  const edited = recalled
    .filter(
      ({ path, tokens }) => named.has(path) && tokens <= largestPage && snapshot.pages.get(path)?.kind !== 'summary',
    )
    .slice(0, maxPages);
  const pages = edited.reduce((sum, { tokens }) => sum + tokens, 0);
  const claims = Math.ceil(read * surveyShare);
  return {
    inputTokens: Math.ceil(frame * chunks.length + read + (rules + besides) * (edited.length + 1) + pages + claims * 2),
    outputTokens: Math.ceil(200 * chunks.length + claims + editTokens * edited.length + textsTokens),
    calls: chunks.length + 1 + edited.length,
  };
}

const lengthsOf = (tokens: number): readonly number[] =>
  Array.from({ length: Math.ceil(tokens / chunkTokens) }, (_, at) => Math.min(chunkTokens, tokens - at * chunkTokens));
