import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { toNetworkKey } from '#shared/throttle.ts'
import { canView, limitToView, viewLifetimeMs } from './views.ts'
import { signedInStatuses } from './signedInStatuses.ts'
import type { TokenAudience } from '#server/platform/database/schema.ts'
import type { ApiRequest } from '../platform/apiRequest.ts'
import { unauthorized } from '../platform/httpError.ts'
import type { Platform } from '../platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import {
  sessionPermissionsSql,
  userPermissionsSql,
  sessionStoreIdsSql,
  userStoreIdsSql,
} from './permissionSql.ts'

/** A token expires after this time without use, and always this long after sign-in. */
export const tokenLifetime = { idleMs: 2 * 60 * 60_000, absoluteMs: 12 * 60 * 60_000 }

/** The maximum number of remembered networks per account. */
const maxKnownNetworks = 20

/** The precision of the last use. A write for each call would cost more than the call. */
const lastUseIntervalMs = 60_000

export type Account = {
  id: number
  storeId: number
  sIdentifier: number
  name: string
  email: string
  permissions: string[]
  /** The account's stores; null means all. */
  storeIds: number[] | null
}

/** The API key that a call was made with. */
export type UsedApiKey = {
  id: number
  name: string
  /** Networks in CIDR notation that the key works from; empty for all. */
  networks: readonly string[]
}

export type Caller = ActingAccount & {
  /** The ID of the session; 0 for an API key, which has none. */
  tokenId: number
  /**
   * When this session last proved a second factor, or the password if the account has none; null if
   * never.
   */
  factorConfirmedAt: string | null
  /** Who views the account, if this is a view: it reads, and changes nothing. */
  viewer?: AccountViewer
}
export type AccountViewer = Pick<Account, 'id' | 'name' | 'email'> & {
  /** When the view ends, ISO 8601. */
  until: string
}

/** An account that writes, perhaps through an API key. */
export type ActingAccount = Account & { apiKey?: UsedApiKey }

/** Returns who makes a call: in a view the viewer, never the viewed account. */
export const getActor = (caller: Caller): Pick<Account, 'id' | 'email'> => caller.viewer ?? caller

const getAudience = ({ sIdentifier }: Pick<Account, 'sIdentifier'>): TokenAudience =>
  sIdentifier === operatorIdentifier ? 'console' : 'store'

/**
 * Only the hash is stored, so reading the table doesn't allow sign-in. A token has 256 random bits
 * and needs no salt.
 */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

const createToken = () => randomBytes(32).toString('base64url')

type TokenOptions = Pick<ApiRequest, 'ip' | 'userAgent' | 'clientAddress'> & {
  now: string
  /** The store whose identity provider signed the user in. It limits the session to that store. */
  storeId?: number | null
}

export async function issueToken(
  connection: Connection,
  user: Pick<Account, 'id' | 'sIdentifier'>,
  { now, ip, userAgent, clientAddress, storeId = null }: TokenOptions,
): Promise<string> {
  const { id: userId } = user
  const audience = getAudience(user)
  const token = createToken()
  await connection
    .insertInto('tokens')
    .values({
      userId,
      hash: hashToken(token),
      audience,
      storeId,
      createdAt: now,
      lastUsedAt: now,
      // The visitor has just proved everything that the account asks for.
      factorConfirmedAt: now,
      ip,
      agent: userAgent,
    })
    .execute()
  await connection
    .updateTable('users')
    .set({
      lastSignIn: now,
      failedSignIns: 0,
      failedSince: null,
      knownNetworks: buildKnownNetworks(clientAddress),
    })
    .where('id', '=', userId)
    .execute()
  return token
}

/** Puts this network first, followed by the known ones, most recently used first. */
const buildKnownNetworks = (client: string) => {
  const network = toNetworkKey(client)
  return sql<string[]>`(array_prepend(${network}::text,
    array_remove(known_networks, ${network}::text)))[1:${sql.lit(maxKnownNetworks)}]`
}

/**
 * Returns the user whose token the `Authorization` header carries. Rejects a missing, unknown, or
 * expired token with 401, and also one of another audience, which must look unknown.
 */
export async function findCaller(
  { db, now }: Platform,
  authorization: string | undefined,
  audiences: readonly TokenAudience[] = ['console'],
): Promise<Caller> {
  const [, token] = /^Bearer ([\w-]{43})$/i.exec(authorization ?? '') ?? []
  if (!token) throw unauthorized()
  const row = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.userId')
    .select(['users.id', 'users.storeId', 'sIdentifier', 'name', 'email'])
    .select([sessionPermissionsSql, sessionStoreIdsSql])
    .select(['tokens.id as tokenId', 'tokens.createdAt', 'tokens.lastUsedAt', 'audience'])
    .select(['tokens.viewedUserId', 'tokens.expiresAt'])
    .select('factorConfirmedAt')
    .where('hash', '=', hashToken(token))
    .where('audience', 'in', audiences)
    .where('status', 'in', signedInStatuses)
    .executeTakeFirst()
  if (!row || row.audience !== getAudience(row)) throw unauthorized()

  const { createdAt, lastUsedAt, audience: _audience, viewedUserId, expiresAt, ...caller } = row
  const at = now().getTime()
  if (viewedUserId !== null && expiresAt !== null) {
    const view = at < Date.parse(expiresAt) ? await findViewed(db, caller, viewedUserId) : null
    if (!view) throw unauthorized()
    const { id, name, email, tokenId } = caller
    const viewer = { id, name, email, until: expiresAt }
    return { ...view, tokenId, factorConfirmedAt: null, viewer }
  }
  const idleMs = at - Date.parse(lastUsedAt)
  if (idleMs > tokenLifetime.idleMs || at - Date.parse(createdAt) > tokenLifetime.absoluteMs)
    throw unauthorized()
  if (idleMs > lastUseIntervalMs)
    await db
      .updateTable('tokens')
      .set({ lastUsedAt: new Date(at).toISOString() })
      .where('id', '=', caller.tokenId)
      .execute()
  return caller
}

/**
 * Finds the operator with this ID, for jobs that run in their name; undefined if the account can't
 * sign in to the console.
 */
export const findActiveOperator = (
  connection: Connection,
  id: number,
): Promise<Account | undefined> =>
  connection
    .selectFrom('users')
    .select(['id', 'storeId', 'sIdentifier', 'name', 'email', userPermissionsSql, userStoreIdsSql])
    .where('id', '=', id)
    .where('sIdentifier', '=', operatorIdentifier)
    .where('status', 'in', signedInStatuses)
    .executeTakeFirst()

/**
 * Finds what a view shows of an account. Null if its viewer may no longer view, or the account can't
 * sign in to the console.
 */
export async function findViewed(
  connection: Connection,
  viewer: Pick<Account, 'permissions' | 'storeIds'>,
  viewedUserId: number,
): Promise<Account | null> {
  const viewed = canView(viewer) ? await findActiveOperator(connection, viewedUserId) : undefined
  return viewed ? limitToView(viewed, viewer) : null
}

/**
 * Issues the token of a view. It ends with the session that it was started in, whichever way that
 * ends.
 */
export async function issueViewToken(
  connection: Connection,
  { caller, viewedUserId, now, ip, userAgent }: ViewTokenOptions,
): Promise<{ token: string; until: string }> {
  const { createdAt } = await connection
    .selectFrom('tokens')
    .select('createdAt')
    .where('id', '=', caller.tokenId)
    .executeTakeFirstOrThrow()
  const sessionEnd = Date.parse(createdAt) + tokenLifetime.absoluteMs
  const until = new Date(Math.min(Date.parse(now) + viewLifetimeMs, sessionEnd)).toISOString()
  const token = createToken()
  await connection
    .insertInto('tokens')
    .values({
      userId: caller.id,
      hash: hashToken(token),
      audience: getAudience(caller),
      storeId: null,
      createdAt: now,
      lastUsedAt: now,
      ip,
      agent: userAgent,
      viewedUserId,
      sessionId: caller.tokenId,
      expiresAt: until,
    })
    .execute()
  return { token, until }
}

type ViewTokenOptions = Pick<ApiRequest, 'ip' | 'userAgent'> & {
  caller: Caller
  viewedUserId: number
  now: string
}

/**
 * Attributes the transaction's writes to this account even if its email address changes, and to
 * its API key (migrations/0001_functions.ts and 0045_apiKeys.ts). Select it before writing.
 */
export const buildSetActingAccount = ({
  id,
  apiKey,
}: Pick<ActingAccount, 'id' | 'apiKey'>): RawBuilder<unknown> =>
  sql`set_config('platform.account', ${String(id)}, true),
    set_config('platform.api_key', ${apiKey?.name ?? ''}, true)`

export async function revokeToken(connection: Connection, tokenId: number): Promise<void> {
  await connection.deleteFrom('tokens').where('id', '=', tokenId).execute()
}

export async function revokeOtherTokens(connection: Connection, caller: Caller): Promise<void> {
  await connection
    .deleteFrom('tokens')
    .where('userId', '=', caller.id)
    .where('id', '!=', caller.tokenId)
    .execute()
}

export async function purgeExpiredTokens({ db, now }: Platform): Promise<void> {
  const toCutoff = (ms: number) => new Date(now().getTime() - ms).toISOString()
  await db
    .deleteFrom('tokens')
    .where((where) =>
      where.or([
        where('lastUsedAt', '<', toCutoff(tokenLifetime.idleMs)),
        where('createdAt', '<', toCutoff(tokenLifetime.absoluteMs)),
        where('expiresAt', '<', toCutoff(0)),
      ]),
    )
    .execute()
}

/** Converts a user to the API's format (spec.md section 3). */
export const toUserResponse = ({
  id,
  storeId,
  sIdentifier,
  name,
  email,
  storeIds,
}: Omit<Account, 'permissions'>) => ({
  id,
  storeId,
  sIdentifier,
  name,
  email,
  allStores: storeIds === null,
})
