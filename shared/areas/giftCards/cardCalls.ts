import { nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { text } from '#shared/engine/fields/fields.ts'
import { createEmailPattern } from '#shared/engine/fields/patterns.ts'
import { parseUnversionedRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { giftCardFieldMessages } from './messages.ts'

/** The recipient of a gift card. */
export const recipientField = text(giftCardFieldMessages.recipient, {
  max: 254,
  pattern: createEmailPattern(giftCardFieldMessages.recipient),
})

/** POST /giftCards/ID/retry: starts a job that orders a failed gift card again. */
export const retryGiftCardOrder = (api: Api, id: number, key: string): Promise<Job> =>
  startJob(api, `/giftCards/${id}/retry`, key, { body: {} })

/**
 * POST /giftCards/ID/email: emails a sent gift card again, to this address, which becomes the
 * card's recipient. Nothing is ordered.
 */
export async function resendGiftCardEmail(
  api: Api,
  { id, recipient }: { id: number; recipient: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/giftCards/${id}/email`
  const { body } = await api.send({ method: 'POST', path, body: { recipient }, idempotencyKey })
  return parseUnversionedRecord(body)
}

const GiftCardLink = type({ url: nullable(string()), code: string() })
/** The link and code of a gift card. Anyone who has them can spend it. */
export type GiftCardLink = Infer<typeof GiftCardLink>

/**
 * POST /giftCards/ID/link: returns a gift card's link and code, and logs that the operator viewed
 * them.
 */
export async function revealGiftCard(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<GiftCardLink> {
  const path = `/giftCards/${id}/link`
  return parseResponse(
    GiftCardLink,
    (await api.send({ method: 'POST', path, body: {}, idempotencyKey })).body,
  )
}

/**
 * POST /giftCards/ID/cancel: cancels a waiting gift card. Fails with 409 `wrong_state` once Runa was
 * asked for it.
 */
export async function cancelGiftCard(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/giftCards/${id}/cancel`
  return parseUnversionedRecord(
    (await api.send({ method: 'POST', path, body: {}, idempotencyKey })).body,
  )
}
