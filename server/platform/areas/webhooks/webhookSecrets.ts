import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { SecretLocation } from '#server/platform/core/secrets/keyRing.ts'

const secretBytes = 32
const hourMs = 60 * 60_000

export const webhookSecretColumns = ['secret', 'previousSecret'] as const
type SecretColumn = (typeof webhookSecretColumns)[number]

const getLocation = (column: SecretColumn, id: number): SecretLocation => ({
  table: 'webhookSubscriptions',
  column,
  id,
})

/** Sealed secrets of a webhook; the previous one signs too until `rotatedUntil`. */
export type SealedSecrets = {
  id: number
  secretSealed: string | null
  previousSecretSealed: string | null
  rotatedUntil: string | null
}

/** Opens the secrets that sign at this time, the newest first. */
export function openWebhookSecrets(
  { secrets }: Pick<Platform, 'secrets'>,
  { id, secretSealed, previousSecretSealed, rotatedUntil }: SealedSecrets,
  at: Date,
): string[] {
  const isPreviousValid = rotatedUntil !== null && Date.parse(rotatedUntil) > at.getTime()
  return [
    ...(secretSealed === null ? [] : [secrets.open(getLocation('secret', id), secretSealed)]),
    ...(previousSecretSealed === null || !isPreviousValid
      ? []
      : [secrets.open(getLocation('previousSecret', id), previousSecretSealed)]),
  ]
}

/**
 * Replaces a webhook's secret, and returns the new one as Standard Webhooks writes it. The old one
 * signs too for `overlapHours`.
 */
export async function replaceWebhookSecret(
  { trx, platform, now }: Pick<WriteContext, 'trx' | 'platform' | 'now'>,
  id: number,
  overlapHours: number,
): Promise<string> {
  const { secrets } = platform
  const { rows } = await sql<SealedSecrets>`
    select id, secret_sealed, previous_secret_sealed, rotated_until from webhook_subscriptions
    where id = ${id} for update`.execute(trx)
  const [current] = rows
  const [old] = current ? openWebhookSecrets(platform, current, new Date(now)) : []
  const hasOverlap = old !== undefined && overlapHours > 0
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
  const until = hasOverlap ? new Date(Date.parse(now) + overlapHours * hourMs).toISOString() : null
  await sql`
    update webhook_subscriptions set secret_sealed = ${secrets.seal(getLocation('secret', id), secret)},
      previous_secret_sealed = ${hasOverlap ? secrets.seal(getLocation('previousSecret', id), old) : null},
      secret_changed_at = ${now}, rotated_until = ${until}
    where id = ${id}`.execute(trx)
  return secret
}
