import { throwIfCancelled, type Run } from '../base';
import { bestFeatures, downgrade, loadCapabilities, saveCapabilities, type Features } from './capabilities';
import { withDeadline } from './deadline';
import { identityOf, limitsOf, secretsOf, type Endpoint, type ModelDeps } from './endpoint';
import { isModelError, ModelError } from './errors';
import { explainError, type ErrorContext } from './explain-error';
import { type RawAnswer, type StreamState } from './read-answer';
import { estimateRequest, estimateTokens, NO_USAGE } from './tokens';
import { type CallRecord, type Capabilities, type ModelRequest, type Usage } from './types';
import { retryDelay, waitForRetry } from './retry';
import { hasPictures, createRequestBody } from './request-body';

/** The answer of a server, and the features used to get it. */
export interface ServerAnswer {
  readonly raw: RawAnswer;
  readonly features: Features;
}

/** How often a rejected call is repeated with fewer features. */
const MAX_DOWNGRADES = 8;

/**
 * Gets one answer from the server. Retries after errors that cost nothing, and with fewer features when the server rejects
 * some. Every call is added to `calls`, even if this throws.
 *
 * @throws ModelError; WikiError `living-wiki:cancelled`
 */
export async function callServer(
  endpoint: Endpoint,
  deps: ModelDeps,
  request: ModelRequest<unknown>,
  calls: CallRecord[],
  run: Run,
): Promise<ServerAnswer> {
  const key = identityOf(endpoint);
  const known = await loadCapabilities(deps.capabilities, key);
  const pictures = hasPictures(request);
  if (pictures && known.pictures === false) throw noPicturesError(endpoint.model);
  const limits = limitsOf(endpoint);
  const context: ErrorContext = { model: endpoint.model, secrets: secretsOf(endpoint), clock: deps.clock };
  const wanted = {
    schema: request.schema !== undefined && (request.asText !== true || request.schema.layout === undefined),
    tools: (request.tools ?? []).length > 0,
    temperature: request.temperature !== undefined,
    tokenLimit: request.maxOutputTokens !== undefined,
  };
  let features = bestFeatures(known);
  let [repeats, downgrades] = [0, 0];
  for (;;) {
    const state: StreamState = { text: '', isDone: () => false, listener: listenerOf(request) };
    try {
      const raw = await callOnce(endpoint, deps, request, features, state, calls, run);
      await saveCapabilities(deps.capabilities, key, observedCapabilities(features, raw, wanted, pictures));
      return { raw, features };
    } catch (thrown) {
      throwIfCancelled(run);
      const error = explainError(thrown, context);
      recordFailure(calls, error);
      if (state.text !== '') request.listener?.restart(error.message);
      if (error.code === 'living-wiki:model_rejected_request') {
        if (pictures && /image|vision|multi-?modal|picture|modalit/i.test(error.message)) {
          await saveCapabilities(deps.capabilities, key, { pictures: false });
          throw noPicturesError(endpoint.model).withEarlierCalls(calls);
        }
        const fewer = downgrades++ < MAX_DOWNGRADES ? downgrade(features, wanted, error.message) : null;
        if (fewer === null) throw error.withEarlierCalls(calls);
        features = fewer;
        continue;
      }
      const isBroken = error.code === 'living-wiki:model_cut_off';
      const pause =
        repeats < limits.maxRetries && (error.isRetryable || isBroken)
          ? retryDelay(repeats, error, limits, deps.random)
          : null;
      if (pause === null) throw error.withEarlierCalls(calls);
      repeats++;
      await waitForRetry(pause, error, deps, run);
    }
  }
}

async function callOnce(
  endpoint: Endpoint,
  deps: ModelDeps,
  request: ModelRequest<unknown>,
  features: Features,
  state: StreamState,
  calls: CallRecord[],
  run: Run,
): Promise<RawAnswer> {
  const estimate = estimateRequest(request);
  const reservation = await deps.budget?.reserve(endpoint.model, estimate);
  // The provider charges from the first byte of a successful answer.
  let isPaid = false;
  let usage: Usage = NO_USAGE;
  const usageSoFar = (): Usage =>
    isPaid ? { input: estimate.input, output: estimateTokens(state.text), cached: 0, estimated: true } : NO_USAGE;
  try {
    const raw = await withDeadline(limitsOf(endpoint), deps.timer, run, async (signal, heartbeat) => {
      let tail = '';
      const { openClient } = await import('./transport');
      const client = openClient(endpoint, deps.fetch, (bytes) => {
        heartbeat(bytes);
        if (bytes !== undefined) tail = (tail + String.fromCharCode(...bytes.subarray(-32))).slice(-32);
      });
      state.isDone = () => tail.includes('[DONE]');
      const body = createRequestBody(endpoint.model, request, features);
      const response = await client.post('/chat/completions', { body, signal }).asResponse();
      isPaid = true;
      const { readAnswer } = await import('./read-answer');
      return readAnswer(response, client, state);
    });
    usage = raw.usage ?? { ...usageSoFar(), output: estimateOutput(raw) };
    calls.push({ model: endpoint.model, outcome: 'answered', note: '', usage });
    return raw;
  } catch (error) {
    // A call that is aborted while the model works is charged too.
    if (isModelError(error) || run.signal.aborted) isPaid = true;
    usage = usageSoFar();
    calls.push({ model: endpoint.model, outcome: 'living-wiki:model_server', note: '', usage });
    throw error;
  } finally {
    if (usage === NO_USAGE) reservation?.release();
    else await reservation?.charge(usage);
  }
}

const estimateOutput = (raw: RawAnswer): number =>
  raw.toolCalls.reduce((sum, each) => sum + estimateTokens(each.arguments) + 8, estimateTokens(raw.text + raw.refusal));

/** Records how the last call failed. */
function recordFailure(calls: CallRecord[], error: ModelError): void {
  const last = calls[calls.length - 1];
  if (last?.note === '' && last.outcome !== 'answered') {
    calls[calls.length - 1] = { ...last, outcome: error.code, note: error.message };
  }
}

function listenerOf({ listener }: ModelRequest<unknown>): ((delta: string) => void) | undefined {
  return listener === undefined ? undefined : (delta) => listener.text(delta);
}

function observedCapabilities(
  features: Features,
  raw: RawAnswer,
  wanted: Parameters<typeof downgrade>[1],
  pictures: boolean,
): Partial<Capabilities> {
  return {
    ...(wanted.schema ? { structured: features.structured } : {}),
    ...(wanted.tools ? { tools: features.tools } : {}),
    ...(wanted.temperature ? { temperature: features.temperature } : {}),
    ...(wanted.tokenLimit ? { tokenLimit: features.tokenLimit } : {}),
    ...(pictures ? { pictures: true } : {}),
    streaming: features.streaming && raw.streamed,
    ...(raw.streamed ? { streamUsage: features.streamUsage } : {}),
  };
}

const noPicturesError = (model: string): ModelError =>
  new ModelError('living-wiki:model_no_pictures', `The model "${model}" does not accept pictures.`);
