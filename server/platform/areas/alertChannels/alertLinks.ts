import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { buildAlertPath } from '#shared/areas/alerts/alertPath.ts'
import { operatorIdentifier } from '#shared/engine/user.ts'
import { findActiveOperator } from '#server/platform/core/auth/tokens.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { alertLinkMessages } from './messages.ts'

/** A link in a message can be used for this long. */
const lifetimeMs = 7 * 24 * 60 * 60_000

/** An operator who gets a message by email at an address of their own. */
export type LinkRecipient = { id: number; email: string }

type LinkClaims = { alertId: number; recipient: LinkRecipient | null; expires: number }

/**
 * Signs a link with a key that serves no other purpose. The address is signed but isn't part of the
 * link, so a link stops being personal when its operator gets another address.
 */
const sign = (
  { secrets }: Pick<Platform, 'secrets'>,
  keyId: string,
  { alertId, recipient, expires }: LinkClaims,
): Buffer =>
  createHmac('sha256', secrets.deriveKey(keyId, 'alert links'))
    .update([alertId, recipient?.id ?? 0, recipient?.email ?? '', expires].join('\n'))
    .digest()

/**
 * Builds the link to an alert's page in the console. It's personal if it's for an email to an
 * operator. `at`: when the message was claimed, ISO 8601.
 */
export function buildAlertLink(
  platform: Pick<Platform, 'secrets' | 'consoleOrigin'>,
  { alertId, recipient, at }: { alertId: number; recipient: LinkRecipient | null; at: string },
): string {
  const expires = Math.ceil((Date.parse(at) + lifetimeMs) / 1000)
  const keyId = platform.secrets.firstKeyId
  const signature = sign(platform, keyId, { alertId, recipient, expires }).toString('base64url')
  const token = [alertId, recipient?.id ?? 0, expires, keyId, signature].join('.')
  return new URL(buildAlertPath(token), platform.consoleOrigin).href
}

/** Finds the active operator with this address; null if it's another one, such as a group's. */
export async function findLinkRecipient(
  db: Connection,
  address: string,
): Promise<LinkRecipient | null> {
  const { rows } = await sql<LinkRecipient>`
    select id, email from users where lower(email) = lower(${address})
      and status = 'active' and s_identifier = ${operatorIdentifier}`.execute(db)
  return rows[0] ?? null
}

/** An alert that a link leads to. `operator`: the one whose email has the link, if it's personal. */
export type OpenedAlertLink = { alertId: number; operator: Account | null }

const tokenPattern = /^([1-9]\d{0,9})\.(\d{1,10})\.(\d{9,11})\.([\w-]{1,20})\.([\w-]{43})$/

const maxUserId = 2 ** 31 - 1

/** Opens a link's token. Rejects with 404 if it expired, was changed, or its key was removed. */
export async function openAlertLink(
  platform: Pick<Platform, 'secrets' | 'now'>,
  db: Connection,
  token: string,
): Promise<OpenedAlertLink> {
  const [, id = '', userId = '', expires = '', keyId = '', signature = ''] =
    tokenPattern.exec(token) ?? []
  // A larger ID would make the query fail instead of the link.
  if (id === '' || Number(userId) > maxUserId || !platform.secrets.hasKey(keyId))
    throw rejectLink(alertLinkMessages.notValid)
  const { rows } = await sql<LinkRecipient>`
    select id, email from users where id = ${Number(userId)}`.execute(db)
  const recipient = rows[0] ?? null
  const claims = { alertId: Number(id), expires: Number(expires) }
  const isSigned = (person: LinkRecipient | null) =>
    timingSafeEqual(
      sign(platform, keyId, { ...claims, recipient: person }),
      Buffer.from(signature, 'base64url'),
    )
  if (!isSigned(recipient)) throw rejectLink(alertLinkMessages.notValid)
  if (platform.now().getTime() >= claims.expires * 1000) throw rejectLink(alertLinkMessages.expired)
  const operator = recipient && (await findActiveOperator(db, recipient.id))
  return { alertId: claims.alertId, operator: operator ?? null }
}

const rejectLink = (sentence: string) => new HttpError(404, 'not_found', sentence)
