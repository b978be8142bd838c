import { sql } from 'kysely'
import { overridesPageSize } from '#shared/areas/stores/blueprints/overridesCall.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Call, CallResult } from '#server/platform/core/http/call.ts'
import {
  arraySchema,
  instantSchema,
  integerSchema,
  nullableSchema,
  objectSchema,
  stringSchema,
} from '#server/platform/core/http/schema.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { badRequest } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import { blueprintsMessages } from './messages.ts'

const inheritedSettings = Object.keys(storeDefaults.fields)

/** GET /stores/overrides (shared/areas/stores/blueprints/overridesCall.ts). */
export const overridesCall: Call = {
  kind: 'read',
  permission: `${stores.permission}:read`,
  method: 'get',
  path: '/stores/overrides',
  summary: 'List the stores that differ from a platform default, with who changed them and when',
  query: [
    {
      name: 'setting',
      description: 'The platform default',
      schema: { type: 'string', enum: inheritedSettings },
    },
    { name: 'from', description: 'The number of stores to skip', schema: integerSchema },
  ],
  success: {
    status: 200,
    schema: objectSchema({
      counts: arraySchema(objectSchema({ setting: stringSchema, stores: integerSchema })),
      data: arraySchema(
        objectSchema({
          id: integerSchema,
          name: stringSchema,
          value: stringSchema,
          changedBy: nullableSchema(stringSchema),
          changedAt: nullableSchema(instantSchema),
        }),
      ),
    }),
  },
  handler: listOverrides,
}

async function listOverrides(
  { query }: ApiRequest,
  { db }: Platform,
  { storeIds }: Caller,
): Promise<CallResult> {
  const setting = query.get('setting') ?? ''
  const from = Number(query.get('from') ?? 0)
  if (!inheritedSettings.includes(setting) || !Number.isSafeInteger(from) || from < 0)
    throw badRequest(blueprintsMessages.overridesQuery(inheritedSettings))
  const visibleStores = getVisibleRows(stores, storeIds)
  const differs = (name: string) =>
    sql`${sql.ref(`stores.${name}`)} <> ${sql.ref(`defaults.${name}`)}`
  const countColumns = inheritedSettings.map(
    (name) => sql`(count(*) filter (where ${differs(name)}))::int as ${sql.id(name)}`,
  )
  const { rows: counts } = await sql<Record<string, number>>`
    select ${sql.join(countColumns)} from ${visibleStores}, store_defaults as defaults`.execute(db)
  const value =
    setting === 'themeId'
      ? sql`(select name from themes where themes.id = stores.theme_id)`
      : sql.ref(`stores.${setting}`)
  // The last log entry about the setting, or the creation of a store that was never changed.
  const { rows: data } = await sql`
    select shown.id, shown.name, shown.value,
      coalesce(entry.actor, case when shown.version = 1 then shown.created_by end) as changed_by,
      coalesce(entry.time, case when shown.version = 1 then shown.created_at end) as changed_at
    from (
      select stores.id, stores.name, stores.version, stores.created_by, stores.created_at, ${value} as value
      from ${visibleStores}, store_defaults as defaults where ${differs(setting)}
      order by lower(stores.name), stores.id limit ${overridesPageSize} offset ${from}) as shown
    left join lateral (
      select actor, time from audit
      where target_type = ${stores.name} and target_id = shown.id
        and stream in ('audit', 'security') and changes ? ${setting}
      order by time desc, id desc limit 1) as entry on true
    order by lower(shown.name), shown.id`.execute(db)
  const body = {
    counts: inheritedSettings.map((name) => ({ setting: name, stores: counts[0]?.[name] ?? 0 })),
    data,
  }
  return { status: 200, body }
}
