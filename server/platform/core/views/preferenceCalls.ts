import { array, nullable, size, string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { isZone } from '#shared/format/zones.ts'
import { limitReached } from '#shared/engine/problemTitles.ts'
import type { Asked } from '../http/asked.ts'
import type { Call } from '../http/call.ts'
import { invalid, notFound, Refusal } from '../platform/refusal.ts'
import { object } from '../http/schemas.ts'
import { listOf, orNull, text } from '../http/schema.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { preferenceMessages } from './preferenceMessages.ts'

const path = '/preferences/:name'
const schema = object({ value: orNull(listOf({ ...text, maxLength: 60 })) })
const Body = type({ value: nullable(size(array(size(string(), 1, 60)), 1, 100)) })

/** So many one operator may keep; there are fewer lists. */
const most = 200

/** What the caller chose of how things are shown: the columns of a list (`columns.NAME`), the time zone of instants. Nobody sees another's. */
export const preferenceCalls: readonly Call[] = [
  {
    kind: 'read',
    needs: 'signedIn',
    method: 'get',
    path,
    summary: "Get one of the caller's preferences, or null if it isn't set",
    success: { status: 200, schema },
    refusals: [404],
    answer: async (asked, { db }, { id }) => ({
      status: 200,
      body: { value: await chosenBy(db, id, nameIn(asked)) },
    }),
  },
  {
    kind: 'write',
    needs: 'signedIn',
    method: 'put',
    path,
    summary: "Save one of the caller's preferences, or delete it with null",
    body: schema,
    success: { status: 200, schema },
    refusals: [404, 409, 413, 415, 422],
    answer: async ({ trx, asked, caller, now }) => {
      const name = nameIn(asked)
      const { body } = asked
      if (!is(body, Body) || new Set(body.value).size !== (body.value ?? []).length)
        throw invalid({ value: preferenceMessages.valueBody })
      if (name === zoneName && body.value && !(body.value.length === 1 && isZone(body.value[0])))
        throw invalid({ value: preferenceMessages.zoneBody })
      const own = trx.deleteFrom('preferences').where('userId', '=', caller.id)
      await own.where('name', '=', name).execute()
      if (body.value) {
        const { kept } = await trx
          .selectFrom('preferences')
          .select(({ fn }) => fn.countAll<number>().as('kept'))
          .where('userId', '=', caller.id)
          .executeTakeFirstOrThrow()
        if (Number(kept) >= most)
          throw new Refusal(409, 'conflict', preferenceMessages.limit(most), {
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

const zoneName = 'timeZone'

/** `Body` was checked before it was kept. */
const namesIn = (kept: unknown) => kept as string[]

/** What was chosen by this name; null where nothing was. */
export async function chosenBy(
  db: Connection,
  userId: number,
  name: string,
): Promise<string[] | null> {
  const kept = await db
    .selectFrom('preferences')
    .select('value')
    .where('userId', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  return kept ? namesIn(kept.value) : null
}

/** In which zone this user is shown instants; null where none is known. */
export const timeZoneOf = async (db: Connection, userId: number): Promise<string | null> =>
  (await chosenBy(db, userId, zoneName))?.[0] ?? null

function nameIn({ params: { name = '' } }: Asked): string {
  if (name !== zoneName && !/^(columns|views|view)\.[a-z][A-Za-z]{0,39}$/.test(name))
    throw notFound('preference')
  return name
}
