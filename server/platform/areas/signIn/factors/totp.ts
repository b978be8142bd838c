import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { messages } from '#shared/messages.ts'
import type { TotpSetup } from '#shared/areas/signIn/factors.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import type { KeyRing } from '#server/platform/core/secrets/keyRing.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { factorMessages } from './messages.ts'

const period = 30
const digits = 6
/** Codes of one step before and after count too, because phones' clocks differ. */
const toleranceSteps = 1
/** RFC 4226 asks for 160 bits. */
const secretBytes = 20

const getSecretLocation = (id: number) => ({ table: 'totpSecrets', column: 'secret', id })

const createTotp = (email: string, secret: Secret) =>
  new TOTP({ issuer: messages.product, label: email, secret, period, digits })

/**
 * Creates an unconfirmed secret for an account, in place of an earlier unconfirmed one. Rejects an
 * account whose authenticator app counts already.
 */
export async function createTotpSecret(
  trx: Connection,
  secrets: KeyRing,
  { userId, email, now }: { userId: number; email: string; now: string },
): Promise<TotpSetup> {
  const secret = new Secret({ size: secretBytes })
  // Two requests at the same time take turns here, because an account has one row.
  const row = await trx
    .insertInto('totpSecrets')
    .values({ userId, secretSealed: null, createdAt: now, confirmedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ createdAt: now, lastUsedStep: 0 })
        .where('totpSecrets.confirmedAt', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) throw invalidState(factorMessages.hasTotp)
  await trx
    .updateTable('totpSecrets')
    .set({ secretSealed: secrets.seal(getSecretLocation(row.id), secret.base32) })
    .where('id', '=', row.id)
    .execute()
  return { secret: secret.base32, uri: createTotp(email, secret).toString() }
}

/** Whether a row's secret was confirmed by its first code. */
export const isConfirmedSql = sql<boolean>`(confirmed_at is not null)`

/** Whether an account's app counts already, or is being set up. */
type TotpState = 'confirmed' | 'unconfirmed'

/**
 * Finds the time step of a code; null if the code isn't correct. Doesn't tell whether it was used.
 */
export async function findTotpStep(
  connection: Connection,
  secrets: KeyRing,
  { userId, code, at, state }: { userId: number; code: string; at: Date; state: TotpState },
): Promise<{ id: number; step: number } | null> {
  const row = await connection
    .selectFrom('totpSecrets')
    .select(['id', 'secretSealed'])
    .where('userId', '=', userId)
    .where(sql<boolean>`${isConfirmedSql} = ${state === 'confirmed'}`)
    .executeTakeFirst()
  if (!row?.secretSealed) return null
  const secret = Secret.fromBase32(secrets.open(getSecretLocation(row.id), row.secretSealed))
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = at.getTime()
  const delta = createTotp('', secret).validate({ token, timestamp, window: toleranceSteps })
  if (delta === null) return null
  return { id: row.id, step: Math.floor(timestamp / 1000 / period) + delta }
}

/**
 * Uses a code's time step, and confirms the secret. Returns false if this or a later step was used
 * before: a code counts once.
 */
export async function useTotpStep(
  trx: Connection,
  { id, step }: { id: number; step: number },
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totpSecrets')
    .set(({ fn, val }) => ({
      lastUsedStep: step,
      confirmedAt: fn.coalesce('confirmedAt', val(now)),
    }))
    .where('id', '=', id)
    .where('lastUsedStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
