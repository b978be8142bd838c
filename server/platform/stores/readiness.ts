import { sql } from 'kysely'
import { stores } from '#shared/resources/stores.ts'
import type { Readiness } from '#shared/stores/readinessChecks.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { recordIdOf } from '../records/recordId.ts'
import type { Connection } from '../schema.ts'

/** GET /stores/ID/readiness: the very percentage that lists show, with the checks it was counted from. */
export async function answerReadiness(asked: Asked, { db }: Platform): Promise<Answer> {
  return { status: 200, body: await readinessKept(db, recordIdOf(stores, asked)) }
}

/** The same of one store. */
export async function readinessKept(connection: Connection, id: number): Promise<Readiness> {
  const { rows } = await sql<Readiness>`
    select readiness as percent, readiness_checks as checks from stores
    where id = ${id}`.execute(connection)
  const [kept] = rows
  if (!kept) throw notFound(stores.title.one)
  return kept
}
