import { throwIfCancelled, type Run } from '../base';
import { chargeCall, toCount, parseBody, type JsonFields } from './charge-call';
import { withDeadline } from './deadline';
import { limitsOf, secretsOf, type Endpoint, type ModelDeps } from './endpoint';
import { ModelError } from './errors';
import { explainError } from './explain-error';
import { estimateTokens, NO_USAGE } from './tokens';
import { openClient } from './transport';

/** What a text means, as a direction in which texts that mean the same lie. */
export type Vector = readonly number[];

/** Texts of one request: servers take 32 and more, and of one that is too slow a part is had all the same. */
const BATCH_SIZE = 16;
/** No model gives as many numbers for a text. */
const MAX_DIMENSIONS = 20_000;

/**
 * What texts mean, asked for in batches, and none of them twice.
 *
 * @param endpoint its `model` makes embeddings; its limits hold for all of the texts together
 * @param onBatch told of each batch as it comes, with the place of its first text: what came before a failure is paid for
 * @returns one vector a text, in their order, all of one length
 * @throws ModelError `living-wiki:model_no_embeddings` where the endpoint makes none, `living-wiki:model_invalid_answer`,
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
      const client = openClient(endpoint, deps.fetch, () => heartbeat());
      // Where the network does not mind the signal, nothing more is sent all the same.
      while (all.length < texts.length && !signal.aborted) {
        const input = texts.slice(all.length, all.length + BATCH_SIZE);
        const expected = { ...NO_USAGE, input: estimateTokens(input.join('\n')), estimated: true };
        const vectors = await chargeCall(deps.budget, model, expected, signal, async (use) => {
          const response = await client.post('/embeddings', { body: { model, input }, signal }).asResponse();
          use(expected);
          const { data, usage } = parseBody(await response.text());
          const { prompt_tokens: tokens } = (usage ?? {}) as JsonFields;
          // Some local servers count nothing, and say 0.
          if (toCount(tokens)) use({ ...NO_USAGE, input: Number(tokens) });
          return readVectors(data, input.length, all[0]?.length);
        });
        if (vectors === null) {
          const message = `The embeddings of ${model} are not what was asked for.`;
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
    throw new ModelError('living-wiki:model_no_embeddings', 'This model server makes no embeddings.');
  }
}

/**
 * Source: OpenAI API reference, "Create embeddings". The order is that of `index`, where it is said.
 * @param length that all must have; that of the first when absent
 * @returns `null` unless there is one vector a text
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
