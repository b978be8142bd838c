import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { sql } from 'kysely'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { signInFields } from '#shared/areas/signIn/signIn.ts'
import { accountOf, networkOf } from '#shared/areas/signIn/throttle.ts'
import { errorsIn } from '#shared/engine/fields/validation.ts'
import { auditor } from '#server/platform/core/audit/audit.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { invalid, Refusal } from '#server/platform/core/platform/refusal.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { mustSignOn } from '../sso/required.ts'
import { createDeviceToken, findDevice, parseDevices } from './devices.ts'
import { guess } from './guess.ts'
import { countFailure } from './lockout.ts'
import { signedInUser } from './signedInUser.ts'
import { permissionsOfUser, storesOfUser } from '#server/platform/core/auth/permissionSql.ts'
import { forgetOldTokens, issueToken, revokeToken } from '#server/platform/core/auth/tokens.ts'
import { accountMessages } from './messages.ts'

/** POST /auth/login: a wrong password and an unknown address cost the same, and are told the same, in the audit log too. */
export async function signIn(asked: Asked, platform: Platform): Promise<Answer> {
  const { db, passwords, throttle } = platform
  const { email, password } = credentialsFrom(asked.body)
  const device = findDevice(platform.secrets, email, parseDevices(asked.body))
  const network = networkOf(asked.client)
  const guessed = {
    account: ['sign-in', accountOf(email)].join(' '),
    network,
    device,
    isKnownNetwork: await isKnownNetwork(db, email, network),
  }
  const { verified, wait } = await guess(throttle, guessed, async (decide, wait) => {
    const user = await userByEmail(db, email)
    const known = await passwords.verify(password, user?.passwordHash ?? null)
    const verified = known && user?.status === 'active' ? user.passwordHash : null
    decide(verified !== null)
    return { verified, wait: verified === null ? wait : 0 }
  })

  const now = platform.now().toISOString()
  const { user, token, elsewhere } = await db.transaction().execute(async (trx) => {
    const audit = auditor(trx, { asked, now, actor: email })
    const held = verified === null ? undefined : await holdByEmail(trx, email)
    const user = held?.passwordHash === verified ? held : undefined
    const elsewhere = user?.sIdentifier === storeAdminIdentifier && (await mustSignOn(trx, user.id))
    const mayEnter = user && !elsewhere
    const refused = refusedSignIn(
      elsewhere ? accountMessages.ssoRequired : accountMessages.notCorrect,
      wait,
    )
    await audit(...(mayEnter ? [{ event: 'auth.signedIn' }] : refused))
    if (!user && device !== undefined) await countFailure(trx, email, { now, audit })
    const token = mayEnter ? await issueToken(trx, user, { now, ...asked }) : null
    return { user, token, elsewhere }
  })
  if (elsewhere) throw new Refusal(401, 'sign_on_required', accountMessages.ssoRequired)
  if (!user || token === null) throw new Refusal(401, 'refused', accountMessages.notCorrect)
  await forgetOldTokens(platform)
  const { permissions } = user
  const signedIn = await signedInUser(db, user)
  const shown = device ?? createDeviceToken(platform.secrets, email)
  return {
    status: 200,
    body: { status: 200, token, user: signedIn, permissions, device: shown },
  }
}

/** What is logged of a sign-in that was refused: from so many of them on, that the next one has to wait. */
export const refusedSignIn = (cause: string, wait = 0): AuditEntry[] => [
  { event: 'auth.refused', cause, severity: 'warning' },
  ...(wait > 0
    ? [
        {
          event: 'auth.lockedOut',
          cause: accountMessages.mustWait,
          severity: 'warning',
          after: { wait },
        } as const,
      ]
    : []),
]

const byEmail = (connection: Connection, email: string) =>
  connection
    .selectFrom('users')
    .select(['id', 'storeId', 'sIdentifier', 'name', 'email', 'status', 'passwordHash'])
    .select([permissionsOfUser, storesOfUser])
    .where('email', '=', sql<string>`lower(${email})`)

/** The account of an address, whatever its case. */
export const userByEmail = (connection: Connection, email: string) =>
  byEmail(connection, email).executeTakeFirst()

/**
 * The account that may sign in by this address, held until the transaction ends: whoever changes its password, or suspends it, is
 * waited for, or finds the token that was given.
 */
export const holdByEmail = (trx: Connection, email: string) =>
  byEmail(trx, email).where('status', '=', 'active').forNoKeyUpdate('users').executeTakeFirst()

/** By one query, whether the account exists or not. */
async function isKnownNetwork(db: Connection, email: string, network: string): Promise<boolean> {
  const { rows } = await sql`select from users
    where email = lower(${email}) and ${network} = any(known_networks)`.execute(db)
  return rows.length > 0
}

function credentialsFrom(body: unknown): { email: string; password: string } {
  const { email, password }: Record<string, unknown> = is(body, type({})) ? body : {}
  const fields = errorsIn(signInFields, { email, password })
  if (Object.keys(fields).length > 0) throw invalid(fields)
  // `signInFields` asks for texts.
  const given = { email, password } as { email: string; password: string }
  return { ...given, email: normalizeAccountEmail(given.email) }
}

/** POST /auth/logout */
export async function signOut({ trx, caller, audit }: Change): Promise<Answer> {
  await revokeToken(trx, caller.tokenId)
  await audit({ event: 'auth.signedOut' })
  return { status: 204 }
}
