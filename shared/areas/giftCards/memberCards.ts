import { array, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { amountKinds } from './messages.ts'

const OfferedTemplate = type({
  id: number(),
  name: string(),
  currency: string(),
  amountKind: enums(Object.keys(amountKinds) as (keyof typeof amountKinds)[]), // Its own keys.
  amounts: array(string()),
  /** Minor units, like the two below. */
  minAmount: nullable(number()),
  maxAmount: nullable(number()),
  step: nullable(number()),
})
/** A template with which a member can be sent a gift card. */
export type OfferedTemplate = Infer<typeof OfferedTemplate>

/** Where an operator can make a missing offer possible. */
export const offerFixes = ['templates', 'setup'] as const
export type OfferFix = (typeof offerFixes)[number]

const GiftCardOffer = type({
  templates: array(OfferedTemplate),
  /** Why no gift card can be sent; null if one can. */
  reason: nullable(string()),
  /** Where to change that; null if gift cards have nothing to change. */
  fix: nullable(enums(offerFixes)),
})
/** The gift cards that a member can be sent, those in the store's currency first. */
export type GiftCardOffer = Infer<typeof GiftCardOffer>

/** GET /members/ID/giftCardOffer */
export async function loadGiftCardOffer(
  api: Api,
  memberId: number,
  signal?: AbortSignal,
): Promise<GiftCardOffer> {
  const path = `/members/${memberId}/giftCardOffer`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(GiftCardOffer, body)
}

/**
 * POST /members/ID/giftCards: starts a job that sends the member a gift card. Fails with 409
 * `wrong_state` if a limit, a freeze, or the member's status forbids it. `amount` is in minor units.
 */
export const sendMemberGiftCard = (
  api: Api,
  memberId: number,
  body: { templateId: number; amount: number },
  key: string,
): Promise<Job> => startJob(api, `/members/${memberId}/giftCards`, key, { body })
