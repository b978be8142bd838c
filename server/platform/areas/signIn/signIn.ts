import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { sql } from 'kysely'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { signInFields } from '#shared/areas/signIn/signIn.ts'
import { users } from '#shared/areas/users/users.ts'
import { toAccountKey, toNetworkKey } from '#shared/throttle.ts'
import { validateFields } from '#shared/engine/fields/validation.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { validationFailed, HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { requiresSso } from './requiresSso.ts'
import { createDeviceToken, findDevice, parseDevices } from './devices.ts'
import { attemptPassword } from './attemptPassword.ts'
import { countFailureTowardLockout } from './lockout.ts'
import { recordSignInDevice } from './recordSignInDevice.ts'
import { createFactorDemand, createSecondFactorError } from './factors/completeSignIn.ts'
import { createRejectedSignInEntries } from './rejectedSignIns.ts'
import { findUserByEmail, lockActiveUserRecord } from './userRecords.ts'
import { loadSignedInUser } from './signedInUser.ts'
import { purgeExpiredTokens, issueToken, revokeToken } from '#server/platform/core/auth/tokens.ts'
import { accountMessages } from './messages.ts'

/**
 * POST /auth/login: a wrong password and an unknown address take the same time and get the same
 * response and log entry.
 */
export async function handleSignIn(request: ApiRequest, platform: Platform): Promise<CallResult> {
  const { db, passwords, throttle } = platform
  const { email, password } = parseCredentials(request.body)
  const device = findDevice(platform.secrets, email, parseDevices(request.body))
  const network = toNetworkKey(request.clientAddress)
  const attempt = {
    account: ['sign-in', toAccountKey(email)].join(' '),
    network,
    device,
    isKnownNetwork: await isKnownNetwork(db, email, network),
  }
  const { verified: verifiedHash, wait } = await attemptPassword(
    throttle,
    attempt,
    async (decide, wait) => {
      const user = await findUserByEmail(db, email)
      const isCorrect = await passwords.verify(password, user?.passwordHash ?? null)
      const verifiedHash = isCorrect && user?.status === 'active' ? user.passwordHash : null
      decide(verifiedHash !== null)
      return { verified: verifiedHash, wait: verifiedHash === null ? wait : 0 }
    },
  )

  const now = platform.now().toISOString()
  const {
    user,
    token,
    elsewhere: mustUseSso,
    demand,
    wakeEmailQueue,
  } = await db.transaction().execute(async (trx) => {
    const audit = createAuditor(trx, { asked: request, now, actor: email })
    const lockedUser = verifiedHash === null ? undefined : await lockActiveUserRecord(trx, email)
    const user = lockedUser?.passwordHash === verifiedHash ? lockedUser : undefined
    const mustUseSso =
      user?.sIdentifier === storeAdminIdentifier && (await requiresSso(trx, user.id))
    const canSignIn = user && !mustUseSso
    const demand = canSignIn
      ? await createFactorDemand(trx, platform, { userId: user.id, email: user.email, now })
      : null
    if (demand) {
      await audit({ event: 'auth.factorRequested' })
      return { user, token: null, elsewhere: false, demand, wakeEmailQueue: null }
    }
    const rejectedEntries = createRejectedSignInEntries(
      mustUseSso ? accountMessages.ssoRequired : accountMessages.notCorrect,
      wait,
    )
    await audit(...(canSignIn ? [{ event: 'auth.signedIn' }] : rejectedEntries))
    if (!user && device !== undefined) await countFailureTowardLockout(trx, email, { now, audit })
    const wakeEmailQueue = canSignIn
      ? await recordSignInDevice({ trx, platform, now, audit }, { user, request, device })
      : null
    const token = canSignIn ? await issueToken(trx, user, { now, ...request }) : null
    return { user, token, elsewhere: mustUseSso, demand, wakeEmailQueue }
  })
  if (mustUseSso) throw new HttpError(401, 'sign_on_required', accountMessages.ssoRequired)
  if (demand) throw createSecondFactorError(demand)
  if (!user || token === null) throw new HttpError(401, 'refused', accountMessages.notCorrect)
  await wakeEmailQueue?.()
  await purgeExpiredTokens(platform)
  const { permissions } = user
  const signedIn = await loadSignedInUser(db, user)
  const deviceToken = device ?? createDeviceToken(platform.secrets, email)
  return {
    status: 200,
    body: { status: 200, token, user: signedIn, permissions, device: deviceToken },
  }
}

/**
 * Whether the account signed in from this network before. One query, whether the account exists or
 * not.
 */
async function isKnownNetwork(db: Connection, email: string, network: string): Promise<boolean> {
  const { rows } = await sql`select from users
    where email = lower(${email}) and ${network} = any(known_networks)`.execute(db)
  return rows.length > 0
}

function parseCredentials(body: unknown): { email: string; password: string } {
  const { email, password }: Record<string, unknown> = is(body, type({})) ? body : {}
  const fields = validateFields(signInFields, { email, password })
  if (Object.keys(fields).length > 0) throw validationFailed(fields)
  // `signInFields` requires strings.
  const credentials = { email, password } as { email: string; password: string }
  return { ...credentials, email: normalizeAccountEmail(credentials.email) }
}

/** POST /auth/logout: ends this session with its views, or only this view. */
export async function handleSignOut({ trx, caller, audit }: RequestContext): Promise<CallResult> {
  await revokeToken(trx, caller.tokenId)
  const target = { type: users.name, id: caller.id, label: caller.email }
  await audit(caller.viewer ? { event: 'users.viewEnded', target } : { event: 'auth.signedOut' })
  return { status: 204 }
}
