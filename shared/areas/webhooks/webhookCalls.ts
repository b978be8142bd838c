import { nullable, number, string, type } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { instant, select } from '#shared/engine/fields/fields.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { webhookMessages } from './messages.ts'
import { webhookDeliveries } from './webhookDeliveries.ts'
import { webhookSubscriptions } from './webhookSubscriptions.ts'

/** The fields of a new secret. `overlap`: how long the old one signs too, in hours. */
export const secretFields = {
  overlap: select(webhookMessages.overlap, webhookMessages.overlaps, { initial: '24' }),
}

/** The fields of a replay of all failed deliveries. */
export const replayFields = { since: instant(webhookMessages.since) }

/** The secret is null if the same request was already answered: it's sent only once. */
export type WebhookSecret = { record: AnyRecord; secret: string | null }

function parseSecret(body: unknown): WebhookSecret {
  const { record, secret } = parseResponse(
    type({ record: type({}), secret: nullable(string()) }),
    body,
  )
  return { record: parseRecord(record), secret }
}

const { name: path } = webhookSubscriptions

/** POST /webhookSubscriptions: creates a webhook. Only this response has its secret. */
export async function createWebhook(
  api: Api,
  body: object,
  idempotencyKey: string,
): Promise<WebhookSecret> {
  return parseSecret(
    (await api.send({ method: 'POST', path: `/${path}`, body, idempotencyKey })).body,
  )
}

/** POST /webhookSubscriptions/ID/secret: replaces the secret. */
export async function replaceWebhookSecret(
  api: Api,
  id: number,
  body: object,
  idempotencyKey: string,
): Promise<WebhookSecret> {
  const request = { method: 'POST', path: `/${path}/${id}/secret`, body, idempotencyKey } as const
  return parseSecret((await api.send(request)).body)
}

/** POST /webhookSubscriptions/ID/ping: sends a test event. Returns the ID of its delivery. */
export async function pingWebhook(api: Api, id: number, idempotencyKey: string): Promise<number> {
  const { body } = await api.send({
    method: 'POST',
    path: `/${path}/${id}/ping`,
    idempotencyKey,
  })
  return parseResponse(type({ id: number() }), body).id
}

/** POST /webhookSubscriptions/ID/replay: sends everything again that failed since a time. */
export async function replayFailedDeliveries(
  api: Api,
  id: number,
  body: object,
  idempotencyKey: string,
): Promise<number> {
  const request = { method: 'POST', path: `/${path}/${id}/replay`, body, idempotencyKey } as const
  return parseResponse(type({ count: number() }), (await api.send(request)).body).count
}

/** POST /webhookDeliveries/ID/replay: sends an event again, with the same message ID. */
export async function replayDelivery(api: Api, id: number, idempotencyKey: string): Promise<void> {
  await api.send({
    method: 'POST',
    path: `/${webhookDeliveries.name}/${id}/replay`,
    idempotencyKey,
  })
}
