import { sql } from 'kysely'
import { normalizeFieldText } from '#shared/engine/fields/kind.ts'
import { messages } from '#shared/messages.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Availability } from '#shared/areas/stores/storeAvailability.ts'
import { uniqueStoreFields } from '#shared/areas/stores/storeAvailability.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { matchesIds } from '#server/platform/core/auth/storeIds.ts'
import type { StoreIds } from '#server/platform/core/auth/storeIds.ts'
import { requireKnownParameters } from '#server/platform/core/records/list/list.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { validateCustomDomain } from './storesHost.ts'
import { storeCallMessages } from '../messages.ts'

/**
 * GET /stores/available: whether a store could use this value. It may be taken before it's saved,
 * so saving decides.
 */
export async function handleCheckStoreValueAvailability(
  { query }: ApiRequest,
  { db, storesHost }: Platform,
  { storeIds }: Caller,
): Promise<CallResult> {
  requireKnownParameters(query, ['field', 'value', 'except'])
  const name = uniqueStoreFields.find((known) => known === query.get('field'))
  if (!name) throw badRequest(storeCallMessages.unknownField(uniqueStoreFields.join(', ')))
  const except = query.get('except') ?? '0'
  if (!/^\d{1,9}$/.test(except)) throw badRequest(storeCallMessages.exceptBody)

  const field = stores.fields[name]
  const value = normalizeFieldText(field, query.get('value')?.trim() ?? '')
  const error =
    validateField(field, value) ??
    (name === 'domain' ? validateCustomDomain(value, storesHost) : null)
  if (error) return toAvailabilityResult({ available: false, message: error })
  // Excludes the store only if the caller can see it. Otherwise the response would reveal its
  // value.
  const isSameStore = sql<boolean>`id = ${Number(except)} and ${matchesIds('id', storeIds)}`
  const existing = await withRecordTables(db)
    .selectFrom(stores.name)
    .select(['id', 'name'])
    .where(name, '=', value)
    .where(sql<boolean>`not (${isSameStore})`)
    .executeTakeFirst()
  return toAvailabilityResult(
    existing
      ? {
          available: false,
          message: formatValueInUse(
            field.label,
            { id: existing.id, name: String(existing['name']) },
            storeIds,
          ),
        }
      : { available: true, message: null },
  )
}

/** Names the store only if the caller can see it. */
const formatValueInUse = (
  label: string,
  { id, name }: { id: number; name: string },
  storeIds: StoreIds,
) =>
  storeIds === null || storeIds.includes(id)
    ? storeCallMessages.takenBy(label, name)
    : messages.validation.taken(label, '')

const toAvailabilityResult = (body: Availability): CallResult => ({ status: 200, body })
