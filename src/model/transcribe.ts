import { throwIfCancelled, type Run } from '../base';
import { loadCapabilities, saveCapabilities } from './capabilities';
import { chargeCall, toCount, parseBody, type JsonFields } from './charge-call';
import { withDeadline } from './deadline';
import { identityOf, limitsOf, secretsOf, type Endpoint, type ModelDeps } from './endpoint';
import { ModelError } from './errors';
import { explainError } from './explain-error';
import { audioDuration } from './audio-duration';
import { NO_USAGE } from './tokens';
import { openClient } from './transport';
import { type TranscriptSegment, type Transcript, type Usage } from './types';
import { retryDelay, waitForRetry } from './retry';

/** Asked where no other model is named. */
export const DEFAULT_TRANSCRIPTION_MODEL = 'whisper-1';

/** `verbose_json` gives times; where a model rejects it, plain `json` gives the text alone. */
type ResponseFormat = 'verbose_json' | 'json';

/** Source: OpenAI API reference, "Create transcription". Each call is reserved by the length of the recording. */
export async function transcribe(
  endpoint: Endpoint,
  deps: ModelDeps,
  bytes: Uint8Array,
  name: string,
  run: Run,
): Promise<Transcript> {
  const key = identityOf(endpoint);
  const model = endpoint.transcriptionModel ?? DEFAULT_TRANSCRIPTION_MODEL;
  if ((await loadCapabilities(deps.capabilities, key)).transcription === false) throw noTranscriptionError();
  const limits = limitsOf(endpoint);
  let format: ResponseFormat = 'verbose_json';
  let repeats = 0;
  for (;;) {
    try {
      const transcript = await transcribeOnce(endpoint, deps, { bytes, name, model, format }, run);
      await saveCapabilities(deps.capabilities, key, { transcription: true });
      return transcript;
    } catch (thrown) {
      throwIfCancelled(run);
      const error = explainError(thrown, { model, secrets: secretsOf(endpoint), clock: deps.clock });
      if (error.code === 'living-wiki:model_rejected_request' && format === 'verbose_json') {
        format = 'json';
        continue;
      }
      if (error.code === 'living-wiki:model_incompatible_server') {
        await saveCapabilities(deps.capabilities, key, { transcription: false });
        throw noTranscriptionError();
      }
      const pause =
        repeats < limits.maxRetries && error.isRetryable ? retryDelay(repeats, error, limits, deps.random) : null;
      if (pause === null) throw error;
      repeats++;
      await waitForRetry(pause, error, { attempt: repeats, of: limits.maxRetries }, deps, run);
    }
  }
}

const noTranscriptionError = (): ModelError =>
  new ModelError('living-wiki:model_no_transcription', 'This model server does not transcribe recordings.');

async function transcribeOnce(
  endpoint: Endpoint,
  deps: ModelDeps,
  { bytes, name, model, format }: { bytes: Uint8Array; name: string; model: string; format: ResponseFormat },
  run: Run,
): Promise<Transcript> {
  const expected: Usage = { ...NO_USAGE, estimated: true, seconds: audioDuration(bytes).seconds };
  return chargeCall(deps.budget, model, expected, run.signal, (use) =>
    withDeadline(limitsOf(endpoint), deps.timer, run, async (signal, heartbeat) => {
      const client = openClient(endpoint, deps.fetch, () => heartbeat());
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), name);
      body.append('model', model);
      body.append('response_format', format);
      if (format === 'verbose_json') body.append('timestamp_granularities[]', 'segment');
      const response = await client.post('/audio/transcriptions', { body, signal }).asResponse();
      // From a good answer on it is charged, whatever the answer is.
      use(expected);
      const said = parseBody(await response.text());
      const usage = readUsage(said, expected);
      use(usage);
      return readTranscript(said, usage, model);
    }),
  );
}

/** What is charged: seconds or tokens, as the server counts; the length of the recording where it says only that, or nothing. */
function readUsage({ usage, duration }: JsonFields, expected: Usage): Usage {
  const { seconds, input_tokens: input, output_tokens: output } = (usage ?? {}) as JsonFields;
  const length = toCount(seconds) ?? toCount(duration);
  const tokens = { input: toCount(input) ?? 0, output: toCount(output) ?? 0 };
  const isCounted = length !== null || tokens.input + tokens.output > 0;
  return { ...tokens, cached: 0, estimated: !isCounted, seconds: length ?? expected.seconds ?? 0 };
}

function readTranscript({ text, segments, language, duration }: JsonFields, usage: Usage, model: string): Transcript {
  if (typeof text !== 'string') {
    throw new ModelError('living-wiki:model_incompatible_server', 'The server does not answer with a transcript.');
  }
  if (text.trim() === '') throw new ModelError('living-wiki:model_empty_answer', 'The transcript is empty.');
  return {
    text,
    segments: Array.isArray(segments) ? segments.flatMap(readSegment) : [],
    language: typeof language === 'string' ? language : null,
    duration: toCount(duration),
    model,
    usage,
  };
}

function readSegment(value: unknown): readonly TranscriptSegment[] {
  const { start, end, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string') return [];
  return start >= 0 && end >= start ? [{ start, end, text: text.trim() }] : [];
}
