import { signedInStatuses } from './signedInStatuses.ts'
import type { Platform } from '../platform/platform.ts'
import { sessionPermissionsSql, sessionStoreIdsSql } from './permissionSql.ts'
import { findViewed, tokenLifetime } from './tokens.ts'
import type { Caller } from './tokens.ts'

/**
 * The parts of a session that an open stream depends on: the account, its kind, permissions, and
 * stores.
 */
export type Session = Pick<Caller, 'id' | 'sIdentifier' | 'permissions' | 'storeIds'>

/**
 * Loads the current sessions with these token IDs. Ended and expired ones are missing. A view is a
 * session of the viewed account.
 */
export async function findSessions(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  tokenIds: readonly number[],
): Promise<Map<number, Session>> {
  const at = now().getTime()
  const toCutoff = (ms: number) => new Date(at - ms).toISOString()
  const rows = await db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.userId')
    .select(['tokens.id as tokenId', 'users.id', 'sIdentifier'])
    .select([sessionPermissionsSql, sessionStoreIdsSql])
    .select('tokens.viewedUserId')
    .where('tokens.id', 'in', tokenIds)
    .where('status', 'in', signedInStatuses)
    .where('tokens.lastUsedAt', '>=', toCutoff(tokenLifetime.idleMs))
    .where('tokens.createdAt', '>=', toCutoff(tokenLifetime.absoluteMs))
    .where((where) =>
      where.or([
        where('tokens.expiresAt', 'is', null),
        where('tokens.expiresAt', '>', toCutoff(0)),
      ]),
    )
    .execute()
  const sessions = await Promise.all(
    rows.map(async ({ tokenId, viewedUserId, ...session }) => {
      const shown = viewedUserId === null ? session : await findViewed(db, session, viewedUserId)
      return shown ? [[tokenId, shown] as const] : []
    }),
  )
  return new Map(sessions.flat())
}

/** Lists an account's sessions that haven't expired, the last active one first. */
export function listSessions({ db, now }: Pick<Platform, 'db' | 'now'>, userId: number) {
  const toCutoff = (ms: number) => new Date(now().getTime() - ms).toISOString()
  return db
    .selectFrom('tokens')
    .select(['id', 'agent', 'ip', 'createdAt', 'lastUsedAt as lastSeen'])
    .where('userId', '=', userId)
    .where('viewedUserId', 'is', null)
    .where('lastUsedAt', '>', toCutoff(tokenLifetime.idleMs))
    .where('createdAt', '>', toCutoff(tokenLifetime.absoluteMs))
    .orderBy('lastUsedAt', 'desc')
    .execute()
}

/** Whether a session is unchanged: the same account and kind, permissions, and stores. */
export const hasSameAccess = (one: Session, other: Session): boolean =>
  one.id === other.id &&
  one.sIdentifier === other.sIdentifier &&
  isSameList(one.permissions, other.permissions) &&
  isSameList(one.storeIds, other.storeIds)

const isSameList = <Item>(one: readonly Item[] | null, other: readonly Item[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((item, index) => item === other[index])
