import { sql } from 'kysely'
import { within } from '#shared/engine/scope.ts'
import { stores } from '#shared/resources/stores.ts'
import { logEntries } from '#shared/stores/storeLogs.ts'
import type { Caller } from '../accounts/tokens.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import { badRequest } from '../http/refusal.ts'
import type { Parameter } from '../openapi/schema.ts'
import { listParameters } from '../openapi/schemas.ts'
import type { Platform } from '../platform.ts'
import { listEntries } from '../records/list.ts'
import { scopedTo } from '../records/inScope.ts'
import { readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import { isNewestOfItsFault, withFaults } from './faults.ts'

const logOf = (id: number) => within(logEntries, { field: 'storeId', id, path: logEntries.path })

export const logParameters: readonly Parameter[] = [
  ...listParameters(logOf(0)),
  {
    name: 'grouped',
    description: 'Equal failures as one entry, the newest of them',
    schema: { type: 'string', enum: ['1'] },
  },
]

/** GET /stores/ID/logs: what happened in a store, newest first. */
export async function answerLogs(asked: Asked, { db }: Platform, caller: Caller): Promise<Answer> {
  const { id } = await readRecord(db, scopedTo(caller, stores), recordIdOf(stores, asked))
  const grouped = asked.query.get('grouped')
  if (grouped !== null && grouped !== '1') throw badRequest('grouped must be 1.')
  const body = await listEntries(db, asked.query, {
    resource: scopedTo(caller, logOf(id)),
    is: sql<boolean>`store_id = ${id}`,
    more: ['grouped'],
    // No field of the definition: who could filter by causes could find out the secrets in them.
    columns: ['changes', 'cause'],
    ...(grouped
      ? { shown: (chosen) => sql<boolean>`${chosen} and ${isNewestOfItsFault(chosen)}` }
      : {}),
    complete: (entries, chosen) => withFaults(db, id, entries, grouped ? chosen : null),
  })
  return { status: 200, body }
}
