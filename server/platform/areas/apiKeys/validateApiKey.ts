import { sql } from 'kysely'
import { isApiKeyPermission } from '#shared/permissions/apiKeyPermissions.ts'
import { can } from '#shared/permissions/can.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { parseNetwork } from '#server/platform/core/outgoing/networks.ts'
import { getVisibleRows } from '#server/platform/core/records/storeScope.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { apiKeyMessages } from './messages.ts'

const maxLifetimeMs = 366 * 24 * 60 * 60_000

/** Validates a key against its owner's permissions and stores, field by field. */
export async function validateApiKey(
  trx: Connection,
  owner: Account,
  { permissions, storeIds, networks, expiresAt }: FieldValues,
  now: string,
): Promise<ValidationErrors> {
  const errors = {
    permissions: findPermissionError(permissions as string[], owner),
    storeIds: await findStoreError(trx, storeIds as number[], owner),
    networks: findNetworkError(networks as string[]),
    expiresAt: findExpirationError(String(expiresAt), now),
  }
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Says why a key of this owner can't have these permissions. */
export function findPermissionError(chosen: readonly string[], owner: Account): string | undefined {
  if (chosen.length === 0) return apiKeyMessages.noPermissions
  const impossible = chosen.filter((permission) => !isApiKeyPermission(permission))
  if (impossible.length > 0) return apiKeyMessages.notForKeys(impossible)
  const missing = chosen.filter((permission) => {
    const [key = '', action = ''] = permission.split(':')
    return !can(owner.permissions, key, action)
  })
  return missing.length > 0 ? apiKeyMessages.notOwn(missing) : undefined
}

async function findStoreError(
  trx: Connection,
  storeIds: readonly number[],
  owner: Account,
): Promise<string | undefined> {
  if (storeIds.length === 0) return undefined
  const { rows } = await sql<{ id: number }>`
    select id from ${getVisibleRows(stores, owner.storeIds)}
    where id = any(${[...storeIds]}::int[])`.execute(trx)
  return rows.length < new Set(storeIds).size ? apiKeyMessages.otherStores : undefined
}

function findNetworkError(networks: readonly string[]): string | undefined {
  const bad = networks.find((network) => parseNetwork(network) === null)
  return bad === undefined ? undefined : apiKeyMessages.networkNotValid(bad)
}

/** Says why a key can't expire at this time (ISO 8601). */
export function findExpirationError(expiresAt: string, now: string): string | undefined {
  const lifetimeMs = Date.parse(expiresAt) - Date.parse(now)
  if (lifetimeMs <= 0) return apiKeyMessages.expiresPast
  return lifetimeMs > maxLifetimeMs ? apiKeyMessages.expiresLate : undefined
}
