import { nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { text } from '#shared/engine/fields/fields.ts'
import { emailPattern } from '#shared/engine/fields/patterns.ts'
import { asRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { giftCardLabels } from './messages.ts'

/** To whom a gift card is sent. */
export const recipientField = text(giftCardLabels.recipient, {
  max: 254,
  pattern: emailPattern(giftCardLabels.recipient),
})

/** POST /giftCardTemplates/ID/test: sends a card of the sandbox, as a job; 409 `wrong_state` where a cap or a freeze forbids it. `amount` is in minor units. */
export const sendTest = (
  api: Api,
  { id, ...body }: { id: number; recipient: string; amount: number; productId: number | null },
  key: string,
): Promise<Job> => startJob(api, `/giftCardTemplates/${id}/test`, key, { body })

/** POST /giftCards/ID/retry: has a card that failed ordered once more, as a job. */
export const retryCard = (api: Api, id: number, key: string): Promise<Job> =>
  startJob(api, `/giftCards/${id}/retry`, key, { body: {} })

/** POST /giftCardProducts/sync: brings the catalogue up to date, as a job. */
export const syncCatalogue = (api: Api, key: string): Promise<Job> =>
  startJob(api, '/giftCardProducts/sync', key, { body: {} })

/** POST /giftCardTemplates/ID/duplicate: the same template once more, not active; 422 where its code is taken. */
export async function duplicateTemplate(
  api: Api,
  { id, ...body }: { id: number; name: string; code: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/giftCardTemplates/${id}/duplicate`
  return asRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}

const CardLink = type({ url: nullable(string()), code: string() })
/** What whoever has it can spend. */
export type CardLink = Infer<typeof CardLink>

/** POST /giftCards/ID/link: the link and the code of a card; that they were looked at is logged. */
export async function showCard(api: Api, id: number, idempotencyKey: string): Promise<CardLink> {
  const path = `/giftCards/${id}/link`
  return checked(
    CardLink,
    (await api.send({ method: 'POST', path, body: {}, idempotencyKey })).body,
  )
}
