import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Idempotency keys, files, jobs, bulk changes, imports, and views. */
export const core: Migration = {
  async up(db) {
    await sql`
      create table idempotency_keys (
        user_id integer not null references users (id) on delete cascade,
        key_hash text collate "C" not null,
        fingerprint text collate "C" not null,
        created_at timestamptz(3) not null,
        answer jsonb,
        primary key (user_id, key_hash)
      );
      create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

      create table rejected_calls (
        user_id integer not null references users (id) on delete cascade,
        call text collate "C" not null,
        permission text collate "C" not null,
        hour timestamptz(3) not null,
        count integer not null default 1,
        primary key (user_id, call, permission, hour)
      );

      create table files (
        id integer generated always as identity primary key,
        sha256 text collate "C" not null,
        type text collate "C" not null,
        name text collate "C" not null,
        size integer not null,
        width integer,
        height integer,
        used_for text collate "C" not null,
        user_id integer references users (id) on delete set null,
        created_at timestamptz(3) not null,
        tells jsonb,
        unheld_since timestamptz(3)
      );
      create index files_sha256_idx on files (sha256);
      create index files_created_at_idx on files (created_at);
      create index files_unheld_since_idx on files (unheld_since) where unheld_since is not null;
      create index files_user_id_created_at_idx on files (user_id, created_at);

      create table jobs (
        id integer generated always as identity primary key,
        user_id integer not null references users (id) on delete cascade,
        kind text collate "C" not null,
        needs text collate "C" not null,
        title text collate "C" not null,
        status text collate "C" not null,
        sentence text collate "C",
        created_at timestamptz(3) not null,
        created_by text collate "C" not null,
        started_at timestamptz(3),
        ended_at timestamptz(3),
        input jsonb,
        undoable boolean not null default false,
        undo_of integer unique references jobs (id) on delete cascade
      );
      create index jobs_created_at_idx on jobs (created_at, id);
      create index jobs_under_way_idx on jobs (id) where status in ('waiting', 'running');

      -- PostgreSQL before 17 has no identity columns in partitioned tables.
      create sequence job_rows_ids;
      create table job_rows (
        id bigint not null default nextval('job_rows_ids'),
        job_id integer not null,
        created_at timestamptz(3) not null,
        target_id integer,
        label text collate "C" not null,
        input jsonb,
        before jsonb,
        outcome text collate "C",
        sentence text collate "C",
        ended_at timestamptz(3),
        is_bad boolean not null default false,
        is_planned boolean not null default false,
        claimed_by text collate "C",
        claimed_until timestamptz(3),
        constraint job_rows_job_id_fkey1 foreign key (job_id) references jobs (id) on delete cascade,
        constraint job_rows_pkey1 primary key (id, created_at)
      ) partition by range (created_at);
      create table job_rows_rest partition of job_rows default;
      create index job_rows_outcome_idx on job_rows (job_id, outcome, id);
    
      create table bulk_plans (
        id integer generated always as identity primary key,
        user_id integer not null references users (id) on delete cascade,
        resource text collate "C" not null,
        action text collate "C" not null,
        given jsonb not null,
        rows jsonb not null,
        expires_at timestamptz(3) not null,
        job_id integer references jobs (id) on delete set null,
        summary jsonb
      );
      create index bulk_plans_expires_at_idx on bulk_plans (expires_at);

      create table plan_rows (
        plan_id integer not null references bulk_plans (id) on delete cascade,
        place integer not null,
        outcome text collate "C" not null,
        target_id integer,
        code text collate "C",
        label text collate "C" not null,
        sentence text collate "C",
        input jsonb,
        before jsonb,
        becomes jsonb,
        warns text[] collate "C",
        primary key (plan_id, place)
      );
      create index plan_rows_outcome_idx on plan_rows (plan_id, outcome, place);

      create table imports (
        id integer generated always as identity primary key,
        user_id integer not null references users (id) on delete cascade,
        resource text collate "C" not null,
        name text collate "C" not null,
        encoding text collate "C" not null,
        delimiter text collate "C" not null,
        heads text[] collate "C" not null,
        samples jsonb not null,
        place jsonb not null,
        mapping jsonb not null,
        lines integer not null,
        check_job integer references jobs (id) on delete set null,
        run_job integer references jobs (id) on delete set null,
        created_at timestamptz(3) not null,
        mode text not null default 'both',
        for_new jsonb not null default '{}'
      );
      create index imports_user_idx on imports (user_id, resource, id);

      create table import_lines (
        import_id integer not null references imports (id) on delete cascade,
        line integer not null,
        cells text[] collate "C" not null,
        key text collate "C",
        action text collate "C",
        label text collate "C",
        target_id integer,
        version integer,
        record jsonb,
        reasons text[] collate "C",
        primary key (import_id, line)
      );
      create index import_lines_action_idx on import_lines (import_id, action, line);
      create index import_lines_key_idx on import_lines (import_id, key) where key is not null;

      create table views (
        id integer generated always as identity primary key,
        user_id integer not null references users (id) on delete cascade,
        resource text collate "C" not null,
        name text collate "C" not null,
        address text collate "C" not null,
        shared boolean not null,
        updated_at timestamptz(3) not null
      );
      create unique index views_user_id_resource_name_key on views (user_id, resource, lower(name));
      create index views_resource_idx on views (resource) where shared;
    `.execute(db)
  },
}
