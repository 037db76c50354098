import { throwIfCancelled, type Run } from '../base';
import { loadCapabilities, saveCapabilities } from './capabilities';
import { chargeCall } from './charge-call';
import { withDeadline } from './deadline';
import { identityOf, limitsOf, secretsOf, type Endpoint, type ModelDeps } from './endpoint';
import { ModelError } from './errors';
import { explainError } from './explain-error';
import { audioDuration } from './audio-duration';
import { NO_USAGE } from './tokens';
import { toAmount, parseBody, type JsonFields } from './json-fields';
import { type TranscriptSegment, type Transcript, type Usage } from './types';
import { retryDelay, waitForRetry } from './retry';

/** The model for recordings if the endpoint names none. */
export const DEFAULT_TRANSCRIPTION_MODEL = 'whisper-1';

/** `verbose_json` includes times. Models that reject it give the text alone with `json`. */
type ResponseFormat = 'verbose_json' | 'json';

/** Transcribes a recording. Source: OpenAI API reference, "Create transcription". */
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
      await waitForRetry(pause, error, deps, run);
    }
  }
}

const noTranscriptionError = (): ModelError =>
  new ModelError('living-wiki:model_no_transcription', 'This model server cannot transcribe recordings.');

async function transcribeOnce(
  endpoint: Endpoint,
  deps: ModelDeps,
  { bytes, name, model, format }: { bytes: Uint8Array; name: string; model: string; format: ResponseFormat },
  run: Run,
): Promise<Transcript> {
  const expected: Usage = { ...NO_USAGE, estimated: true, seconds: audioDuration(bytes).seconds };
  return chargeCall(deps.budget, model, expected, run.signal, (use) =>
    withDeadline(limitsOf(endpoint), deps.timer, run, async (signal, heartbeat) => {
      const { openClient } = await import('./transport');
      const client = openClient(endpoint, deps.fetch, heartbeat);
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), name);
      body.append('model', model);
      body.append('response_format', format);
      if (format === 'verbose_json') body.append('timestamp_granularities[]', 'segment');
      const response = await client.post('/audio/transcriptions', { body, signal }).asResponse();
      // A success status means that the call is charged, whatever the answer contains.
      use(expected);
      const fields = parseBody(await response.text());
      const usage = readUsage(fields, expected);
      use(usage);
      return readTranscript(fields, usage, model);
    }),
  );
}

/** Reads seconds or tokens as the server counts them; falls back to the length of the recording. */
function readUsage({ usage, duration }: JsonFields, expected: Usage): Usage {
  const { seconds, input_tokens: input, output_tokens: output } = (usage ?? {}) as JsonFields;
  const length = toAmount(seconds) ?? toAmount(duration);
  const tokens = { input: toAmount(input) ?? 0, output: toAmount(output) ?? 0 };
  const isCounted = length !== null || tokens.input + tokens.output > 0;
  return { ...tokens, cached: 0, estimated: !isCounted, seconds: length ?? expected.seconds ?? 0 };
}

function readTranscript({ text, segments, language, duration }: JsonFields, usage: Usage, model: string): Transcript {
  if (typeof text !== 'string') {
    throw new ModelError('living-wiki:model_incompatible_server', 'The server did not answer with a transcript.');
  }
  if (text.trim() === '') throw new ModelError('living-wiki:model_empty_answer', 'The transcript is empty.');
  return {
    text,
    segments: Array.isArray(segments) ? segments.flatMap(readSegment) : [],
    language: typeof language === 'string' ? language : null,
    duration: toAmount(duration),
    model,
    usage,
  };
}

function readSegment(value: unknown): readonly TranscriptSegment[] {
  const { start, end, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string') return [];
  return start >= 0 && end >= start ? [{ start, end, text: text.trim() }] : [];
}
