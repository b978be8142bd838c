import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import {
  createTable,
  identity,
  instant,
  longText,
  optional,
  reference,
  unique,
  withDefault,
  integer,
  withoutIndex,
} from './tables.ts'

/** The certificate of each verified custom domain, as it was last read. */
export const storeCertificates: Migration = {
  async up(db) {
    await createTable(db, 'store_certificates', {
      id: identity,
      store_id: unique(reference('stores', 'cascade')),
      domain: longText,
      expires_at: optional(withoutIndex(instant)),
      problem: optional(longText),
      failures: withoutIndex(withDefault(integer, '0')),
      checked_at: instant,
    })
    await sql`
      create trigger mark_alerts after insert or delete or update of expires_at, problem, failures
        on store_certificates for each statement execute function mark_alerts();
    `.execute(db)
  },
}
