import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Answer, Change, Work } from '#server/platform/core/http/call.ts'
import { Refusal } from '#server/platform/core/platform/refusal.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { lockRecord } from '../read.ts'
import { recordIdOf, versionFrom } from '../recordId.ts'
import { admit } from '../admitted.ts'
import type { Scoped } from '../inScope.ts'
import type { Kept } from '../settled.ts'
import { keptOfDeleted } from './restore.ts'
import { usesBy } from '../uses.ts'
import { recordMessages } from '../messages.ts'

/** DELETE /x/ID, `If-Match` optional. The lock keeps others from referring to it, since a new reference shares the same lock. */
export async function deleteRecord(resource: Scoped<Kept>, change: Change): Promise<Answer> {
  const { asked } = change
  await removeRecord(resource, change, {
    id: recordIdOf(resource, asked),
    version: versionFrom(asked),
  })
  return { status: 204 }
}

export async function removeRecord(
  resource: Scoped<Kept>,
  work: Work,
  { id, version }: { id: number; version: number | null },
): Promise<AnyRecord> {
  const { trx, audit } = work
  const record = await lockRecord(trx, resource, id, version)
  resource.consequence?.refuse?.(record)
  await admit(resource, work, { before: record })
  await refuseInUse(resource, trx, id)
  await recordTables(trx).deleteFrom(resource.name).where('id', '=', id).execute()
  await audit({
    event: `${resource.name}.deleted`,
    target: targetOf(resource, record),
    before: Object.fromEntries(
      [...Object.keys(resource.fields), ...keptOfDeleted].map((name) => [name, record[name]]),
    ),
  })
  return record
}

/** Refuses to delete a record that others refer to; of those of other stores nothing is told. */
export async function refuseInUse(
  resource: Scoped<Kept>,
  trx: Connection,
  id: number,
): Promise<void> {
  const { dependents } = resource
  const uses = await usesBy(dependents, trx, id, { storeIds: null })
  if (uses.length === 0) return
  const told = await usesBy(dependents, trx, id, resource)
  const users = told.map(({ kind, count }) => `${kind} (${count})`)
  throw new Refusal(
    409,
    'in_use',
    users.length > 0 ? recordMessages.usedBy(users.join(', ')) : recordMessages.usedElsewhere,
    { uses: told },
  )
}
