import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/schema.ts'

/** The maximum age of a signature, in seconds. Limits replays of an intercepted event. */
const signatureToleranceSeconds = 300

/** An event as Runa signs it with Svix. `body` must be exactly as received. */
type SignedWebhook = { id: string; timestamp: string; signatures: string; body: string }

/** Whether this secret signed an event recently. One valid signature of several is enough. */
export function isSignedByRuna(
  { id, timestamp, signatures, body }: SignedWebhook,
  secret: string,
  now: Date,
): boolean {
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (id === '' || !/^\d{1,12}$/.test(timestamp) || age > signatureToleranceSeconds) return false
  const key = decodeWebhookKey(secret)
  if (!key) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((one) => {
    const [version, text = ''] = one.split(',')
    const signature = Buffer.from(text, 'base64')
    return (
      version === 'v1' &&
      signature.length === expected.length &&
      timingSafeEqual(signature, expected)
    )
  })
}

/** A shorter key isn't accepted (Standard Webhooks requires 24 bytes). */
const minKeyBytes = 16

/**
 * Decodes the key of a secret: `whsec_` and base64. Null if there is none, which would let anyone
 * sign.
 */
function decodeWebhookKey(secret: string): Buffer | null {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  const key = Buffer.from(encoded ?? '', 'base64')
  return key.length >= minKeyBytes ? key : null
}

/** Finds when an account at Runa last sent an event with a valid signature. */
export async function findLastRunaEventTime(
  connection: Connection,
  setupId: number,
): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(received_at) as at from gift_card_events where setup_id = ${setupId}`.execute(
    connection,
  )
  return rows[0]?.at ?? null
}
