import { YieldBudget } from '../../base';
import { estimateTokens, estimatePictureTokens } from '../../model';
import { nameTable, countPageMentions, recall } from '../recall';
import { numberUnits, renderUnits } from '../units';
import { type Page } from '../../wiki';
import { type CurateRequest } from '../types';
import { ownersRules } from './curation';
import { MAX_RECALL_TOKENS } from './curator';
import { chunkUnits, MAX_PLAN_TOKENS } from './chunk-units';
import { planPrompt } from './plan-prompt';
import { selectListedPages, buildStablePart, typesPart, type PromptContext } from './prompt';
import { shownForEdit } from './select-chunks';
import { type CallEstimate, type ModelCuratorOptions } from './types';
import { writePrompt } from './write-prompt';

/** Shares measured on sources of 500 to 4,000 tokens with a strong model; see docs/models.md. */
const PLAN_ANSWER_SHARE = 0.2;
const WRITE_ANSWER_SHARE = 1.2;
const PLAN_ANSWER_TOKENS = 150;
const EDIT_ANSWER_TOKENS = 50;
/** Tokens of a page that is composed. */
const MAX_COMPOSED = 6000;
/** The share of all calls that are asked a second time, with the errors of the first answer. */
const REPAIRED_SHARE = 0.06;
/** Tokens of units that one call writes, on average. */
const TOKENS_PER_WRITE = 1600;
const VERIFY_ANSWER_TOKENS = 80;

/**
 * Estimates the tokens and calls of an ingest without asking a model. What is sent to plan is known; what is written is estimated
 * from the length of the source and the pages that it names.
 */
export async function estimateModelIngest(
  request: CurateRequest,
  options: Pick<ModelCuratorOptions, 'random' | 'maxPages' | 'language' | 'steering' | 'verify'> & {
    /** Tokens of text that does not exist yet: the transcript of a recording. */
    readonly pendingTokens?: number;
  },
): Promise<CallEstimate> {
  const { snapshot, lens, index, text, picture, questions = [], run } = request;
  const { random, steering = [], maxPages = Infinity, pendingTokens = 0 } = options;
  const stable = await buildStablePart(snapshot, lens, options.language);
  const recalled = await recall({ text, snapshot, index, lens, budget: MAX_RECALL_TOKENS, inAnyOrder: true });
  const listed = selectListedPages(recalled, snapshot);
  const context = { stable, steering, rules: ownersRules(request), questions, random };
  const planFrame = planFrameTokens(context, request, listed);
  const writeFrame = writeFrameTokens(context, request, listed);
  const { units } = await numberUnits(text, run);
  const chunks = chunkUnits(units).map((chunk) => estimateTokens(renderUnits(chunk, 1)));
  const read = chunks.reduce((sum, tokens) => sum + tokens, 0) + pendingTokens;
  const plans = chunks.length + Math.ceil(pendingTokens / MAX_PLAN_TOKENS);
  const pictureTokens = picture === undefined ? 0 : estimatePictureTokens(picture.bytes);
  const named = await countPageMentions(text, nameTable(index, snapshot), new YieldBudget(run));
  const changed = recalled
    .filter(({ path }) => named.has(path) && snapshot.pages.get(path)?.kind !== 'summary')
    .slice(0, Math.min(maxPages, listed.length));
  const shown = shownForEdit(read / Math.max(1, changed.length));
  // A page that is edited is shown in part, and one that is composed as a whole: about as many are one as the other.
  const pages = changed.reduce(
    (sum, { tokens }) => sum + (Math.min(tokens, shown) + Math.min(tokens, MAX_COMPOSED)) / 2,
    0,
  );
  const writes = Math.max(1, Math.ceil(read / TOKENS_PER_WRITE));
  const written = Math.ceil(read * WRITE_ANSWER_SHARE) + EDIT_ANSWER_TOKENS * changed.length;
  const verify = { all: writes, doubtful: Math.ceil(writes / 2), off: 0 }[options.verify ?? 'off'];
  const rules = estimateTokens(stable.join('\n'));
  return {
    inputTokens: Math.ceil(
      pictureTokens +
        (planFrame * plans + read + writeFrame * writes + read + pages) * (1 + REPAIRED_SHARE) +
        (verify > 0 ? rules * verify + read + written : 0),
    ),
    outputTokens: Math.ceil(
      PLAN_ANSWER_TOKENS * plans + read * PLAN_ANSWER_SHARE + written + VERIFY_ANSWER_TOKENS * verify,
    ),
    calls: plans + writes + verify + (picture === undefined ? 0 : 1),
  };
}

/** Tokens of what every plan sends beside the units. */
function planFrameTokens(context: PromptContext, { source, lens }: CurateRequest, listed: readonly Page[]): number {
  const types = typesPart(lens, context.random);
  const frame = {
    label: source.path,
    types,
    part: '',
    units: '',
    listed,
    standing: [],
    planned: [],
    errors: [],
    known: null,
    isSmall: false,
  };
  return estimateTokens(JSON.stringify(planPrompt(context, frame)));
}

/** Tokens of what every writing of pages sends beside the units and the pages. */
function writeFrameTokens(context: PromptContext, { source }: CurateRequest, listed: readonly Page[]): number {
  const frame = {
    targets: [],
    units: '',
    label: source.path,
    hasCode: true,
    policy: 'defer' as const,
    hasSuperseded: false,
    sources: [],
    linkable: [],
    disputes: [],
    errors: [],
    isSmall: false,
  };
  const titles = listed.map(({ title }) => title).join('\n');
  return estimateTokens(JSON.stringify(writePrompt(context, frame))) + estimateTokens(titles);
}
