interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** What was released never changes; a new version adds to the end. Run in the schema of the server, one transaction each. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'jobs',
    // What is beside the record repeats what it says, to be found by. A key has one job that is not over.
    sql: `
      create table jobs (
        wiki text not null,
        id text not null,
        state text not null,
        position bigint not null,
        key_hash text not null,
        uses_model boolean not null,
        run_token text,
        proposal text,
        changed_at bigint not null,
        record json not null,
        primary key (wiki, id)
      );
      create unique index jobs_one_per_key on jobs (wiki, key_hash)
        where state in ('queued', 'running', 'failed', 'interrupted');
      create index jobs_in_order on jobs (wiki, position, id) where state = 'queued';
      create index jobs_by_state on jobs (wiki, state, changed_at desc, id);
      create table pauses (wiki text primary key, record json not null);`,
  },
  {
    number: 2,
    name: 'locks',
    // The sequence gives each holder a higher token than any before, so that a late one is known as such.
    sql: `
      create sequence lock_tokens;
      create table locks (
        name text primary key,
        token bigint not null,
        owner json not null,
        beat timestamptz not null
      );`,
  },
  {
    number: 3,
    name: 'usage',
    sql: `
      create table usage_days (scope text not null, day text not null, total json not null, primary key (scope, day));
      create table usage_calls (
        id bigint generated always as identity primary key,
        scope text not null,
        day text not null,
        record json not null
      );
      create index usage_calls_by_day on usage_calls (day, scope);
      create table usage_holds (
        id text primary key,
        scope text not null,
        day text not null,
        tokens double precision not null,
        money double precision not null,
        expires_at timestamptz not null
      );
      create index usage_holds_by_day on usage_holds (scope, day);`,
  },
  {
    number: 4,
    name: 'folders',
    // What tells the folder of a wiki from a second one, in which its proposals would be missing.
    sql: 'create table folders (wiki text primary key, mark text not null);',
  },
  {
    number: 5,
    name: 'state',
    // The files of a wiki's state, for programs with folders of their own. A file that was removed stays as a row without bytes. Of each
    // wiki, the holder of its lock alone writes, so its versions are committed in their order.
    sql: `
      create sequence state_versions;
      create table state (
        wiki text not null,
        path text not null,
        version bigint not null,
        hash text,
        size integer not null,
        content bytea,
        changed_at timestamptz not null,
        primary key (wiki, path)
      );
      create index state_in_order on state (wiki, version);
      alter table state alter column content set storage external;
      alter table folders add column signing_key text, add column pushed json;`,
  },
];
