import { createHmac, timingSafeEqual } from 'node:crypto'
import { integer, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Ring } from '#server/platform/core/secrets/ring.ts'

const Ticket = type({
  key: string(),
  of: string(),
  id: integer(),
  actor: string(),
  until: number(),
})
type Ticket = Infer<typeof Ticket>

const lifeMs = 30 * 60_000

/** Who may test which settings, for half an hour: reading a page makes nothing, and the link works without scripts. */
export function ticketFor(
  secrets: Ring,
  told: Pick<Ticket, 'of' | 'id' | 'actor'>,
  now: Date,
): string {
  const ticket: Ticket = { ...told, key: secrets.first, until: now.getTime() + lifeMs }
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${body}.${signatureOf(secrets, ticket.key, body)}`
}

const signatureOf = (secrets: Ring, key: string, body: string): string =>
  createHmac('sha256', secrets.derived(key, 'test sign-ins')).update(body).digest('base64url')

/** What a ticket says; null where it is not ours, or too old. */
export function ticketFrom(secrets: Ring, text: string, now: Date): Ticket | null {
  const [body = '', signature = ''] = text.split('.')
  const ticket = parsed(body)
  if (!ticket || !secrets.holds(ticket.key)) return null
  const expected = Buffer.from(signatureOf(secrets, ticket.key, body))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && ticket.until > now.getTime() ? ticket : null
}

function parsed(body: string): Ticket | null {
  try {
    const told: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
    return is(told, Ticket) ? told : null
  } catch {
    return null // No JSON: nothing of ours.
  }
}
