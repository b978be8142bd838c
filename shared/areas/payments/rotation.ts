import { array, enums, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { date, optional, secret, select, text } from '#shared/engine/fields/fields.ts'
import { asRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { paymentModes } from './choices.ts'
import type { PaymentMode } from './choices.ts'
import { rotationMessages as say } from './setupMessages.ts'

/** How long events that are signed by the credentials before still count; hours. */
export const overlaps = say.overlaps

/** What a rotation asks for: of credentials that are left empty the ones before stay; the end is that of a live key. */
export const rotationFields = {
  publishable: optional(text(say.publishable, { max: 200, hint: say.keep })),
  secret: secret(say.secret, { max: 500 }),
  webhook: optional(secret(say.webhook, { max: 200, hint: say.keep })),
  keyExpiresOn: optional(date(say.expires, { hint: say.neverExpires })),
  overlap: select(say.overlap, overlaps, { initial: '24' }),
}

const Rotated = type({
  mode: enums(Object.keys(paymentModes) as PaymentMode[]),
  replacedAt: string(),
  endsAt: string(),
})
/** Credentials that were replaced and whose signature still counts. */
export type Rotated = Infer<typeof Rotated>

const at = (id: number) => `/paymentSetups/${id}/rotation`

/** GET /paymentSetups/ID/rotation: what was replaced and still counts, the last one first. */
export async function rotatedOf(api: Api, id: number, signal?: AbortSignal): Promise<Rotated[]> {
  const asked = { method: 'GET' as const, path: at(id), ...(signal ? { signal } : {}) }
  return checked(type({ data: array(Rotated) }), (await api.send(asked)).body).data
}

/** POST /paymentSetups/ID/rotation: takes new credentials where the provider knows them, and the setup stays active; 422 where it does not. */
export async function rotateCredentials(
  api: Api,
  { id, ...body }: { id: number } & Record<string, unknown>,
  idempotencyKey: string,
): Promise<AnyRecord> {
  return asRecord((await api.send({ method: 'POST', path: at(id), body, idempotencyKey })).body)
}
