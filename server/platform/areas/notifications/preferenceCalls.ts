import { sql } from 'kysely'
import { string, type } from 'superstruct'
import { notificationPreferences } from '#shared/areas/notifications/notificationPreferences.ts'
import { users } from '#shared/areas/users/users.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { is } from '#shared/engine/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { timeZones } from '#shared/format/regions.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import type { Call, CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { objectSchema, stringSchema } from '#server/platform/core/http/schema.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { badRequest, notFound } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { loadRecord, lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseVersion } from '#server/platform/core/records/recordId.ts'
import { buildRecordSchemas } from '#server/platform/core/records/recordSchemas.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { findTimeZone } from '#server/platform/core/auth/preferences.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { notificationMessages } from './messages.ts'
import { readUnsubscribeToken } from './unsubscribeToken.ts'

const schemas = buildRecordSchemas(notificationPreferences)
const success = { status: 200, schema: schemas.record } as const

/** The caller's own preferences, and the link that turns a digest off without signing in. */
export const preferenceCalls: readonly Call[] = [
  {
    kind: 'read',
    permission: 'signedIn',
    method: 'get',
    path: '/notificationPreferences',
    summary: 'Get which emails you get, and when',
    success,
    handler: async (_request, { db, now }, caller) => {
      const id = await findPreferencesId(db, caller.id)
      if (id !== null) return toResult(await loadPreferences(db, caller, id))
      const at = now().toISOString()
      const stamps = { createdAt: at, createdBy: caller.email, updatedAt: at }
      const values = await getDefaultValues(db, caller.id)
      return toResult({ id: caller.id, version: 1, ...stamps, updatedBy: caller.email, ...values })
    },
  },
  {
    kind: 'write',
    permission: 'signedIn',
    method: 'patch',
    path: '/notificationPreferences',
    summary: 'Change which emails you get, and when',
    body: schemas.changes,
    ifMatch: 'optional',
    success,
    handler: handleUpdatePreferences,
  },
  {
    kind: 'open',
    method: 'post',
    path: '/digests/unsubscribe',
    summary: 'Turn off a digest with the signed token of its link',
    body: objectSchema({ token: stringSchema }),
    success: { status: 204 },
    handler: handleUnsubscribe,
  },
]

const toResult = (record: AnyRecord): CallResult => ({
  status: 200,
  body: record,
  version: record.version,
})

const loadPreferences = (connection: Connection, caller: Account, id: number) =>
  loadRecord(connection, limitToCaller(caller, notificationPreferences), id)

async function findPreferencesId(connection: Connection, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from notification_preferences where user_id = ${userId}`.execute(connection)
  return rows[0]?.id ?? null
}

/** The defaults, in the time zone in which the user sees times. */
async function getDefaultValues(connection: Connection, userId: number) {
  const zone = await findTimeZone(connection, userId)
  const values = getInitialValues(notificationPreferences)
  return zone !== null && Object.hasOwn(timeZones, zone) ? { ...values, timeZone: zone } : values
}

/** Fields that decide when a digest is sent. Changing one starts with the next digest. */
const scheduleFields = ['digest', 'digestDay', 'digestTime', 'timeZone']

async function handleUpdatePreferences(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, request, audit } = context
  const values = parseValues(notificationPreferences, request.body, 'present')
  const id = (await findPreferencesId(trx, caller.id)) ?? (await insertPreferences(context))
  const scoped = limitToCaller(caller, notificationPreferences)
  const before = await lockRecord(trx, scoped, id, parseVersion(request))
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  )
  if (changed.length === 0) return toResult(before)
  const movesSchedule = changed.some(([name]) => scheduleFields.includes(name))
  await sql`
    update notification_preferences set
      ${sql.join(changed.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))},
      ${movesSchedule ? sql`digested_until = ${now},` : sql``}
      version = version + 1, updated_at = ${now}, updated_by = ${caller.email}
    where id = ${id}`.execute(trx)
  await audit({
    event: 'users.notificationsChanged',
    target: { type: users.name, id: caller.id, label: caller.name },
    before: Object.fromEntries(changed.map(([name]) => [name, before[name]])),
    after: Object.fromEntries(changed),
  })
  return toResult(await loadPreferences(trx, caller, id))
}

async function insertPreferences({ trx, caller, now }: RequestContext): Promise<number> {
  const values = Object.entries(await getDefaultValues(trx, caller.id))
  const { rows } = await sql<{ id: number }>`
    insert into notification_preferences (user_id, digested_until, created_at, created_by, updated_at, updated_by,
      ${sql.join(values.map(([name]) => sql.ref(name)))})
    values (${caller.id}, ${now}, ${now}, ${caller.email}, ${now}, ${caller.email},
      ${sql.join(values.map(([, value]) => value))})
    on conflict (user_id) do update set version = notification_preferences.version returning id`.execute(
    trx,
  )
  return rows[0]?.id ?? 0 // The row was inserted, or exists.
}

const TokenBody = type({ token: string() })

/** Turns the digest off. Repeating it changes nothing, so that mail servers can try again. */
async function handleUnsubscribe(request: ApiRequest, platform: Platform): Promise<CallResult> {
  const { body } = request
  if (!is(body, TokenBody)) throw badRequest(notificationMessages.tokenBody)
  const userId = readUnsubscribeToken(platform.secrets, body.token)
  if (userId === null) throw notFound(notificationMessages.link)
  await runInTransaction(platform, async (trx, at) => {
    const account = await findActiveOperator(trx, userId)
    const now = at.toISOString()
    const { rows } = await sql<{ before: string }>`
      update notification_preferences as one set digest = 'off', version = one.version + 1, updated_at = ${now},
        updated_by = ${account?.email ?? 'platform'}
      from notification_preferences as before
      where one.user_id = ${userId} and before.id = one.id and one.digest <> 'off'
      returning before.digest as before`.execute(trx)
    if (!rows[0] || !account) return
    const audit = createAuditor(trx, { asked: request, now, actor: account.email })
    await audit({
      event: 'users.digestUnsubscribed',
      target: { type: users.name, id: userId, label: account.name },
      before: { digest: rows[0].before },
      after: { digest: 'off' },
    })
  })
  return { status: 204 }
}
