import { createParser } from 'eventsource-parser';

/**
 * Reads an event stream whose data are JSON values, to its end or to the `[DONE]` that marks it.
 *
 * @param read called with each value, in order
 * @returns whether the server marked the end
 * @throws SyntaxError for data that is no JSON; whatever `read` or the network throws
 */
export async function readEvents(body: Response['body'], read: (value: unknown) => void): Promise<boolean> {
  if (body === null) return false;
  const decoder = new TextDecoder();
  const events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  // WebKit cannot iterate over a body.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      parser.feed(decoder.decode(value, { stream: true }));
      for (const data of events.splice(0)) {
        if (data.startsWith('[DONE]')) return true;
        read(JSON.parse(data));
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
