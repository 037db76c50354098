import { throwIfCancelled, type Run } from '../base';
import { recall, remember } from './capabilities';
import { charged, countOf, readBody, type Said } from './charged';
import { withDeadline } from './deadline';
import { identityOf, limitsOf, secretsOf, type Endpoint, type ModelDeps } from './endpoint';
import { ModelError } from './errors';
import { explain } from './explain';
import { soundLength } from './sound-length';
import { noUsage } from './tokens';
import { openClient } from './transport';
import type { Segment, Transcript, Usage } from './types';
import { pauseBefore, waitVisibly } from './wait';

/** Asked where no other model is named. */
export const usualTranscriber = 'whisper-1';

/** `verbose_json` gives times; where a model rejects it, plain `json` gives the text alone. */
type Form = 'verbose_json' | 'json';

/** Source: OpenAI API reference, "Create transcription". Each call is reserved by the length of the recording. */
export async function transcribe(
  endpoint: Endpoint,
  deps: ModelDeps,
  bytes: Uint8Array,
  name: string,
  run: Run,
): Promise<Transcript> {
  const key = identityOf(endpoint);
  const model = endpoint.transcriptionModel ?? usualTranscriber;
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
  const expected: Usage = { ...noUsage, estimated: true, seconds: soundLength(bytes).seconds };
  return charged(deps.ledger, model, expected, run.signal, (use) =>
    withDeadline(limitsOf(endpoint), deps.timer, run, async (signal, pulse) => {
      const client = openClient(endpoint, deps.fetch, () => pulse());
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), name);
      body.append('model', model);
      body.append('response_format', form);
      if (form === 'verbose_json') body.append('timestamp_granularities[]', 'segment');
      const response = await client.post('/audio/transcriptions', { body, signal }).asResponse();
      // From a good answer on it is charged, whatever the answer is.
      use(expected);
      const said = readBody(await response.text());
      const usage = readUsage(said, expected);
      use(usage);
      return readTranscript(said, usage, model);
    }),
  );
}

/** What is charged: seconds or tokens, as the server counts; the length of the recording where it says only that, or nothing. */
function readUsage({ usage, duration }: Said, expected: Usage): Usage {
  const { seconds, input_tokens: input, output_tokens: output } = (usage ?? {}) as Said;
  const length = countOf(seconds) ?? countOf(duration);
  const tokens = { input: countOf(input) ?? 0, output: countOf(output) ?? 0 };
  const isCounted = length !== null || tokens.input + tokens.output > 0;
  return { ...tokens, cached: 0, estimated: !isCounted, seconds: length ?? expected.seconds ?? 0 };
}

function readTranscript({ text, segments, language, duration }: Said, usage: Usage, model: string): Transcript {
  if (typeof text !== 'string') {
    throw new ModelError('living-wiki:model_incompatible_server', 'The server does not answer with a transcript.');
  }
  if (text.trim() === '') throw new ModelError('living-wiki:model_empty_answer', 'The transcript is empty.');
  return {
    text,
    segments: Array.isArray(segments) ? segments.flatMap(readSegment) : [],
    language: typeof language === 'string' ? language : null,
    duration: countOf(duration),
    model,
    usage,
  };
}

function readSegment(value: unknown): readonly Segment[] {
  const { start, end, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string') return [];
  return start >= 0 && end >= start ? [{ start, end, text: text.trim() }] : [];
}
