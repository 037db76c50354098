import { throwIfCancelled, type Run } from '../base';
import { chargeCall } from './charge-call';
import { withDeadline } from './deadline';
import { limitsOf, secretsOf, type Endpoint, type ModelDeps } from './endpoint';
import { ModelError } from './errors';
import { explainError } from './explain-error';
import { estimateTokens, NO_USAGE } from './tokens';
import { toAmount, parseBody, type JsonFields } from './json-fields';

/** An embedding: texts with similar meanings have similar vectors. */
export type Vector = readonly number[];

/** Texts per request. Servers accept 32 and more; small batches keep what is done when a slow server times out. */
const BATCH_SIZE = 16;
/** More numbers than any model gives for a text. */
const MAX_DIMENSIONS = 20_000;

/**
 * Requests embeddings in batches, without retries.
 *
 * @param endpoint its `model` makes embeddings; its limits apply to all texts together
 * @param onBatch called for each batch with the index of its first text, since batches before a failure are paid for
 * @returns one vector per text, in order, all of the same length
 * @throws ModelError `living-wiki:model_no_embeddings` if the endpoint makes none, `living-wiki:model_invalid_answer`,
 *   and the codes of `ask`; WikiError `living-wiki:cancelled`
 */
export async function embed(
  endpoint: Endpoint,
  deps: Omit<ModelDeps, 'capabilities'>,
  texts: readonly string[],
  run: Run,
  onBatch?: (vectors: readonly Vector[], from: number) => void,
): Promise<readonly Vector[]> {
  const { model } = endpoint;
  const all: Vector[] = [];
  try {
    await withDeadline(limitsOf(endpoint), deps.timer, run, async (signal, heartbeat) => {
      const { openClient } = await import('./transport');
      const client = openClient(endpoint, deps.fetch, heartbeat);
      // The network may ignore the signal, so check it before each batch.
      while (all.length < texts.length && !signal.aborted) {
        const input = texts.slice(all.length, all.length + BATCH_SIZE);
        const expected = { ...NO_USAGE, input: estimateTokens(input.join('\n')), estimated: true };
        const vectors = await chargeCall(deps.budget, model, expected, signal, async (use) => {
          const response = await client.post('/embeddings', { body: { model, input }, signal }).asResponse();
          use(expected);
          const { data, usage } = parseBody(await response.text());
          const { prompt_tokens: tokens } = (usage ?? {}) as JsonFields;
          // Some local servers do not count and report 0.
          if (toAmount(tokens)) use({ ...NO_USAGE, input: Number(tokens) });
          return readVectors(data, input.length, all[0]?.length);
        });
        if (vectors === null) {
          const message = `The embeddings of ${model} are not usable: expected one vector per text, all of the same length.`;
          throw new ModelError('living-wiki:model_invalid_answer', message);
        }
        onBatch?.(vectors, all.length);
        all.push(...vectors);
      }
    });
    return all;
  } catch (thrown) {
    throwIfCancelled(run);
    const error = explainError(thrown, { model, secrets: secretsOf(endpoint), clock: deps.clock });
    if (error.code !== 'living-wiki:model_incompatible_server') throw error;
    throw new ModelError('living-wiki:model_no_embeddings', 'This model server does not make embeddings.');
  }
}

/**
 * Source: OpenAI API reference, "Create embeddings". `index` gives the order, if present.
 *
 * @param length required length of all vectors; that of the first if absent
 * @returns `null` unless there is one vector per text
 */
function readVectors(data: unknown, count: number, length?: number): readonly Vector[] | null {
  const found = new Map<unknown, Vector>();
  for (const [at, each] of (Array.isArray(data) ? (data as unknown[]) : []).entries()) {
    const { index = at, embedding } = (each ?? {}) as JsonFields;
    if (!isVector(embedding) || embedding.length !== (length ??= embedding.length)) return null;
    found.set(index, embedding);
  }
  const vectors = Array.from({ length: count }, (_, at) => found.get(at) ?? []);
  return found.size === count && vectors.every((vector) => vector.length > 0) ? vectors : null;
}

function isVector(value: unknown): value is Vector {
  return Array.isArray(value) && value.length <= MAX_DIMENSIONS && value.every(Number.isFinite);
}
