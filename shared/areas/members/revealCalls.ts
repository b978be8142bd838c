import { nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { text } from '#shared/engine/fields/fields.ts'
import { limits } from '#shared/limits.ts'
import { revealMessages } from './messages.ts'

/** Why an operator needs to see a member's personal data. */
export const revealFields = {
  reason: text(revealMessages.reason, {
    max: limits.statusReason,
    hint: revealMessages.reasonHint,
  }),
}

const RevealedMember = type({
  name: nullable(string()),
  email: nullable(string()),
  /** The text of an email to a member, without links and codes. */
  text: nullable(string()),
})
/** A member's personal data; null if the record has none, or if it was shown before. */
export type RevealedMember = Infer<typeof RevealedMember>

/**
 * POST /RESOURCE/ID/reveal: shows the personal data behind a masked record, once per key.
 * The reason is logged.
 */
export async function revealMember(
  api: Api,
  { resource, id }: { resource: string; id: number },
  reason: string,
  idempotencyKey: string,
): Promise<RevealedMember> {
  const path = `/${resource}/${id}/reveal`
  const { body } = await api.send({ method: 'POST', path, body: { reason }, idempotencyKey })
  return parseResponse(RevealedMember, body)
}
