import { array, enums, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { parseUnversionedRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { cardLinkStates, stepSources } from './messages.ts'
import type { CardLinkState, StepSource } from './messages.ts'

const CardStep = type({
  at: string(),
  /** A newer platform may have more kinds. */
  kind: string(),
  /** Who or what reported the step. */
  source: enums(Object.keys(stepSources) as StepSource[]), // The table's own keys.
  by: nullable(string()),
  note: nullable(string()),
  /** The email that the step is about. */
  emailId: nullable(number()),
})
/** A step in the life of a gift card. */
export type CardStep = Infer<typeof CardStep>

const LinkReport = type({
  state: nullable(enums(Object.keys(cardLinkStates) as CardLinkState[])), // The table's own keys.
  checkedAt: string(),
})

const CardTimeline = type({
  data: array(CardStep),
  /** What Runa said about the card's link when it was last asked; null if it never was. */
  link: nullable(LinkReport),
})
/** The steps of a gift card, oldest first, and the state of its link at Runa. */
export type CardTimeline = Infer<typeof CardTimeline>

/** GET /giftCards/ID/timeline */
export async function loadCardTimeline(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<CardTimeline> {
  const path = `/giftCards/${id}/timeline`
  return parseResponse(CardTimeline, (await api.send({ method: 'GET', path, signal })).body)
}

/**
 * POST /giftCards/ID/check: asks Runa whether the card's link was opened. Fails with 409
 * `wrong_state` and a message if the card wasn't sent, or if Runa doesn't answer.
 */
export async function checkGiftCardLink(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/giftCards/${id}/check`
  return parseUnversionedRecord(
    (await api.send({ method: 'POST', path, body: {}, idempotencyKey })).body,
  )
}
