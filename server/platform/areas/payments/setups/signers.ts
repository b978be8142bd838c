import { sql } from 'kysely'
import { paymentModes } from '#shared/areas/payments/setupChoices.ts'
import type { PaymentMode } from '#shared/areas/payments/setupChoices.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { retiredCredentials } from './retiredCredentials.ts'
import { getCredentials } from './paymentSetup.ts'
import type { PaymentCredentials, PaymentSetup } from './paymentSetup.ts'

const sealedParts = ['secret', 'webhook'] as const
type SealedPart = (typeof sealedParts)[number]

type RetiredCredentialsRow = { id: number; mode: PaymentMode; publishable: string | null } & Record<
  `${SealedPart}Sealed`,
  string | null
>

/**
 * Loads the credentials that may sign a setup's events: those of both modes, and replaced ones
 * until they expire.
 */
export async function loadEventSigningCredentials(
  platform: Platform,
  setup: PaymentSetup,
): Promise<PaymentCredentials[]> {
  const secrets = await openSecrets(platform, paymentSetups, setup)
  const modes = Object.keys(paymentModes) as PaymentMode[] // The keys of the table.
  const { rows } = await sql<RetiredCredentialsRow>`
    select id, mode, publishable, secret_sealed, webhook_sealed from ${sql.table(retiredCredentials)}
    where setup_id = ${setup.id} and ends_at > ${platform.now().toISOString()}
    order by id desc`.execute(platform.db)
  const openSealed = (row: RetiredCredentialsRow, part: SealedPart) => {
    const sealed = row[`${part}Sealed`]
    return (
      sealed &&
      platform.secrets.open({ table: retiredCredentials, column: part, id: row.id }, sealed)
    )
  }
  return [
    ...modes.map((mode) => getCredentials(setup, secrets, mode)),
    ...rows.map((row) => ({
      ...getCredentials(setup, secrets, row.mode),
      publishable: row.publishable,
      secret: openSealed(row, 'secret'),
      webhook: openSealed(row, 'webhook'),
    })),
  ]
}

/** Saves credentials that are about to be replaced, until `endsAt`. */
export async function saveRetiredCredentials(
  trx: Connection,
  { secrets: ring }: Pick<Platform, 'secrets'>,
  setupId: number,
  { credentials, now, endsAt }: { credentials: PaymentCredentials; now: string; endsAt: string },
): Promise<void> {
  const { mode, publishable } = credentials
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(retiredCredentials)} (setup_id, mode, publishable, replaced_at, ends_at)
    values (${setupId}, ${mode}, ${publishable}, ${now}, ${endsAt}) returning id`.execute(trx)
  const id = rows[0]?.id ?? 0 // Inserted above.
  const [secret, webhook] = sealedParts.map((column) => {
    const text = credentials[column]
    return text && ring.seal({ table: retiredCredentials, column, id }, text)
  })
  await sql`update ${sql.table(retiredCredentials)}
    set secret_sealed = ${secret}, webhook_sealed = ${webhook} where id = ${id}`.execute(trx)
}

/** Deletes expired credentials. */
export async function purgeRetiredCredentials({ db, now }: Platform): Promise<void> {
  await sql`delete from ${sql.table(retiredCredentials)} where ends_at <= ${now().toISOString()}`.execute(
    db,
  )
}
