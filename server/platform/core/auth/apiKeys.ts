import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { limitApiKeyPermissions } from '#shared/permissions/apiKeyPermissions.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { HttpError } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { authMessages } from './messages.ts'
import { formatNetwork } from './formatNetwork.ts'
import { userPermissionsSql, userStoreIdsSql } from './permissionSql.ts'
import { signedInStatuses } from './signedInStatuses.ts'
import type { StoreIds } from './storeIds.ts'
import { findActiveOperator, hashToken } from './tokens.ts'
import type { Account, ActingAccount, Caller } from './tokens.ts'

/** The precision of the last use. A write for each call would cost more than the call. */
const lastUseIntervalMs = 60_000

type KeyRow = Account & {
  keyId: number
  keyName: string
  keyPermissions: string[]
  keyStoreIds: number[]
  networks: string[]
  lastUsedAt: string | null
  lastUsedFrom: string | null
}

/** Finds a key that works now and whose owner can sign in to the console. */
async function findKey(
  connection: Connection,
  condition: RawBuilder<boolean>,
  now: string,
): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select users.id, users.store_id, s_identifier, users.name, email, ${userPermissionsSql}, ${userStoreIdsSql},
      api_keys.id as key_id, api_keys.name as key_name, api_keys.permissions as key_permissions,
      api_keys.store_ids as key_store_ids, networks, last_used_at, last_used_from
    from api_keys join users on users.id = owner_id
    where ${condition} and api_keys.status <> 'revoked' and expires_at > ${now}
      and users.status = any(${[...signedInStatuses]}::text[])
      and s_identifier = ${operatorIdentifier}`.execute(connection)
  return rows[0]
}

/** Limits the owner's account to what was chosen for the key and the owner still has. */
function limitToKey(row: KeyRow): ActingAccount & Required<Pick<ActingAccount, 'apiKey'>> {
  const { id, storeId, sIdentifier, name, email, keyId, keyName, networks } = row
  return {
    id,
    storeId,
    sIdentifier,
    name,
    email,
    permissions: limitApiKeyPermissions(row.keyPermissions, row.permissions),
    storeIds: limitStores(row.keyStoreIds, row.storeIds),
    apiKey: { id: keyId, name: keyName, networks },
  }
}

/** A key without stores has those of its owner. */
function limitStores(chosen: readonly number[], owner: StoreIds): number[] | null {
  if (chosen.length === 0) return owner && [...owner]
  return owner === null ? [...chosen] : chosen.filter((id) => owner.includes(id))
}

/**
 * Returns the owner of an API key, limited to what the key may do. Rejects a key that expired, was
 * revoked or replaced, or whose owner can't sign in, with 401. Saves when and from where it was
 * used.
 */
export async function findApiKeyCaller(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  key: string,
  address: string,
): Promise<Caller> {
  const at = now().toISOString()
  const hash = hashToken(key)
  const row = await findKey(
    db,
    sql<boolean>`(hash = ${hash} or (previous_hash = ${hash} and rotated_until > ${at}))`,
    at,
  )
  if (!row) throw new HttpError(401, 'signed_out', authMessages.apiKeyNotValid)
  const network = formatNetwork(address)
  const idleMs = Date.parse(at) - Date.parse(row.lastUsedAt ?? new Date(0).toISOString())
  if (idleMs > lastUseIntervalMs || row.lastUsedFrom !== network)
    await sql`update api_keys set last_used_at = ${at}, last_used_from = ${network}
      where id = ${row.keyId}`.execute(db)
  return { ...limitToKey(row), tokenId: 0, factorConfirmedAt: null }
}

/**
 * Finds the account in whose name a job runs: its starter's, limited to the API key that started
 * it. Undefined if the account can't sign in or the key no longer works.
 */
export async function findJobAccount(
  connection: Connection,
  { userId, apiKeyId }: { userId: number; apiKeyId: number | null },
  now: string,
): Promise<ActingAccount | undefined> {
  if (apiKeyId === null) return findActiveOperator(connection, userId)
  const row = await findKey(connection, sql<boolean>`api_keys.id = ${apiKeyId}`, now)
  return row && limitToKey(row)
}
