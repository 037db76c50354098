import { estimateTokens } from '../../model';
import { Pace } from '../pace';
import { nameTable, pagesNamedIn, recall } from '../recall';
import type { CurateRequest } from '../types';
import { largestPage } from './affected';
import { chunksOf } from './chunks';
import { recallBudget } from './curator';
import { listedPages, stablePart, surveyPrompt } from './prompt';
import type { IngestEstimate, ModelCuratorOptions } from './types';
import { usualMaxPages } from './curator';

/** What a picture of usual size costs. */
const pictureTokens = 1100;
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
  options: Pick<ModelCuratorOptions, 'random' | 'maxPages' | 'steering'>,
): Promise<IngestEstimate> {
  const { snapshot, lens, index, text, picture } = request;
  const { random, steering = [], maxPages = usualMaxPages } = options;
  const stable = await stablePart(snapshot, lens, random);
  const recalled = await recall({ text, snapshot, index, lens, budget: recallBudget });
  const listed = listedPages(recalled, snapshot);
  const prompting = { stable, steering, random };
  const empty = surveyPrompt(prompting, listed, { label: request.source.path, text: '', part: '' });
  const frame = estimateTokens(JSON.stringify(empty));
  const chunks = picture === undefined ? chunksOf(text).map(estimateTokens) : [pictureTokens];
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
