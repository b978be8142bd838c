import type { Api } from '#shared/engine/api.ts'
import { optional, text } from '#shared/engine/fields/fields.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { limits } from '#shared/limits.ts'
import { memberPageMessages } from './messages.ts'

const reason = text(memberPageMessages.reason, { max: limits.statusReason })

/** A suspension needs a reason; a reactivation may have one. */
export const suspensionFields = { reason }
export const reactivationFields = { reason: optional(reason) }

/** The member's email, typed to confirm an erasure. */
export const erasureFields = { email: text(memberPageMessages.email, { max: 120 }) }

type VersionedMember = { id: number; version: number }

/** POST /members/ID/suspension: the member can't sign in. Fails with 409 `wrong_state`. */
export async function suspendMember(
  api: Api,
  { id, version }: VersionedMember,
  body: { reason: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/members/${id}/suspension`
  const answer = await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })
  return parseRecord(answer.body)
}

/** POST /members/ID/reactivation: the member can sign in again. Fails with 409 `wrong_state`. */
export async function reactivateMember(
  api: Api,
  { id, version }: VersionedMember,
  body: { reason: string | null },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/members/${id}/reactivation`
  const answer = await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })
  return parseRecord(answer.body)
}

/**
 * POST /members/ID/erase: replaces the member's name and email everywhere. Fails with 409 `wrong_state` if the member is already erased or a gift card is waiting for them.
 */
export async function eraseMember(
  api: Api,
  { id, version }: VersionedMember,
  body: { email: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/members/${id}/erase`
  const answer = await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })
  return parseRecord(answer.body)
}

/** Builds the URL of a file with everything about a member. */
export const buildMemberExportUrl = (id: number, format: 'json' | 'csv'): string =>
  `/api/members/${id}/export?format=${format}`

/**
 * POST /members/ID/invitation: sends the invitation email now, again if it was sent before. Fails
 * with 409 `wrong_state` if the member or the store isn't active.
 */
export async function sendMemberInvitation(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<void> {
  await api.send({ method: 'POST', path: `/members/${id}/invitation`, idempotencyKey })
}
