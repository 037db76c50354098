import { silentRun, type Random } from '../../base';
import { addCall, EMPTY_USAGE_TOTAL, type DailyUsage, type UsageTotal } from '../../model';
import { type Connection, type Database } from './database';

interface PostgresUsageDeps {
  readonly database: Database;
  readonly random: Random;
  /** What shares one limit a day; everything on the server by default. */
  readonly scope?: string;
}

/**
 * How long an estimate counts of a program that never says what came of its call. Longer than any call takes, with its second try.
 * Seconds.
 */
const HOLD = 3600;
/** Single calls of older days are removed, because nothing reads them; what a day cost in all stays. */
const DAYS_RETAINED = 31;

/** The calls to models of all programs, and what of a day's limit is taken. */
export function createPostgresUsage({ database, random, scope = '' }: PostgresUsageDeps): DailyUsage {
  return {
    read: async (day) => {
      const [row] = await database.read<{ total: UsageTotal }>(
        'select total from usage_days where scope = $1 and day = $2',
        [scope, day],
      );
      return row?.total ?? EMPTY_USAGE_TOTAL;
    },

    add: async (day, call, hold) => {
      const id = random.id(16);
      await database.change(silentRun, async (connection, isRetry) => {
        const total = await lockDay(connection, scope, day);
        if (isRetry && (await isCounted(connection, day, id))) return;
        await connection.query('insert into usage_calls (scope, day, record) values ($1, $2, $3::json)', [
          scope,
          day,
          JSON.stringify({ id, ...call }),
        ]);
        await connection.query('update usage_days set total = $3::json where scope = $1 and day = $2', [
          scope,
          day,
          JSON.stringify(addCall(total, call)),
        ]);
        if (hold !== undefined) await connection.query('delete from usage_holds where id = $1', [hold]);
      });
    },

    hold: async (day, planned, fits) => {
      const id = random.id(16);
      return database.change(silentRun, async (connection) => {
        const used = await lockDay(connection, scope, day);
        await connection.query('delete from usage_holds where scope = $1 and expires_at < clock_timestamp()', [scope]);
        const [held] = await connection.query<{ tokens: number | null; money: number | null }>(
          'select sum(tokens) as tokens, sum(money) as money from usage_holds where scope = $1 and day = $2 and id <> $3',
          [scope, day, id],
        );
        fits(used, { tokens: held?.tokens ?? 0, money: held?.money ?? 0 });
        await connection.query(
          `insert into usage_holds (id, scope, day, tokens, money, expires_at)
           values ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6)) on conflict (id) do nothing`,
          [id, scope, day, planned.tokens, planned.money, HOLD],
        );
        return id;
      });
    },

    release: async (hold) => {
      await database.read('delete from usage_holds where id = $1', [hold]);
    },
  };
}

/** Keeps other programs from reading what is left of the day until the transaction ends. */
async function lockDay(connection: Connection, scope: string, day: string): Promise<UsageTotal> {
  const isNew = await connection.query(
    'insert into usage_days (scope, day, total) values ($1, $2, $3::json) on conflict do nothing returning day',
    [scope, day, JSON.stringify(EMPTY_USAGE_TOTAL)],
  );
  if (isNew.length > 0) await removeOldCalls(connection, scope, day);
  const [row] = await connection.query<{ total: UsageTotal }>(
    'select total from usage_days where scope = $1 and day = $2 for update',
    [scope, day],
  );
  return row?.total ?? EMPTY_USAGE_TOTAL;
}

/** Once a day. A program whose clock is wrong and far ahead removes nothing that is new. */
async function removeOldCalls(connection: Connection, scope: string, day: string): Promise<void> {
  await connection.query(
    "delete from usage_calls where scope = $1 and day < to_char(least($2::date, current_date) - $3::integer, 'YYYY-MM-DD')",
    [scope, day, DAYS_RETAINED],
  );
}

async function isCounted(connection: Connection, day: string, id: string): Promise<boolean> {
  const rows = await connection.query(`select from usage_calls where day = $1 and record->>'id' = $2`, [day, id]);
  return rows.length > 0;
}
