import { type ServerResponse } from 'node:http';
import { clearInterval, setInterval } from 'node:timers';

/** A comment now and then keeps proxies from closing a connection on which nothing is said. Milliseconds. */
const HEARTBEAT = 15_000;
/** Bytes that wait for a slow reader. Then it is cut off: the answer must not pile up here. */
const MAX_WAITING = 4_000_000;

interface EventSink {
  send(event: string, data: unknown): void;
  close(): void;
}

/** Begins an answer of server-sent events. Source: HTML Standard, section 9.2. */
export function openEvents(response: ServerResponse): EventSink {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const write = (chunk: string): void => {
    if (response.destroyed || response.writableEnded) return;
    if (response.writableLength > MAX_WAITING) response.destroy();
    else response.write(chunk);
  };
  const timer = setInterval(() => write(': still working\n\n'), HEARTBEAT);
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    close: () => {
      clearInterval(timer);
      if (!response.destroyed) response.end();
    },
  };
}
