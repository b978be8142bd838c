import { sql } from 'kysely'
import { inItsLetters } from '#shared/engine/fields/kind.ts'
import { messages } from '#shared/messages.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Availability } from '#shared/areas/stores/storeAvailability.ts'
import { uniqueStoreFields } from '#shared/areas/stores/storeAvailability.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer } from '#server/platform/core/http/call.ts'
import { badRequest } from '#server/platform/core/platform/refusal.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { among } from '#server/platform/core/records/inScope.ts'
import type { StoreIds } from '#server/platform/core/records/inScope.ts'
import { refuseUnknownParameters } from '#server/platform/core/records/list/list.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { ownDomainError } from './storeHost.ts'
import { storeCallMessages } from '../messages.ts'

/** GET /stores/available: whether a store could have this value. It may be taken in the next moment: saving decides. */
export async function answerAvailable(
  { query }: Asked,
  { db, storesHost }: Platform,
  { storeIds }: Caller,
): Promise<Answer> {
  refuseUnknownParameters(query, ['field', 'value', 'except'])
  const name = uniqueStoreFields.find((known) => known === query.get('field'))
  if (!name) throw badRequest(storeCallMessages.unknownField(uniqueStoreFields.join(', ')))
  const except = query.get('except') ?? '0'
  if (!/^\d{1,9}$/.test(except)) throw badRequest(storeCallMessages.exceptBody)

  const field = stores.fields[name]
  const value = inItsLetters(field, query.get('value')?.trim() ?? '')
  const error =
    fieldError(field, value) ?? (name === 'domain' ? ownDomainError(value, storesHost) : null)
  if (error) return answer({ available: false, message: error })
  // A store that who asks does not see is not left out: the answer would tell what it has.
  const itself = sql<boolean>`id = ${Number(except)} and ${among('id', storeIds)}`
  const taken = await recordTables(db)
    .selectFrom(stores.name)
    .select(['id', 'name'])
    .where(name, '=', value)
    .where(sql<boolean>`not (${itself})`)
    .executeTakeFirst()
  return answer(
    taken
      ? {
          available: false,
          message: takenBy(field.label, { id: taken.id, name: String(taken['name']) }, storeIds),
        }
      : { available: true, message: null },
  )
}

/** Who does not see a store is not told what it is called. */
const takenBy = (label: string, { id, name }: { id: number; name: string }, storeIds: StoreIds) =>
  storeIds === null || storeIds.includes(id)
    ? storeCallMessages.takenBy(label, name)
    : messages.validation.taken(label, '')

const answer = (body: Availability): Answer => ({ status: 200, body })
