import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The state of each integration of a store, the tests and changes of all integrations, and what expires. */
export const integrations: Migration = {
  async up(db) {
    await sql`
      create table integrations (
        store_id integer not null references stores (id) on delete cascade,
        kind text collate "C" not null,
        state text collate "C" not null,
        message text collate "C",
        checked_at timestamptz(3),
        primary key (store_id, kind)
      );

      create table integration_history (
        id bigint generated always as identity primary key,
        resource text collate "C" not null,
        record_id integer not null,
        what text collate "C" not null,
        version integer not null,
        actor text collate "C" not null,
        started_at timestamptz(3) not null,
        ended_at timestamptz(3),
        outcome text collate "C" not null,
        sentence text collate "C",
        steps jsonb not null default '[]',
        job_id integer
      );
      create index integration_history_record_idx on integration_history (resource, record_id, id);
      create index integration_history_degraded_idx
        on integration_history (resource, record_id, started_at) where what = 'degraded';

      create table integration_expiries (
        resource text collate "C" not null,
        record_id integer not null,
        what text collate "C" not null,
        at timestamptz(3) not null,
        primary key (resource, record_id, what)
      );
      create index integration_expiries_at_idx on integration_expiries (at);
    
      create trigger mark_readiness after insert or update or delete on integrations
        for each row execute function mark_its_store();
    `.execute(db)
  },
}
