import { nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { text } from '#shared/engine/fields/fields.ts'
import { createEmailPattern } from '#shared/engine/fields/patterns.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { giftCardFieldMessages } from './messages.ts'

/** To whom a gift card is sent. */
export const recipientField = text(giftCardFieldMessages.recipient, {
  max: 254,
  pattern: createEmailPattern(giftCardFieldMessages.recipient),
})

/** POST /giftCardTemplates/ID/test: sends a card of the sandbox, as a job; 409 `wrong_state` where a cap or a freeze forbids it. `amount` is in minor units. */
export const sendTestGiftCard = (
  api: Api,
  { id, ...body }: { id: number; recipient: string; amount: number; productId: number | null },
  key: string,
): Promise<Job> => startJob(api, `/giftCardTemplates/${id}/test`, key, { body })

/** POST /giftCards/ID/retry: has a card that failed ordered once more, as a job. */
export const resendGiftCard = (api: Api, id: number, key: string): Promise<Job> =>
  startJob(api, `/giftCards/${id}/retry`, key, { body: {} })

/** POST /giftCardProducts/sync: brings the catalogue up to date, as a job. */
export const syncGiftCardCatalog = (api: Api, key: string): Promise<Job> =>
  startJob(api, '/giftCardProducts/sync', key, { body: {} })

/** POST /giftCardTemplates/ID/duplicate: the same template once more, not active; 422 where its code is taken. */
export async function duplicateGiftCardTemplate(
  api: Api,
  { id, ...body }: { id: number; name: string; code: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/giftCardTemplates/${id}/duplicate`
  return parseRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}

const GiftCardLink = type({ url: nullable(string()), code: string() })
/** What whoever has it can spend. */
export type GiftCardLink = Infer<typeof GiftCardLink>

/** POST /giftCards/ID/link: the link and the code of a card; that they were looked at is logged. */
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
