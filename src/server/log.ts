/** What a line of the log may hold: names of wikis, ids, codes and figures. Never the text of a source, a page or a key. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

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
