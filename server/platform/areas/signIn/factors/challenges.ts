import { randomBytes } from 'node:crypto'
import { challengeLimits } from '#shared/areas/signIn/factors.ts'
import { challengeExpired } from '#shared/engine/secondFactor.ts'
import { hashToken } from '#server/platform/core/auth/tokens.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { ChallengeKind, Connection } from '#server/platform/database/schema.ts'
import { factorMessages } from './messages.ts'

type NewChallenge = { kind: ChallengeKind; userId: number | null; now: string }

/** `token` is the secret that its visitor sends back; `challenge` is what a passkey signs. */
export type CreatedChallenge = { token: string; challenge: string }

/** Creates a challenge, which works once and for five minutes. Only the token's hash is stored. */
export async function createChallenge(
  connection: Connection,
  { kind, userId, now }: NewChallenge,
): Promise<CreatedChallenge> {
  await connection.deleteFrom('signInChallenges').where('expiresAt', '<', now).execute()
  const token = randomBytes(32).toString('base64url')
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.parse(now) + challengeLimits.minutes * 60_000).toISOString()
  await connection
    .insertInto('signInChallenges')
    .values({ hash: hashToken(token), userId, kind, challenge, expiresAt, usedAt: null })
    .execute()
  return { token, challenge }
}

export type OpenChallenge = {
  hash: string
  kind: ChallengeKind
  userId: number | null
  challenge: string
}

/**
 * Counts an attempt at a challenge and returns it. Rejects one that is used, expired, unknown, or
 * has no attempts left with 401, or with 422 if the user is signed in.
 */
export async function countChallengeAttempt(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  token: string,
  kinds: readonly ChallengeKind[],
): Promise<OpenChallenge> {
  const challenge = await db
    .updateTable('signInChallenges')
    .set((column) => ({ attempts: column('attempts', '+', 1) }))
    .where('hash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now().toISOString())
    .where('attempts', '<', challengeLimits.attempts)
    .returning(['hash', 'kind', 'userId', 'challenge'])
    .executeTakeFirst()
  if (!challenge) throw createExpiredError(kinds)
  return challenge
}

/** Uses a challenge up. Rejects it with 401 if another call was first. */
export async function useChallenge(
  trx: Connection,
  { hash, kind }: OpenChallenge,
  now: string,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('signInChallenges')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw createExpiredError([kind])
}

/** A signed-in user gets a 422: a 401 would say that the session has ended. */
const createExpiredError = (kinds: readonly ChallengeKind[]) =>
  kinds.some((kind) => kind === 'registration' || kind === 'stepUp')
    ? new HttpError(422, challengeExpired, factorMessages.tooLate)
    : new HttpError(401, challengeExpired, factorMessages.expired)
