import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { addCall, EMPTY_USAGE_TOTAL, WikiError, type DailyUsage, type ChargedCall } from '../workbench';

/** Older days are removed, because nothing reads them. */
const DAYS_RETAINED = 31;

const count = z.number().check(z.nonnegative());
const line = z.object({
  at: z.string(),
  model: z.string(),
  cost: z.object({
    usage: z.object({
      input: count,
      output: count,
      cached: count,
      estimated: z.boolean(),
      seconds: z.exactOptional(count),
    }),
    money: z.nullable(z.object({ amount: count, currency: z.string() })),
  }),
});

/**
 * The usage of all wikis of a user, which share the daily limits: one file per day (in UTC), one line per call, without
 * names of wikis and sources. A line is appended in one write, so that concurrent programs do not overwrite each other.
 */
export function createUsageLog(folder: string): DailyUsage {
  const fileOf = (day: string): string => path.join(folder, `${day}.jsonl`);
  return {
    read: (day) => {
      const text = attempt(folder, () => (existsSync(fileOf(day)) ? readFileSync(fileOf(day), 'utf8') : ''));
      return Promise.resolve(text.split('\n').flatMap(parseLine).reduce(addCall, EMPTY_USAGE_TOTAL));
    },
    add: (day, { at, model, cost }) => {
      attempt(folder, () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!existsSync(fileOf(day))) removeOldDays(folder);
        appendFileSync(fileOf(day), `${JSON.stringify({ at, model, cost })}\n`, { mode: 0o600 });
      });
      return Promise.resolve();
    },
  };
}

/** A line that is cut off or malformed counts nothing. */
function parseLine(text: string): readonly ChargedCall[] {
  if (text === '') return [];
  try {
    const read = line.safeParse(JSON.parse(text));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}

function removeOldDays(folder: string): void {
  const days = readdirSync(folder).filter((name) => /^\d{4}-\d{2}-\d{2}\.jsonl$/.test(name));
  for (const name of days.sort().slice(0, -DAYS_RETAINED)) rmSync(path.join(folder, name), { force: true });
}

function attempt<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WikiError('living-wiki:config_unusable', `Cannot read or write today’s usage: ${why}`, {
      path: folder,
      remedy: 'Check the permissions of the file and its folder.',
    });
  }
}
