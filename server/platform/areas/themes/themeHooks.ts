import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { sameValues } from '#server/platform/core/bulk/updateJob.ts'
import type { BulkHandler } from '#server/platform/core/records/bulkHandler.ts'
import type { ResourceHooks, ImpactSummary } from '#server/platform/core/records/resourceHooks.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { themeMessages } from './messages.ts'
import { countStoresUsingThemes, countStoresUsingTheme } from './storesUsingTheme.ts'

/**
 * Validates a status change: a theme in use can be deprecated only with a replacement. Other
 * unpublished statuses require that no store uses it, and that it is not the default.
 */
async function validateStatus(
  connection: Connection,
  { status, replacementId }: FieldValues,
  before: AnyRecord,
): Promise<ValidationErrors> {
  if (status === 'published') return {}
  if (status === 'deprecated' && typeof replacementId === 'number') return {}
  const { stores, isDefault } = await countStoresUsingTheme(connection, before.id)
  if (status === 'deprecated')
    return stores > 0 ? { replacementId: themeMessages.replacementNeeded(stores) } : {}
  if (status === before['status']) return {}
  if (stores > 0) return { status: themeMessages.usedByStores(stores) }
  return isDefault ? { status: themeMessages.isDefault } : {}
}

async function validateReplacement(
  connection: Connection,
  values: FieldValues,
  { status, replacementId, id }: FieldValues,
): Promise<ValidationErrors> {
  if (typeof replacementId !== 'number') return {}
  if (status !== 'deprecated' && status !== 'archived')
    return { replacementId: themeMessages.stillInUse }
  if (replacementId === id) return { replacementId: themeMessages.replacesItself }
  if (!('replacementId' in values)) return {}
  const { rows } = await sql<{ status: string }>`
    select status from themes where id = ${replacementId}`.execute(connection)
  // A missing record is an error of every reference, reported elsewhere.
  return !rows[0] || rows[0].status === 'published'
    ? {}
    : { replacementId: themeMessages.replacementNotPublished }
}

const findThemeStatus = async (connection: Connection, id: number) => {
  const { rows } = await sql<{ status: string }>`
    select status from themes where id = ${id}`.execute(connection)
  return rows[0]?.status
}

/**
 * Estimates the impact of a theme that is no longer published: the readiness of each store that
 * uses it goes down.
 */
async function estimateStatusImpact(
  trx: Connection,
  changed: readonly string[],
  id: number,
): Promise<() => Promise<ImpactSummary>> {
  const before = changed.includes('status') ? await findThemeStatus(trx, id) : undefined
  return async () => {
    const isUnpublished = before === 'published' && (await findThemeStatus(trx, id)) !== 'published'
    if (!isUnpublished) return { reaches: 0, own: 0, worse: [] }
    const { stores, examples } = await countStoresUsingTheme(trx, id)
    return {
      reaches: stores,
      own: 0,
      worse: [{ what: themeMessages.readinessFalls, count: stores, examples }],
    }
  }
}

/** A theme that stores have to leave refers to its replacement. */
export const themeHooks: ResourceHooks = {
  async validate(values, { connection, before }) {
    if (!('replacementId' in values || 'status' in values)) return {}
    const merged = { ...before, ...values }
    return {
      ...(before && (await validateStatus(connection, merged, before))),
      ...(await validateReplacement(connection, values, merged)),
    }
  },
  affectedRecords: estimateStatusImpact,
}

/** Describes in a plan the same impact that a change of one theme has to confirm. */
const describeManyThemes: BulkHandler['describeImpact'] = async (
  connection,
  ids,
  { status = 'published' },
) => {
  const { stores, published } = await countStoresUsingThemes(connection, ids)
  if (stores === 0) return []
  const losing = status === 'published' ? 0 : published
  return [losing > 0 ? themeMessages.manyFalling(stores, losing) : themeMessages.manyUsed(stores)]
}

/** The bulk actions of themes. */
export const themeBulkHandlers: Readonly<Record<string, BulkHandler>> = {
  change: { ...sameValues, describeImpact: describeManyThemes },
}
