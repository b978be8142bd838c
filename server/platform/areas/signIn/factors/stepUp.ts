import { enums, object, string, type, union } from 'superstruct'
import type { Infer } from 'superstruct'
import type { StepUpOptions } from '#shared/engine/stepUp.ts'
import { is } from '#shared/engine/is.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { CallResult, PerformWrite } from '#server/platform/core/http/call.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { badRequest, HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { attemptPassword } from '../attemptPassword.ts'
import { countFailureTowardLockout } from '../lockout.ts'
import { createRejectedSignInEntries } from '../rejectedSignIns.ts'
import { findFactorMethods } from './accountFactors.ts'
import { countChallengeAttempt, createChallenge, useChallenge } from './challenges.ts'
import type { OpenChallenge } from './challenges.ts'
import { rejectClonedPasskey } from './clonedPasskey.ts'
import { factorMessages } from './messages.ts'
import { buildAuthenticationOptions } from './passkeys.ts'
import { getFactorName, getFactorRejection, verifyFactor } from './verifyFactor.ts'
import type { VerifiedFactor } from './verifyFactor.ts'

/** POST /auth/stepUp/options: how this account can confirm, and a challenge for its passkeys. */
export async function handleListStepUpOptions(
  _request: ApiRequest,
  platform: Platform,
  caller: Caller,
): Promise<CallResult> {
  const { db, now } = platform
  const methods = await findFactorMethods(db, caller.id)
  if (!methods.includes('passkey')) {
    const body: StepUpOptions = {
      methods: methods.length > 0 ? methods : ['password'],
      challenge: null,
      options: null,
    }
    return { status: 200, body }
  }
  const at = now().toISOString()
  const created = await createChallenge(db, { kind: 'stepUp', userId: caller.id, now: at })
  const options = await buildAuthenticationOptions(db, platform, {
    userId: caller.id,
    challenge: created.challenge,
  })
  return {
    status: 200,
    body: { methods, challenge: created.token, options } satisfies StepUpOptions,
  }
}

const StepUpProof = union([
  type({ method: enums(['password']), password: string() }),
  type({ method: enums(['totp', 'recovery']), code: string() }),
  type({ method: enums(['passkey']), response: object(), challenge: string() }),
])
type StepUpProof = Infer<typeof StepUpProof>

/**
 * POST /auth/stepUp: confirms a factor of the signed-in account, so that its session can make calls
 * that need one for ten minutes. The password counts only without a second factor.
 */
export async function handleStepUp(
  request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  const { body } = request
  if (!is(body, StepUpProof)) throw badRequest(factorMessages.proofBody)
  const { throttle } = platform
  const attempt = { account: ['factor', caller.id].join(' ') }
  const rejection =
    body.method === 'password' ? factorMessages.wrongPassword : getFactorRejection(body)
  return attemptPassword(throttle, attempt, async (decide, wait) => {
    const challenge =
      body.method === 'passkey'
        ? await countChallengeAttempt(platform, body.challenge, ['stepUp'])
        : null
    const verified = await verifyStepUp(platform, caller, body, challenge)
    if (verified?.cloned) await rejectClonedPasskey(request, platform, verified.cloned, 422)
    if (!verified) {
      decide(false)
      await logRejectedStepUp(request, platform, caller, { rejection, wait })
      throw createRejection(body, rejection)
    }
    return perform(async ({ trx, now: at, audit }) => {
      if (!(await verified.use(trx, at))) throw createRejection(body, rejection)
      if (challenge) await useChallenge(trx, challenge, at)
      await trx
        .updateTable('tokens')
        .set({ factorConfirmedAt: at })
        .where('id', '=', caller.tokenId)
        .execute()
      const name = getFactorName(body)
      await audit({ event: 'auth.steppedUp', after: { with: name } })
      decide(true)
      return { status: 204 }
    })
  })
}

async function logRejectedStepUp(
  asked: ApiRequest,
  { db, now }: Platform,
  { email }: Caller,
  { rejection, wait }: { rejection: string; wait: number },
): Promise<void> {
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    const audit = createAuditor(trx, { asked, now: at, actor: email })
    const [refused, ...others] = createRejectedSignInEntries(rejection, wait)
    await audit({ ...refused, event: 'auth.factorRefused' }, ...others)
    await countFailureTowardLockout(trx, email, { now: at, audit })
  })
}

/** A 422 with the sentence at its field, because the session stays. */
function createRejection(proof: StepUpProof, rejection: string): HttpError {
  const field = proof.method === 'password' ? 'password' : 'code'
  return new HttpError(422, 'wrong_factor', rejection, { fields: { [field]: rejection } })
}

async function verifyStepUp(
  platform: Platform,
  { id: userId }: Caller,
  proof: StepUpProof,
  challenge: OpenChallenge | null,
): Promise<VerifiedFactor | null> {
  if (proof.method === 'password') return verifyPassword(platform, userId, proof.password)
  if (challenge && challenge.userId !== userId) return null
  return verifyFactor(platform, proof, { userId, challenge: challenge?.challenge ?? '' })
}

/** The password alone doesn't count for an account with a second factor. */
async function verifyPassword(
  { db, passwords }: Platform,
  userId: number,
  password: string,
): Promise<VerifiedFactor | null> {
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await passwords.verify(password, passwordHash))) return null
  return { use: async (trx) => (await findFactorMethods(trx, userId)).length === 0 }
}
