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

/** The task, claims and links of a prompt, without the page and the rules. */
const PROMPT_OVERHEAD_TOKENS = 900;
/** Tokens of a survey's answer per token of the source. */
const SURVEY_ANSWER_SHARE = 0.35;
const EDIT_ANSWER_TOKENS = 500;
const TEXTS_ANSWER_TOKENS = 1200;

/**
 * Estimates the tokens and calls of an ingest without asking a model. The size of the survey is known; the rest depends on its
 * claims and is estimated from the pages that the source names.
 */
export async function estimateModelIngest(
  request: CurateRequest,
  options: Pick<ModelCuratorOptions, 'random' | 'maxPages' | 'language' | 'steering'> & {
    /** Tokens of text that does not exist yet: the transcript of a recording. */
    readonly pendingTokens?: number;
  },
): Promise<IngestEstimate> {
  const { snapshot, lens, index, text, picture, questions = [] } = request;
  const { random, steering = [], maxPages = DEFAULT_MAX_PAGES, pendingTokens = 0 } = options;
  const stable = await buildStablePart(snapshot, lens, random, options.language);
  const recalled = await recall({ text, snapshot, index, lens, budget: MAX_RECALL_TOKENS });
  const listed = selectListedPages(recalled, snapshot);
  const promptContext = { stable, steering, questions, random };
  const empty = surveyPrompt(promptContext, listed, { label: request.source.path, text: '', part: '' });
  const frame = estimateTokens(JSON.stringify(empty));
  const chunks =
    picture === undefined
      ? [...splitIntoChunks(text).map(estimateTokens), ...chunkSizes(pendingTokens)]
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
