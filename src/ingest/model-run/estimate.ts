import { YieldBudget } from '../../base';
import { estimateTokens, estimatePictureTokens } from '../../model';
import { nameTable, countPageMentions, recall } from '../recall';
import { type CurateRequest } from '../types';
import { MAX_PAGE_TOKENS } from './affected-pages';
import { splitIntoChunks, MAX_CHUNK_TOKENS } from './chunks';
import { MAX_RECALL_TOKENS } from './curator';
import { DEFAULT_MAX_PAGES } from './edit-pages';
import { selectListedPages, buildStablePart, surveyPrompt } from './prompt';
import { type IngestEstimate, type ModelCuratorOptions } from './types';

/** Task, claims and links of an edit or of the writing of new texts, beside page and rules. */
const PROMPT_OVERHEAD_TOKENS = 900;
/** Answers: a survey's share of what it read, and what edits and texts take. */
const SURVEY_ANSWER_SHARE = 0.35;
const EDIT_ANSWER_TOKENS = 500;
const TEXTS_ANSWER_TOKENS = 1200;

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
  const { random, steering = [], maxPages = DEFAULT_MAX_PAGES, unread = 0 } = options;
  const stable = await buildStablePart(snapshot, lens, random, options.language);
  const recalled = await recall({ text, snapshot, index, lens, budget: MAX_RECALL_TOKENS });
  const listed = selectListedPages(recalled, snapshot);
  const promptContext = { stable, steering, questions, random };
  const empty = surveyPrompt(promptContext, listed, { label: request.source.path, text: '', part: '' });
  const frame = estimateTokens(JSON.stringify(empty));
  const chunks =
    picture === undefined
      ? [...splitIntoChunks(text).map(estimateTokens), ...chunkSizes(unread)]
      : [estimatePictureTokens(picture.bytes)];
  const read = chunks.reduce((sum, tokens) => sum + tokens, 0);
  const rules = estimateTokens(stable.join('\n'));
  const named = await countPageMentions(text, nameTable(index, snapshot), new YieldBudget(request.run));
  const edited = recalled
    .filter(
      ({ path, tokens }) =>
        named.has(path) && tokens <= MAX_PAGE_TOKENS && snapshot.pages.get(path)?.kind !== 'summary',
    )
    .slice(0, maxPages);
  const pages = edited.reduce((sum, { tokens }) => sum + tokens, 0);
  const claims = Math.ceil(read * SURVEY_ANSWER_SHARE);
  return {
    inputTokens: Math.ceil(
      frame * chunks.length + read + (rules + PROMPT_OVERHEAD_TOKENS) * (edited.length + 1) + pages + claims * 2,
    ),
    outputTokens: Math.ceil(200 * chunks.length + claims + EDIT_ANSWER_TOKENS * edited.length + TEXTS_ANSWER_TOKENS),
    calls: chunks.length + 1 + edited.length,
  };
}

const chunkSizes = (tokens: number): readonly number[] =>
  Array.from({ length: Math.ceil(tokens / MAX_CHUNK_TOKENS) }, (_, at) =>
    Math.min(MAX_CHUNK_TOKENS, tokens - at * MAX_CHUNK_TOKENS),
  );
