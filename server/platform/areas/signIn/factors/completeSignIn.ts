import { assign, string, type } from 'superstruct'
import { toNetworkKey } from '#shared/throttle.ts'
import { secondFactorRequired } from '#shared/engine/secondFactor.ts'
import type { SecondFactorDemand } from '#shared/engine/secondFactor.ts'
import { is } from '#shared/engine/is.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { toAccountTarget } from '#server/platform/core/audit/accountTarget.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { issueToken, purgeExpiredTokens } from '#server/platform/core/auth/tokens.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { badRequest, HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { attemptPassword } from '../attemptPassword.ts'
import { createDeviceToken, findDevice, parseDevices } from '../devices.ts'
import { countFailureTowardLockout } from '../lockout.ts'
import { recordSignInDevice } from '../recordSignInDevice.ts'
import { loadSignedInUser } from '../signedInUser.ts'
import { createRejectedSignInEntries } from '../rejectedSignIns.ts'
import { lockActiveUserById } from '../userRecords.ts'
import { findFactorDemand, findFactorMethods } from './accountFactors.ts'
import { countChallengeAttempt, createChallenge, useChallenge } from './challenges.ts'
import { rejectClonedPasskey } from './clonedPasskey.ts'
import { factorMessages } from './messages.ts'
import { buildAuthenticationOptions, usePasskey, verifyPasskey } from './passkeys.ts'
import { createTotpSecret } from './totp.ts'
import { FactorProof, getFactorName, getFactorRejection, verifyFactor } from './verifyFactor.ts'

/**
 * Creates the demand for a second factor if the account has one or must add one before it signs in.
 * Null if the password is enough.
 */
export async function createFactorDemand(
  trx: Connection,
  platform: Pick<Platform, 'consoleOrigin' | 'secrets'>,
  { userId, email, now }: { userId: number; email: string; now: string },
): Promise<SecondFactorDemand | null> {
  const methods = await findFactorMethods(trx, userId)
  if (methods.length === 0) {
    const demand = await findFactorDemand(trx, userId)
    if (!demand || demand.dueAt > now) return null
    const { token } = await createChallenge(trx, { kind: 'enrollment', userId, now })
    const { uri } = await createTotpSecret(trx, platform.secrets, { userId, email, now })
    return { challenge: token, methods: [], enroll: true, uri }
  }
  const { token, challenge } = await createChallenge(trx, { kind: 'signIn', userId, now })
  const options = methods.includes('passkey')
    ? await buildAuthenticationOptions(trx, platform, { userId, challenge })
    : null
  return { challenge: token, methods, enroll: false, options }
}

/** Rejects a sign-in that needs a second factor. The password was correct. */
export const createSecondFactorError = (secondFactor: SecondFactorDemand) =>
  new HttpError(
    401,
    secondFactorRequired,
    secondFactor.enroll ? factorMessages.enroll : factorMessages.required,
    { secondFactor },
  )

const ChallengeBody = type({ challenge: string() })

/**
 * POST /auth/secondFactor: completes a sign-in. Wrong codes are counted per account and challenge,
 * and lock the account like wrong passwords, because the password is known already.
 */
export async function handleSecondFactor(
  request: ApiRequest,
  platform: Platform,
): Promise<CallResult> {
  const { body } = request
  if (!is(body, ChallengeBody)) throw badRequest(factorMessages.challengeBody)
  if (!is(body, FactorProof)) throw badRequest(factorMessages.proofBody)
  const challenge = await countChallengeAttempt(platform, body.challenge, ['signIn', 'enrollment'])
  const isEnrollment = challenge.kind === 'enrollment'
  const userId = challenge.userId ?? 0 // Both kinds belong to an account.
  const { db, throttle } = platform
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const device = findDevice(platform.secrets, email, parseDevices(body))
  const attempt = { account: ['factor', userId].join(' '), device }
  const now = platform.now().toISOString()
  const signedIn = await attemptPassword(throttle, attempt, async (decide, wait) => {
    const totpState = isEnrollment ? 'unconfirmed' : 'confirmed'
    const verified =
      isEnrollment && body.method !== 'totp'
        ? null
        : await verifyFactor(platform, body, { userId, challenge: challenge.challenge, totpState })
    if (verified?.cloned) await rejectClonedPasskey(request, platform, verified.cloned)
    const token = await db.transaction().execute(async (trx) => {
      const audit = createAuditor(trx, { asked: request, now, actor: email })
      const user = verified && (await lockActiveUserById(trx, userId))
      if (!user || !(await verified.use(trx, now))) {
        const [refused, ...others] = createRejectedSignInEntries(getFactorRejection(body), wait)
        await audit({ ...refused, event: 'auth.factorRefused' }, ...others)
        await countFailureTowardLockout(trx, email, { now, audit })
        return null
      }
      await useChallenge(trx, challenge, now)
      await audit({ event: 'auth.signedIn', after: { with: getFactorName(body) } })
      if (isEnrollment) await audit({ event: 'users.totpAdded', target: toAccountTarget(user) })
      const context = { trx, platform, now, audit }
      const wakeEmailQueue = await recordSignInDevice(context, { user, request, device })
      return { token: await issueToken(trx, user, { now, ...request }), user, wakeEmailQueue }
    })
    decide(token !== null)
    return token
  })
  if (!signedIn) throw new HttpError(401, 'wrong_factor', getFactorRejection(body))
  return respondToSignIn(platform, signedIn, device)
}

/** POST /auth/passkey/options: a challenge for any passkey, before anybody says who they are. */
export async function handleCreatePasskeyChallenge(
  _request: ApiRequest,
  platform: Platform,
): Promise<CallResult> {
  const { db, now } = platform
  const at = now().toISOString()
  const { token, challenge } = await createChallenge(db, { kind: 'passkey', userId: null, now: at })
  const options = await buildAuthenticationOptions(db, platform, { userId: null, challenge })
  return { status: 200, body: { challenge: token, options } }
}

const PasskeyBody = assign(ChallengeBody, type({ response: type({}) }))

/**
 * POST /auth/passkey: signs in with a passkey alone. It is both factors: the device, and the PIN or
 * fingerprint that it asked for.
 */
export async function handlePasskeySignIn(
  request: ApiRequest,
  platform: Platform,
): Promise<CallResult> {
  const { body } = request
  if (!is(body, PasskeyBody)) throw badRequest(factorMessages.passkeyBody)
  const challenge = await countChallengeAttempt(platform, body.challenge, ['passkey'])
  const { db, throttle } = platform
  // A signature can't be guessed, so attempts are counted only by network.
  const network = ['passkey', toNetworkKey(request.clientAddress)].join(' ')
  const now = platform.now().toISOString()
  const signedIn = await attemptPassword(throttle, { account: network }, async (decide) => {
    const passkey = await verifyPasskey(platform, body.response, {
      challenge: challenge.challenge,
      userId: null,
    })
    if (passkey?.isCloned) await rejectClonedPasskey(request, platform, passkey)
    const result = await db.transaction().execute(async (trx) => {
      const user = passkey && (await lockActiveUserById(trx, passkey.userId))
      const audit = createAuditor(trx, { asked: request, now, actor: user?.email ?? 'unknown' })
      const isOperator = user?.sIdentifier === operatorIdentifier
      if (!user || !isOperator || !passkey || !(await usePasskey(trx, passkey, now))) {
        const [refused] = createRejectedSignInEntries(factorMessages.wrongPasskey)
        if (refused) await audit({ ...refused, event: 'auth.factorRefused' })
        return null
      }
      await useChallenge(trx, challenge, now)
      await audit({ event: 'auth.signedIn', after: { with: getFactorName({ method: 'passkey' }) } })
      const context = { trx, platform, now, audit }
      const device = findDevice(platform.secrets, user.email, parseDevices(body))
      const wakeEmailQueue = await recordSignInDevice(context, { user, request, device })
      return { token: await issueToken(trx, user, { now, ...request }), user, wakeEmailQueue }
    })
    decide(result !== null)
    return result
  })
  if (!signedIn) throw new HttpError(401, 'wrong_factor', factorMessages.wrongPasskey)
  const device = findDevice(platform.secrets, signedIn.user.email, parseDevices(body))
  return respondToSignIn(platform, signedIn, device)
}

type SignedIn = {
  token: string
  user: NonNullable<Awaited<ReturnType<typeof lockActiveUserById>>>
  wakeEmailQueue: (() => Promise<void>) | null
}

/** Responds to a sign-in in the format of spec.md section 7. */
export async function respondToSignIn(
  platform: Platform,
  { token, user, wakeEmailQueue }: SignedIn,
  device: string | undefined,
): Promise<CallResult> {
  await wakeEmailQueue?.()
  await purgeExpiredTokens(platform)
  const { permissions, email } = user
  const signedIn = await loadSignedInUser(platform.db, user)
  const deviceToken = device ?? createDeviceToken(platform.secrets, email)
  return {
    status: 200,
    body: { status: 200, token, user: signedIn, permissions, device: deviceToken },
  }
}
