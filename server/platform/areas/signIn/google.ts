import { createHash } from 'node:crypto'
import { GoogleSignIn } from '#shared/areas/signIn/googleSignIn.ts'
import { is } from '#shared/engine/is.ts'
import { platformPaths } from '#shared/engine/platformCalls.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, Call } from '#server/platform/core/http/call.ts'
import { badRequest, HttpError } from '#server/platform/core/platform/httpError.ts'
import { callSchemas } from '#server/platform/core/records/recordSchemas.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { createDeviceToken, findDevice, parseDevices } from './devices.ts'
import { clockToleranceSeconds } from './googleTokens.ts'
import type { VerifyIdToken } from '#server/platform/core/auth/verifyIdToken.ts'
import { createRejectedSignInEntries } from './rejectedSignIns.ts'
import { lockActiveUserRecord } from './userRecords.ts'
import { createFactorDemand, createSecondFactorError } from './factors/completeSignIn.ts'
import { recordSignInDevice } from './recordSignInDevice.ts'
import { loadSignedInUser } from './signedInUser.ts'
import { purgeExpiredTokens, issueToken } from '#server/platform/core/auth/tokens.ts'
import { accountMessages } from './messages.ts'

const textSchema = { type: 'string' }

/** POST /superAdmin/auth/google (spec.md section 7), offered if a client ID is set. */
export const buildGoogleCall = (verify: VerifyIdToken): Call => ({
  kind: 'open',
  method: 'post',
  path: platformPaths.google,
  summary: 'Sign in with a Google ID token, which can be used only once',
  body: {
    type: 'object',
    properties: { idToken: textSchema, nonce: textSchema },
    required: ['idToken', 'nonce'],
  },
  success: {
    status: 200,
    schema: {
      type: 'object',
      properties: {
        data: {
          allOf: [
            callSchemas.userDetails,
            {
              type: 'object',
              properties: { token: textSchema, device: textSchema },
              required: ['token', 'device'],
            },
          ],
        },
      },
      required: ['data'],
    },
  },
  errorStatuses: [502],
  handler: (request, platform) => signInWithGoogle(request, platform, verify),
})

const { googleRejected, otherGoogleAccount } = accountMessages

/**
 * Locks the account that this Google account signed in to before, whatever its email address is
 * now. Before the first sign-in, locks the active account with the email address.
 */
async function lockGoogleUser(trx: Connection, { sub, email }: { sub: string; email: string }) {
  const linked = await trx
    .selectFrom('users')
    .select('email')
    .where('googleSub', '=', sub)
    .executeTakeFirst()
  const user = await lockActiveUserRecord(trx, linked?.email ?? email)
  if (!user) return undefined
  // Read after the lock: of two sign-ins at once, the second finds what the first linked.
  const { googleSub } = await trx
    .selectFrom('users')
    .select('googleSub')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return { ...user, googleSub }
}

const linkGoogle = (trx: Connection, id: number, googleSub: string) =>
  trx.updateTable('users').set({ googleSub }).where('id', '=', id).execute()

/**
 * Signs in with Google. Except for a different linked account, all rejections are the same, so
 * strangers don't learn why a token or an account was rejected.
 */
async function signInWithGoogle(
  request: ApiRequest,
  platform: Platform,
  verify: VerifyIdToken,
): Promise<CallResult> {
  const { db } = platform
  const { body } = request
  if (!is(body, GoogleSignIn)) throw badRequest(accountMessages.googleBody)
  const at = platform.now()
  const identity = await verify(body, at)

  const now = at.toISOString()
  const devices = parseDevices(body)
  const { user, token, isOther, demand, wakeEmailQueue } = await db
    .transaction()
    .execute(async (trx) => {
      const isUsable =
        identity !== null && (await useNonce(trx, body.nonce, identity.expiresAt, at))
      const lockedUser =
        isUsable && identity.verified ? await lockGoogleUser(trx, identity) : undefined
      const isOther =
        lockedUser !== undefined &&
        lockedUser.googleSub !== null &&
        lockedUser.googleSub !== identity?.sub
      const user =
        lockedUser?.sIdentifier === operatorIdentifier && !isOther ? lockedUser : undefined
      if (user && identity && user.googleSub === null) await linkGoogle(trx, user.id, identity.sub)
      const demand = user
        ? await createFactorDemand(trx, platform, { userId: user.id, email: user.email, now })
        : null
      const audit = createAuditor(trx, { asked: request, now, actor: identity?.email ?? 'unknown' })
      const entries = user
        ? [{ event: demand ? 'auth.factorRequested' : 'auth.signedIn' }]
        : createRejectedSignInEntries(isOther ? otherGoogleAccount : googleRejected)
      await audit(
        ...entries.map((entry) => ({ ...entry, after: { with: accountMessages.google } })),
      )
      if (demand || !user) return { user, token: null, isOther, demand, wakeEmailQueue: null }
      const wakeEmailQueue = await recordSignInDevice(
        { trx, platform, now, audit },
        { user, request, device: findDevice(platform.secrets, user.email, devices) },
      )
      const token = await issueToken(trx, user, { now, ...request })
      return { user, token, isOther, demand, wakeEmailQueue }
    })
  if (demand) throw createSecondFactorError(demand)
  if (!user || token === null)
    throw new HttpError(401, 'refused', isOther ? otherGoogleAccount : googleRejected)
  await wakeEmailQueue?.()
  await purgeExpiredTokens(platform)
  const { permissions } = user
  const signedIn = await loadSignedInUser(db, user)
  const device = createDeviceToken(platform.secrets, user.email)
  return { status: 200, body: { data: { token, user: signedIn, permissions, device } } }
}

/**
 * Records a nonce; returns false if it was used before. Sign-ins with the same nonce wait for each
 * other. Deletes nonces whose tokens have expired.
 */
async function useNonce(
  trx: Connection,
  nonce: string,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  const purgeBefore = new Date(now.getTime() - 2 * clockToleranceSeconds * 1000).toISOString()
  await trx.deleteFrom('googleNonces').where('expiresAt', '<', purgeBefore).execute()
  const hash = createHash('sha256').update(nonce).digest('hex')
  const savedNonce = await trx
    .insertInto('googleNonces')
    .values({ hash, expiresAt: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return savedNonce !== undefined
}
