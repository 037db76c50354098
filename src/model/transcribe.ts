import { throwIfCancelled, type Run } from '../base';
import { recall, remember } from './capabilities';
import { withDeadline } from './deadline';
import { identityOf, limitsOf, secretsOf, type Endpoint, type ModelDeps } from './endpoint';
import { ModelError } from './errors';
import { explain } from './explain';
import { openClient } from './transport';
import type { Segment, Transcript } from './types';
import { pauseBefore, waitVisibly } from './wait';

const usualModel = 'whisper-1';

/** `verbose_json` gives times; where a model rejects it, plain `json` gives the text alone. */
type Form = 'verbose_json' | 'json';

/** Source: OpenAI API reference, "Create transcription". Tokens are not counted: providers charge by the minute. */
export async function transcribe(
  endpoint: Endpoint,
  deps: ModelDeps,
  bytes: Uint8Array,
  name: string,
  run: Run,
): Promise<Transcript> {
  const key = identityOf(endpoint);
  const model = endpoint.transcriptionModel ?? usualModel;
  if ((await recall(deps.memory, key)).transcription === false) throw absent();
  const limits = limitsOf(endpoint);
  let form: Form = 'verbose_json';
  let repeats = 0;
  for (;;) {
    try {
      const transcript = await once(endpoint, deps, { bytes, name, model, form }, run);
      await remember(deps.memory, key, { transcription: true });
      return transcript;
    } catch (thrown) {
      throwIfCancelled(run);
      const error = explain(thrown, { model, secrets: secretsOf(endpoint), clock: deps.clock });
      if (error.code === 'living-wiki:model_rejected_request' && form === 'verbose_json') {
        form = 'json';
        continue;
      }
      if (error.code === 'living-wiki:model_incompatible_server') {
        await remember(deps.memory, key, { transcription: false });
        throw absent();
      }
      const pause =
        repeats < limits.repeats && error.mayRepeat ? pauseBefore(repeats, error, limits, deps.random) : null;
      if (pause === null) throw error;
      repeats++;
      await waitVisibly(pause, error, { attempt: repeats, of: limits.repeats }, deps, run);
    }
  }
}

const absent = (): ModelError =>
  new ModelError('living-wiki:model_no_transcription', 'This model server does not transcribe recordings.');

async function once(
  endpoint: Endpoint,
  deps: ModelDeps,
  { bytes, name, model, form }: { bytes: Uint8Array; name: string; model: string; form: Form },
  run: Run,
): Promise<Transcript> {
  return withDeadline(limitsOf(endpoint), deps.timer, run, async (signal, pulse) => {
    const client = openClient(endpoint, deps.fetch, () => pulse());
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    body.append('model', model);
    body.append('response_format', form);
    if (form === 'verbose_json') body.append('timestamp_granularities[]', 'segment');
    const response = await client.post('/audio/transcriptions', { body, signal }).asResponse();
    return readTranscript(await response.text(), model);
  });
}

function readTranscript(body: string, model: string): Transcript {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new ModelError('living-wiki:model_incompatible_server', 'The server does not answer with a transcript.');
  }
  const { text, segments, language, duration } = (value ?? {}) as Record<string, unknown>;
  if (typeof text !== 'string') {
    throw new ModelError('living-wiki:model_incompatible_server', 'The server does not answer with a transcript.');
  }
  if (text.trim() === '') throw new ModelError('living-wiki:model_empty_answer', 'The transcript is empty.');
  const seconds = Number(duration ?? Number.NaN);
  return {
    text,
    segments: Array.isArray(segments) ? segments.flatMap(readSegment) : [],
    language: typeof language === 'string' ? language : null,
    duration: Number.isFinite(seconds) ? seconds : null,
    model,
  };
}

function readSegment(value: unknown): readonly Segment[] {
  const { start, end, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string') return [];
  return start >= 0 && end >= start ? [{ start, end, text: text.trim() }] : [];
}
