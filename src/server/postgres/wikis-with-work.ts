import { type Database } from './database';

/** A running job that gave no sign of life for so long is looked at: its program may be gone. Milliseconds. */
const SILENT = 8_000;

/**
 * Of these wikis, those where a worker can start something now, or has to see to a job whose program is gone. One question for all of
 * them, so that a worker asks no wiki for its lock where it would only wait.
 * @param parallel jobs of one wiki that may run at the same time
 */
export async function wikisWithWork(
  database: Database,
  wikis: readonly string[],
  parallel: number,
): Promise<ReadonlySet<string>> {
  if (wikis.length === 0) return new Set();
  const now = database.clock.now();
  const rows = await database.read<{ wiki: string }>(STARTABLE, [wikis, now, now - SILENT, parallel]);
  return new Set(rows.map(({ wiki }) => wiki));
}

/** A pause of a person, or until rules are approved, stops all jobs; any other those that use a model. */
const STARTABLE = `
  select asked.wiki
  from unnest($1::text[]) as asked (wiki)
  left join lateral (
    select record ->> 'reason' in ('user', 'approval') as stops_all
    from pauses
    where pauses.wiki = asked.wiki
      and (record ->> 'until' is null or (record ->> 'until')::numeric > $2::numeric)
  ) as pause on true
  where exists (select from jobs where jobs.wiki = asked.wiki and state = 'interrupted')
    or exists (select from jobs where jobs.wiki = asked.wiki and state = 'running' and changed_at < $3::bigint)
    or (
      pause.stops_all is not true
      and exists (
        select from jobs
        where jobs.wiki = asked.wiki and state = 'queued' and not (uses_model and pause.stops_all is not null)
      )
      and (select count(*) from jobs where jobs.wiki = asked.wiki and state = 'running') < $4::bigint
    )`;
