import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { generatePassword, getSecureRandom } from '#shared/areas/signIn/generatePassword.ts'
import { permissions } from '#shared/permissions/permissions.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { createAccount, ensureUserGroup } from '#server/platform/core/auth/accounts.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Settings } from '#server/platform/settings.ts'
import { accountMessages } from './messages.ts'

export const defaultOperatorEmail = 'operator@example.com'
const superAdministratorGroup = {
  name: accountMessages.superAdministrators,
  permissions: Object.keys(permissions),
}

/**
 * How to sign in: the password only if this start generated it, its file until the password is
 * changed.
 */
export type OperatorSignIn = {
  email: string
  password: string | null
  passwordFile: string | null
}

/**
 * Ensures that an operator can sign in. Never changes an existing account. An `OPERATOR_EMAIL`
 * without an account creates one.
 */
export async function ensureOperator(
  platform: Platform,
  settings: Pick<Settings, 'operatorEmail' | 'operatorPassword'>,
): Promise<OperatorSignIn> {
  const { db, passwordFile, passwords } = platform
  const generated = settings.operatorPassword === null ? generatePassword(getSecureRandom) : null
  // Hashed on every start, so that no transaction waits for it.
  const passwordHash = await passwords.hash(settings.operatorPassword ?? generated ?? '')
  const operator = await db.transaction().execute(async (trx) => {
    // Replicas may start at the same time, and only one of them creates the account.
    await sql`select pg_advisory_xact_lock(hashtext('operator'))`.execute(trx)
    const groupId = await ensureUserGroup(
      trx,
      superAdministratorGroup,
      platform.now().toISOString(),
    )
    // The group gets all stores, unless a member who is limited to some stores would gain others.
    await sql`update user_groups set built_in = true, all_stores = all_stores or not exists (
      select from users where group_ids @> array[${groupId}::int] and not all_stores)
      where id = ${groupId}`.execute(trx)
    const existing = await findOperator(trx, settings.operatorEmail)
    const email = settings.operatorEmail ?? defaultOperatorEmail
    return existing
      ? { ...existing, password: null }
      : createOperator(trx, platform, email, { generated, passwordHash })
  })
  await deleteUnusedPasswordFile(platform)
  return {
    email: operator.email,
    password: operator.password,
    passwordFile: operator.passwordGenerated && existsSync(passwordFile) ? passwordFile : null,
  }
}

const findOperator = (trx: Connection, email: string | null) =>
  trx
    .selectFrom('users')
    .select(['email', 'passwordGenerated'])
    .$if(email === null, (query) => query.where('sIdentifier', '=', operatorIdentifier))
    .$if(email !== null, (query) => query.where('email', '=', normalizeAccountEmail(email ?? '')))
    .orderBy('id')
    .executeTakeFirst()

async function createOperator(
  trx: Connection,
  { passwordFile, now }: Platform,
  email: string,
  { generated, passwordHash }: { generated: string | null; passwordHash: string },
) {
  // The file comes before the account: an unused file is deleted at the next start, but a lost
  // password is lost.
  if (generated !== null) {
    await rm(passwordFile, { force: true })
    await writeFile(passwordFile, `${generated}\n`, { mode: 0o600, flag: 'wx' })
  }
  await createAccount(trx, {
    name: accountMessages.operator,
    email,
    passwordHash,
    sIdentifier: operatorIdentifier,
    group: superAdministratorGroup,
    passwordGenerated: generated !== null,
    now: now().toISOString(),
  })
  return { email, password: generated, passwordGenerated: generated !== null }
}

/** Deletes the file when no account has the generated password anymore. */
export async function deleteUnusedPasswordFile({ db, passwordFile }: Platform): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('passwordGenerated', '=', true)
    .executeTakeFirst()
  if (!user) await rm(passwordFile, { force: true })
}
