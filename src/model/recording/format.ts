import * as z from 'zod/mini';

/**
 * The first line of a recording. A recording is a text of JSON lines: this header, then one line per exchange, in the order
 * in which the answers ended. It contains no secrets and can be replayed byte for byte.
 */
export const recordingHeader = JSON.stringify({ livingWikiRecording: 1 });

const requestSchema = () =>
  z.object({
    method: z.string(),
    url: z.string(),
    /** `null` if the body is not text, such as a form with an audio file. */
    body: z.nullable(z.string()),
  });

export const exchangeSchema = z.lazy(() =>
  z.object({
    request: requestSchema(),
    response: z.nullable(
      z.object({
        status: z.number(),
        headers: z.record(z.string(), z.string()),
        /** Text if the bytes are UTF-8, otherwise base64. */
        encoding: z.enum(['utf8', 'base64']),
        body: z.string(),
        /** Byte offsets where the pieces of the body ended; empty for one piece. */
        cuts: z.array(z.number()),
        /** The connection broke after the body. */
        broken: z.boolean(),
      }),
    ),
    /** The network error if there was no answer. */
    failure: z.nullable(z.string()),
  }),
);

export type Exchange = z.infer<typeof exchangeSchema>;

/** The headers to keep. Any other header might identify a person. */
export const KEPT_HEADERS: readonly string[] = ['content-type', 'retry-after', 'retry-after-ms'];
