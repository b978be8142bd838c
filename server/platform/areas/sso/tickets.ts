import { createHmac, timingSafeEqual } from 'node:crypto'
import { integer, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { KeyRing } from '#server/platform/core/secrets/keyRing.ts'

const TestTicket = type({
  key: string(),
  of: string(),
  id: integer(),
  actor: string(),
  until: number(),
})
type TestTicket = Infer<typeof TestTicket>

const ticketLifetimeMs = 30 * 60_000

/**
 * Creates a signed ticket that lets its holder test these settings for half an hour. Nothing is
 * saved when the page is read, and the link works without scripts.
 */
export function createSsoTestTicket(
  secrets: KeyRing,
  content: Pick<TestTicket, 'of' | 'id' | 'actor'>,
  now: Date,
): string {
  const ticket: TestTicket = {
    ...content,
    key: secrets.firstKeyId,
    until: now.getTime() + ticketLifetimeMs,
  }
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${body}.${signTicket(secrets, ticket.key, body)}`
}

const signTicket = (secrets: KeyRing, key: string, body: string): string =>
  createHmac('sha256', secrets.deriveKey(key, 'test sign-ins')).update(body).digest('base64url')

/** Returns the content of a ticket; null if it isn't ours or has expired. */
export function verifySsoTestTicket(secrets: KeyRing, text: string, now: Date): TestTicket | null {
  const [body = '', signature = ''] = text.split('.')
  const ticket = parseTicketBody(body)
  if (!ticket || !secrets.hasKey(ticket.key)) return null
  const expected = Buffer.from(signTicket(secrets, ticket.key, body))
  const actual = Buffer.from(signature)
  const isOurs = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isOurs && ticket.until > now.getTime() ? ticket : null
}

function parseTicketBody(body: string): TestTicket | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
    return is(parsed, TestTicket) ? parsed : null
  } catch {
    return null // Not JSON, so not a ticket of ours.
  }
}
