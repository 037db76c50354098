import { asWikiError } from '../base';

/** What a line of the log may hold: names of wikis, ids, codes and figures. Never the text of a source, a page or a key. */
type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface ServerLog {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
}

/** One JSON object on each line. @param write takes a line @param now milliseconds since the epoch */
export function createLog(write: (line: string) => void, now: () => number): ServerLog {
  const line = (level: 'info' | 'warn', fields: LogFields, message: string): void =>
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...fields })}\n`);
  return {
    info: (fields, message) => line('info', fields, message),
    warn: (fields, message) => line('warn', fields, message),
  };
}

/**
 * What the log says of an error: its code, its file, the code or class of what caused it, and for an error that nobody foresaw where in the
 * program it happened. Never a message: it may repeat what a source, a model or the database said.
 */
export function failureFields(error: unknown): {
  readonly code: string;
  readonly file: string | null;
  readonly cause: string | null;
  readonly at?: string;
} {
  const { code, path = null, cause } = asWikiError(error, 'living-wiki:unexpected');
  const place = code === 'living-wiki:unexpected' ? placeOf(cause ?? error) : '';
  return { code, file: path, cause: causeOf(cause), ...(place !== '' && { at: place }) };
}

function causeOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  return 'code' in cause && typeof cause.code === 'string' && /^\w{1,40}$/.test(cause.code) ? cause.code : cause.name;
}

/** The innermost calls, as functions with lines of our bundle. What precedes them in a stack is the message. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return '';
  const { stack, message } = error;
  const calls = stack
    .slice(stack.indexOf(message) + message.length)
    .matchAll(/^ +at (?:(\S.*) \()?(?:.*\/)?([^/()]+)\)?$/gm);
  return [...calls]
    .slice(0, 4)
    .map(([, name = '', position = '']) => `${name} ${position}`.trim())
    .join(' < ');
}
