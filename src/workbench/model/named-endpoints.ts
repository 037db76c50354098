import * as z from 'zod/mini';
import { type Preset, type Price, type SpendingLimit } from '../../model';

/** A further server with one model, for deliberations: with its own key, price and limits. */
export interface NamedEndpoint {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly provider?: Preset['id'];
  readonly baseUrl?: string;
  /** Origin of a server on another computer that may be used without encryption, as a person decided. */
  readonly plainHttp?: string;
  readonly model?: string;
  readonly apiKey?: string;
  /** Per million tokens, in the currency of the prices. */
  readonly price?: Pick<Price, 'input' | 'output' | 'cachedInput'>;
  /** Of one deliberation, for this server alone. */
  readonly limit: SpendingLimit;
}

const ENDPOINT_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
const MAX_ENDPOINTS = 40;

const word = () => z.string().check(z.minLength(1), z.maxLength(2_000));
const price = () => z.number().check(z.nonnegative(), z.lte(1_000_000));

export const endpointsShape = () =>
  z
    .array(
      z.strictObject({
        name: z.string().check(z.regex(ENDPOINT_NAME)),
        provider: z.exactOptional(z.enum(['openai', 'openrouter', 'ollama', 'lm-studio', 'custom'])),
        baseUrl: z.exactOptional(word()),
        plainHttp: z.exactOptional(word()),
        model: z.exactOptional(word()),
        apiKey: z.exactOptional(word()),
        price: z.exactOptional(
          z.strictObject({ input: price(), output: price(), cachedInput: z.exactOptional(price()) }),
        ),
        limit: z.strictObject({
          tokens: z.exactOptional(z.int().check(z.positive())),
          money: z.exactOptional(price()),
        }),
      }),
    )
    .check(
      z.maxLength(MAX_ENDPOINTS),
      z.refine((all) => new Set(all.map(({ name }) => name)).size === all.length),
    );
