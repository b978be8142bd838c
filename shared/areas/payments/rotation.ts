import { array, enums, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { date, optional, secret, select, text } from '#shared/engine/fields/fields.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { paymentModes } from './setupChoices.ts'
import type { PaymentMode } from './setupChoices.ts'
import { rotationMessages } from './setupMessages.ts'

/** How long events signed with the previous credentials are still accepted, in hours. */
const rotationOverlaps = rotationMessages.overlaps

/**
 * Fields of a credential rotation. A blank optional credential keeps its current value;
 * `keyExpiresOn` applies only to a live key.
 */
export const rotationFields = {
  publishable: optional(
    text(rotationMessages.publishable, { max: 200, hint: rotationMessages.keep }),
  ),
  secret: secret(rotationMessages.secret, { max: 500 }),
  webhook: optional(secret(rotationMessages.webhook, { max: 200, hint: rotationMessages.keep })),
  keyExpiresOn: optional(date(rotationMessages.expires, { hint: rotationMessages.neverExpires })),
  overlap: select(rotationMessages.overlap, rotationOverlaps, { initial: '24' }),
}

const RetiredCredentials = type({
  mode: enums(Object.keys(paymentModes) as PaymentMode[]),
  replacedAt: string(),
  endsAt: string(),
})
/** Replaced credentials whose signatures are still accepted. */
export type RetiredCredentials = Infer<typeof RetiredCredentials>

const buildRotationPath = (id: number) => `/paymentSetups/${id}/rotation`

/** GET /paymentSetups/ID/rotation: replaced credentials that are still accepted, newest first. */
export async function listRetiredPaymentCredentials(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<RetiredCredentials[]> {
  const request = {
    method: 'GET' as const,
    path: buildRotationPath(id),
    ...(signal ? { signal } : {}),
  }
  return parseResponse(type({ data: array(RetiredCredentials) }), (await api.send(request)).body)
    .data
}

/**
 * POST /paymentSetups/ID/rotation: replaces the credentials while the setup stays active. Fails
 * with 422 if the provider rejects the new ones.
 */
export async function rotatePaymentCredentials(
  api: Api,
  { id, ...body }: { id: number } & Record<string, unknown>,
  idempotencyKey: string,
): Promise<AnyRecord> {
  return parseRecord(
    (await api.send({ method: 'POST', path: buildRotationPath(id), body, idempotencyKey })).body,
  )
}
