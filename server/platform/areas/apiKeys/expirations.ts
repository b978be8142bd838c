import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { apiKeys } from '#shared/areas/apiKeys/apiKeys.ts'
import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Deadline } from '#server/platform/core/area/deadline.ts'
import { userStoreIdsSql } from '#server/platform/core/auth/permissionSql.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { buildExpirationAlert, formatExpiration } from '../alerts/index.ts'
import { loadNoticeDays } from '../calendar/index.ts'
import { apiKeyMessages } from './messages.ts'

type ExpiringKey = {
  id: number
  name: string
  kind: string
  ownerId: number
  expiresAt: string
  /** The owner's stores; null for all. */
  storeIds: number[] | null
}

/** Who sees when a key expires: its owner for a personal key, or who can view API keys. */
const findAudience = ({ kind, ownerId, storeIds }: ExpiringKey) =>
  kind === 'personal'
    ? // Every operator with the console's start page sees their own.
      { permission: deadlines.permission, accountIds: [ownerId], storeIds: storeIds ?? [] }
    : { permission: apiKeys.permission, storeIds: [] }

const toExpirationSubject = ({ id }: ExpiringKey) => `expiry/apiKeys/${id}`
const buildApiKeyUrl = ({ id }: ExpiringKey) => `${apiKeys.path}/${id}`

async function loadKeys(trx: Connection, condition: RawBuilder<boolean>): Promise<ExpiringKey[]> {
  const { rows } = await sql<ExpiringKey>`
    select api_keys.id, api_keys.name, api_keys.kind, owner_id, expires_at, ${userStoreIdsSql}
    from api_keys join users on users.id = owner_id where ${condition} order by api_keys.id`.execute(
    trx,
  )
  return rows
}

/** Finds the days on which keys expire. */
export async function findApiKeyDeadlines(trx: Connection): Promise<Deadline[]> {
  const keys = await loadKeys(trx, sql<boolean>`api_keys.status = 'active'`)
  return keys.map((key) => ({
    ...findAudience(key),
    subject: toExpirationSubject(key),
    kind: 'credential',
    title: apiKeyMessages.deadline(key.name),
    at: key.expiresAt,
    link: buildApiKeyUrl(key),
  }))
}

/**
 * Finds keys that expire within the days that the calendar's settings name, or that expired in the
 * last week.
 */
export async function findApiKeyAlerts(trx: Connection, at: string): Promise<Alert[]> {
  const noticeDays = await loadNoticeDays(trx)
  const keys = await loadKeys(
    trx,
    sql<boolean>`api_keys.status <> 'revoked'
      and expires_at < ${at}::timestamptz + make_interval(days => ${Math.max(0, ...noticeDays)}::int)
      and expires_at > ${at}::timestamptz - interval '7 days'`,
  )
  return keys.map((key) => {
    const { accountIds, ...audience } = { accountIds: undefined, ...findAudience(key) }
    const alert = buildExpirationAlert(
      {
        ...audience,
        subject: toExpirationSubject(key),
        formatTitle: formatExpiration(apiKeyMessages.what, key.name),
        at: key.expiresAt,
        fix: buildApiKeyUrl(key),
      },
      at,
      noticeDays,
    )
    return accountIds ? { ...alert, accountIds } : alert
  })
}
