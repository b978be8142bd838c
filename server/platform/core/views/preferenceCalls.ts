import { array, nullable, size, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { isTimeZone } from '#shared/format/zones.ts'
import { limitReached } from '#shared/engine/problemTitles.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import type { Call } from '../http/call.ts'
import { validationFailed, notFound, HttpError } from '../platform/httpError.ts'
import { nameSchema, objectSchema } from '../http/schema.ts'
import { arraySchema, nullableSchema, stringSchema } from '../http/schema.ts'
import { findPreference, timeZonePreference } from '../auth/preferences.ts'
import { preferenceMessages } from './preferenceMessages.ts'

const preferencePath = '/preferences/:name'
const preferenceSchema = nameSchema(
  'Preference',
  objectSchema({
    value: nullableSchema(arraySchema({ ...stringSchema, maxLength: 60 })),
  }),
)
const PreferenceBody = type({ value: nullable(size(array(size(string(), 1, 60)), 1, 100)) })

/** The maximum number of preferences per operator. There are fewer lists. */
const maxPreferences = 200

/**
 * The caller's own display preferences, such as a list's columns (`columns.NAME`) and the time
 * zone. Nobody else sees them.
 */
export const preferenceCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'get',
    path: preferencePath,
    summary: "Get one of the caller's preferences, or null if it isn't set",
    success: { status: 200, schema: preferenceSchema },
    handler: async (request, { db }, { id }) => ({
      status: 200,
      body: { value: await findPreference(db, id, parsePreferenceName(request)) },
    }),
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'put',
    path: preferencePath,
    summary: "Save one of the caller's preferences, or delete it with null",
    body: preferenceSchema,
    success: { status: 200, schema: preferenceSchema },
    handler: async ({ trx, request, caller, now }) => {
      const name = parsePreferenceName(request)
      const { body } = request
      if (!is(body, PreferenceBody) || new Set(body.value).size !== (body.value ?? []).length)
        throw validationFailed({ value: preferenceMessages.valueBody })
      if (
        name === timeZonePreference &&
        body.value &&
        !(body.value.length === 1 && isTimeZone(body.value[0]))
      )
        throw validationFailed({ value: preferenceMessages.zoneBody })
      const own = trx.deleteFrom('preferences').where('userId', '=', caller.id)
      await own.where('name', '=', name).execute()
      if (body.value) {
        const { kept: count } = await trx
          .selectFrom('preferences')
          .select(({ fn }) => fn.countAll<number>().as('kept'))
          .where('userId', '=', caller.id)
          .executeTakeFirstOrThrow()
        if (Number(count) >= maxPreferences)
          throw new HttpError(409, 'conflict', preferenceMessages.limit(maxPreferences), {
            title: limitReached,
          })
        const value = JSON.stringify(body.value)
        await trx
          .insertInto('preferences')
          .values({ userId: caller.id, name, value, updatedAt: now })
          .onConflict((one) =>
            one.columns(['userId', 'name']).doUpdateSet({ value, updatedAt: now }),
          )
          .execute()
      }
      return { status: 200, body: { value: body.value } }
    },
  },
]

function parsePreferenceName({ params: { name = '' } }: ApiRequest): string {
  if (name !== timeZonePreference && !/^(columns|views|view)\.[a-z][A-Za-z]{0,39}$/.test(name))
    throw notFound('preference')
  return name
}
