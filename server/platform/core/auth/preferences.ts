import type { Connection } from '#server/platform/database/schema.ts'

/** The name of the preference with an account's time zone. */
export const timeZonePreference = 'timeZone'

/** Its call checked it before it was saved. */
const toPreferenceValue = (value: unknown) => value as string[]

/** Finds the value of a preference; null if it isn't set. */
export async function findPreference(
  db: Connection,
  userId: number,
  name: string,
): Promise<string[] | null> {
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('userId', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? toPreferenceValue(row.value) : null
}

/** Finds the time zone in which a user sees times; null if it isn't set. */
export const findTimeZone = async (db: Connection, userId: number): Promise<string | null> =>
  (await findPreference(db, userId, timeZonePreference))?.[0] ?? null
