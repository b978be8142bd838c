import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { sameForAll } from '#server/platform/core/bulk/recordJob.ts'
import type { BulkWork } from '#server/platform/core/records/bulkWork.ts'
import type { Consequence, Kept, Untold } from '#server/platform/core/records/settled.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { themeMessages } from './messages.ts'
import { wearing, worn } from './wearers.ts'

/** What stores wear goes only when there is another one to wear, and is gone only when none wears it. */
async function leavesBare(
  connection: Connection,
  { status, replacementId }: Values,
  before: AnyRecord,
): Promise<FieldErrors> {
  if (status === 'published') return {}
  if (status === 'deprecated' && typeof replacementId === 'number') return {}
  const { stores, isDefault } = await worn(connection, before.id)
  if (status === 'deprecated')
    return stores > 0 ? { replacementId: themeMessages.replacementNeeded(stores) } : {}
  if (status === before['status']) return {}
  if (stores > 0) return { status: themeMessages.usedByStores(stores) }
  return isDefault ? { status: themeMessages.isDefault } : {}
}

async function wrongReplacement(
  connection: Connection,
  values: Values,
  { status, replacementId, id }: Values,
): Promise<FieldErrors> {
  if (typeof replacementId !== 'number') return {}
  if (status !== 'deprecated' && status !== 'archived')
    return { replacementId: themeMessages.stillInUse }
  if (replacementId === id) return { replacementId: themeMessages.replacesItself }
  if (!('replacementId' in values)) return {}
  const { rows } = await sql<{ status: string }>`
    select status from themes where id = ${replacementId}`.execute(connection)
  // That there is none of this id is told of every reference.
  return !rows[0] || rows[0].status === 'published'
    ? {}
    : { replacementId: themeMessages.replacementNotPublished }
}

const statusOf = async (connection: Connection, id: number) => {
  const { rows } = await sql<{ status: string }>`
    select status from themes where id = ${id}`.execute(connection)
  return rows[0]?.status
}

/** A theme that is published no more is told to be by the readiness of each store that wears it. */
async function reachOfStatus(
  trx: Connection,
  changed: readonly string[],
  id: number,
): Promise<() => Promise<Untold>> {
  const before = changed.includes('status') ? await statusOf(trx, id) : undefined
  return async () => {
    const isLeft = before === 'published' && (await statusOf(trx, id)) !== 'published'
    if (!isLeft) return { reaches: 0, own: 0, worse: [] }
    const { stores, examples } = await worn(trx, id)
    return {
      reaches: stores,
      own: 0,
      worse: [{ what: themeMessages.readinessFalls, count: stores, examples }],
    }
  }
}

/** A theme that goes names one that stores may wear instead. */
const themesConsequence: Consequence = {
  async wrong(values, { connection, before }) {
    if (!('replacementId' in values || 'status' in values)) return {}
    const whole = { ...before, ...values }
    return {
      ...(before && (await leavesBare(connection, whole, before))),
      ...(await wrongReplacement(connection, values, whole)),
    }
  },
  reach: reachOfStatus,
  settle: () => Promise.resolve(),
}

/** The plan of a change of many says what a change of one asks about. */
const reachOfMany: BulkWork['reaches'] = async (connection, ids, { status = 'published' }) => {
  const { stores, published } = await wearing(connection, ids)
  if (stores === 0) return []
  const losing = status === 'published' ? 0 : published
  return [losing > 0 ? themeMessages.manyFalling(stores, losing) : themeMessages.manyUsed(stores)]
}

/** How themes are changed many at once. */
export const themesBulk: Readonly<Record<string, BulkWork>> = {
  change: { ...sameForAll, reaches: reachOfMany },
}

export const keptThemes: Kept = { ...themes, consequence: themesConsequence, dependents: [] }
