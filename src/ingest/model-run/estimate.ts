import { YieldBudget } from '../../base';
import { estimateTokens, estimatePictureTokens } from '../../model';
import { nameTable, countPageMentions, recall } from '../recall';
import { numberUnits, renderUnits } from '../units';
import { type CurateRequest } from '../types';
import { ownersRules } from './curation';
import { MAX_RECALL_TOKENS } from './curator';
import { chunkUnits, MAX_PLAN_TOKENS } from './plan';
import { planPrompt } from './plan-prompt';
import { selectListedPages, buildStablePart } from './prompt';
import { MAX_SHOWN_PAGE_TOKENS } from './select-chunks';
import { type IngestEstimate, type ModelCuratorOptions } from './types';
import { writePrompt } from './write-prompt';

/** Shares measured on sources of 500 to 4,000 tokens with a strong model; see docs/models.md. */
const PLAN_ANSWER_SHARE = 0.3;
const WRITE_ANSWER_SHARE = 0.9;
const PLAN_ANSWER_TOKENS = 350;
const EDIT_ANSWER_TOKENS = 350;
/** Tokens of units that one call writes, on average. */
const TOKENS_PER_WRITE = 1000;
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
): Promise<IngestEstimate> {
  const { snapshot, lens, index, text, picture, questions = [], run } = request;
  const { random, steering = [], maxPages = Infinity, pendingTokens = 0 } = options;
  const stable = await buildStablePart(snapshot, lens, random, options.language);
  const recalled = await recall({ text, snapshot, index, lens, budget: MAX_RECALL_TOKENS });
  const listed = selectListedPages(recalled, snapshot);
  const context = { stable, steering, rules: ownersRules(request), questions, random };
  const planInput = { label: request.source.path, part: '', units: '', listed, planned: [], errors: [], known: null };
  const planFrame = estimateTokens(JSON.stringify(planPrompt(context, planInput)));
  const writeInput = {
    targets: [],
    units: '',
    label: request.source.path,
    hasCode: true,
    policy: 'defer' as const,
    hasSuperseded: false,
    sources: [],
    linkable: [],
    errors: [],
  };
  const writeFrame =
    estimateTokens(JSON.stringify(writePrompt(context, writeInput))) +
    estimateTokens(listed.map(({ title }) => title).join('\n'));
  const { units } = await numberUnits(text, run);
  const chunks = chunkUnits(units).map((chunk) => estimateTokens(renderUnits(chunk, 1)));
  const read = chunks.reduce((sum, tokens) => sum + tokens, 0) + pendingTokens;
  const plans = chunks.length + Math.ceil(pendingTokens / MAX_PLAN_TOKENS);
  const pictureTokens = picture === undefined ? 0 : estimatePictureTokens(picture.bytes);
  const named = await countPageMentions(text, nameTable(index, snapshot), new YieldBudget(run));
  const changed = recalled
    .filter(({ path }) => named.has(path) && snapshot.pages.get(path)?.kind !== 'summary')
    .slice(0, Math.min(maxPages, listed.length));
  const pages = changed.reduce((sum, { tokens }) => sum + Math.min(tokens, MAX_SHOWN_PAGE_TOKENS.edit), 0);
  const writes = Math.max(1, Math.ceil(read / TOKENS_PER_WRITE));
  const written = Math.ceil(read * WRITE_ANSWER_SHARE) + EDIT_ANSWER_TOKENS * changed.length;
  const verify = options.verify === true ? writes : 0;
  const rules = estimateTokens(stable.join('\n'));
  return {
    inputTokens: Math.ceil(
      pictureTokens +
        planFrame * plans +
        read +
        writeFrame * writes +
        read +
        pages +
        (verify > 0 ? rules * verify + read + written : 0),
    ),
    outputTokens: Math.ceil(
      PLAN_ANSWER_TOKENS * plans + read * PLAN_ANSWER_SHARE + written + VERIFY_ANSWER_TOKENS * verify,
    ),
    calls: plans + writes + verify + (picture === undefined ? 0 : 1),
  };
}
