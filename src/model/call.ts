import { throwIfCancelled, type Run } from '../base';
import { bestFeatures, descend, recall, remember, type Features } from './capabilities';
import { withDeadline } from './deadline';
import { identityOf, limitsOf, secretsOf, type Endpoint, type ModelDeps } from './endpoint';
import { isModelError, ModelError } from './errors';
import { explain, type ExplainContext } from './explain';
import { readAnswer, type RawAnswer, type Reading } from './read-answer';
import { estimateRequest, estimateTokens, noUsage } from './tokens';
import { openClient } from './transport';
import type { CallRecord, Capabilities, ModelRequest, Usage } from './types';
import { pauseBefore, waitVisibly } from './wait';
import { hasPictures, requestBody } from './wire';

/** Something that came back, how it was asked for, and what it took. */
export interface Called {
  readonly raw: RawAnswer;
  readonly features: Features;
}

/** A rejected call is made again with fewer features at most so often; there are six to leave out. */
const mostDescents = 8;

/**
 * One answer of the server: asked for again after errors that cost nothing, with fewer features when the server rejects
 * some. Each call goes into `calls`, also when this throws.
 *
 * @throws ModelError; WikiError `living-wiki:cancelled`
 */
export async function call(
  endpoint: Endpoint,
  deps: ModelDeps,
  request: ModelRequest<unknown>,
  calls: CallRecord[],
  run: Run,
): Promise<Called> {
  const key = identityOf(endpoint);
  const known = await recall(deps.memory, key);
  const pictures = hasPictures(request);
  if (pictures && known.pictures === false) throw noPictures(endpoint.model);
  const limits = limitsOf(endpoint);
  const context: ExplainContext = { model: endpoint.model, secrets: secretsOf(endpoint), clock: deps.clock };
  const wanted = {
    schema: request.schema !== undefined,
    tools: (request.tools ?? []).length > 0,
    temperature: request.temperature !== undefined,
    tokenLimit: request.maxOutputTokens !== undefined,
  };
  let features = bestFeatures(known);
  let [repeats, descents] = [0, 0];
  for (;;) {
    const reading: Reading = { text: '', isDone: () => false, listener: listenerOf(request) };
    try {
      const raw = await callOnce(endpoint, deps, request, features, reading, calls, run);
      await remember(deps.memory, key, learnt(features, raw, wanted, pictures));
      return { raw, features };
    } catch (thrown) {
      throwIfCancelled(run);
      const error = explain(thrown, context);
      noteFailure(calls, error);
      if (reading.text !== '') request.listener?.restart(error.message);
      if (error.code === 'living-wiki:model_rejected_request') {
        if (pictures && /image|vision|multi-?modal|picture|modalit/i.test(error.message)) {
          await remember(deps.memory, key, { pictures: false });
          throw noPictures(endpoint.model).after(calls);
        }
        const fewer = descents++ < mostDescents ? descend(features, wanted, error.message) : null;
        if (fewer === null) throw error.after(calls);
        features = fewer;
        continue;
      }
      const isBroken = error.code === 'living-wiki:model_cut_off';
      const pause =
        repeats < limits.repeats && (error.mayRepeat || isBroken)
          ? pauseBefore(repeats, error, limits, deps.random)
          : null;
      if (pause === null) throw error.after(calls);
      repeats++;
      await waitVisibly(pause, error, { attempt: repeats, of: limits.repeats }, deps, run);
    }
  }
}

async function callOnce(
  endpoint: Endpoint,
  deps: ModelDeps,
  request: ModelRequest<unknown>,
  features: Features,
  reading: Reading,
  calls: CallRecord[],
  run: Run,
): Promise<RawAnswer> {
  const estimate = estimateRequest(request);
  const reservation = await deps.ledger?.reserve(endpoint.model, estimate);
  // From the first byte of a good answer on, the provider counts tokens.
  let isPaid = false;
  let usage: Usage = noUsage;
  const soFar = (): Usage =>
    isPaid ? { input: estimate.input, output: estimateTokens(reading.text), cached: 0, estimated: true } : noUsage;
  try {
    const raw = await withDeadline(limitsOf(endpoint), deps.timer, run, async (signal, pulse) => {
      let tail = '';
      const client = openClient(endpoint, deps.fetch, (bytes) => {
        pulse();
        if (bytes !== undefined) tail = (tail + String.fromCharCode(...bytes.subarray(-32))).slice(-32);
      });
      reading.isDone = () => tail.includes('[DONE]');
      const body = requestBody(endpoint.model, request, features);
      const response = await client.post('/chat/completions', { body, signal }).asResponse();
      isPaid = true;
      return readAnswer(response, client, reading);
    });
    usage = raw.usage ?? { ...soFar(), output: outputOf(raw) };
    calls.push({ model: endpoint.model, outcome: 'answered', note: '', usage });
    return raw;
  } catch (error) {
    // Whoever hangs up on a model that is at work is charged all the same.
    if (isModelError(error) || run.signal.aborted) isPaid = true;
    usage = soFar();
    calls.push({ model: endpoint.model, outcome: 'living-wiki:model_server', note: '', usage });
    throw error;
  } finally {
    if (usage === noUsage) reservation?.release();
    else await reservation?.settle(usage);
  }
}

const outputOf = (raw: RawAnswer): number =>
  raw.toolCalls.reduce((sum, each) => sum + estimateTokens(each.arguments) + 8, estimateTokens(raw.text + raw.refusal));

/** The last call failed, and now it is known how. */
function noteFailure(calls: CallRecord[], error: ModelError): void {
  const last = calls[calls.length - 1];
  if (last?.note === '' && last.outcome !== 'answered') {
    calls[calls.length - 1] = { ...last, outcome: error.code, note: error.message };
  }
}

function listenerOf({ listener }: ModelRequest<unknown>): ((delta: string) => void) | undefined {
  return listener === undefined ? undefined : (delta) => listener.text(delta);
}

function learnt(
  features: Features,
  raw: RawAnswer,
  wanted: Parameters<typeof descend>[1],
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

const noPictures = (model: string): ModelError =>
  new ModelError('living-wiki:model_no_pictures', `The model "${model}" does not take pictures.`);
