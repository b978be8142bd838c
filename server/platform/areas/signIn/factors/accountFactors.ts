import { sql } from 'kysely'
import type { FactorMethod } from '#shared/areas/signIn/factors.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import type { Connection } from '#server/platform/database/schema.ts'

type FactorRow = { hasTotp: boolean; hasPasskey: boolean; hasCodes: boolean }

/** Finds the ways in which an account can confirm who it is. Empty without a second factor. */
export async function findFactorMethods(
  connection: Connection,
  userId: number,
): Promise<FactorMethod[]> {
  const { rows } = await sql<FactorRow>`select
    exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null) as has_totp,
    exists (select from passkeys where user_id = ${userId}) as has_passkey,
    exists (select from recovery_codes where user_id = ${userId} and used_at is null) as has_codes`.execute(
    connection,
  )
  const { hasTotp = false, hasPasskey = false, hasCodes = false } = rows[0] ?? {}
  if (!hasTotp && !hasPasskey) return []
  return [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasTotp ? (['totp'] as const) : []),
    ...(hasCodes ? (['recovery'] as const) : []),
  ]
}

/** Whether the platform demands a second factor of an account, and from when; null if not. */
export async function findFactorDemand(
  connection: Connection,
  userId: number,
): Promise<{ dueAt: string } | null> {
  const { rows } = await sql<{ dueAt: string }>`
    select to_char((greatest(demanded_since, users.created_at) + grace_days * interval '1 day')
      at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due_at
    from second_factor_policies as policy, users
    where users.id = ${userId} and s_identifier = ${operatorIdentifier} and demanded_since is not null
      and (demand = 'all' or demand = 'groups' and policy.group_ids && users.group_ids)
    limit 1`.execute(connection)
  return rows[0] ?? null
}

/** Deletes all second factors of an account. Returns false if it had none. */
export async function deleteFactors(trx: Connection, userId: number): Promise<boolean> {
  const hadFactors = (await findFactorMethods(trx, userId)).length > 0
  for (const table of ['passkeys', 'totpSecrets', 'recoveryCodes', 'signInChallenges'] as const)
    await trx.deleteFrom(table).where('userId', '=', userId).execute()
  return hadFactors
}
