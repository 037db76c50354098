import * as z from 'zod/mini';

/**
 * A recorded conversation: a text of JSON lines, the first `{"livingWikiRecording":1}`, then one line an exchange, in the order in
 * which the answers ended. It holds no secret, and can be replayed byte for byte.
 */
export const recordingHeader = JSON.stringify({ livingWikiRecording: 1 });

const requestSchema = () =>
  z.object({
    method: z.string(),
    url: z.string(),
    /** `null` where the body is no text (a form with a recording). */
    body: z.nullable(z.string()),
  });

export const exchangeSchema = z.lazy(() =>
  z.object({
    request: requestSchema(),
    response: z.nullable(
      z.object({
        status: z.number(),
        headers: z.record(z.string(), z.string()),
        /** Text where the bytes are UTF-8, else base64. */
        encoding: z.enum(['utf8', 'base64']),
        body: z.string(),
        /** Where the pieces ended in which it came, in bytes; empty for one piece. */
        cuts: z.array(z.number()),
        /** The connection broke after the body. */
        broken: z.boolean(),
      }),
    ),
    /** What the network said where no answer came. */
    failure: z.nullable(z.string()),
  }),
);

export type Exchange = z.infer<typeof exchangeSchema>;

/** Of the headers, those that mean something to a reader of answers; all others might tell who one is. */
export const KEPT_HEADERS: readonly string[] = ['content-type', 'retry-after', 'retry-after-ms'];
