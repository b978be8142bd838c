import { array, boolean, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { instant, select } from '#shared/engine/fields/fields.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { apiKeys } from './apiKeys.ts'
import { rotationMessages } from './messages.ts'

/** The fields of a rotation. `overlap`: how long the old key works, in hours. */
export const rotationFields = {
  overlap: select(rotationMessages.overlap, rotationMessages.overlaps, { initial: '24' }),
  expiresAt: instant(rotationMessages.expires, { hint: rotationMessages.expiresHint }),
}

/** The fields of a key that its owner can change. All others belong to the key itself. */
export const changeableKeyFields = {
  name: apiKeys.fields.name,
  permissions: apiKeys.fields.permissions,
}

const AvailableCall = type({ method: string(), path: string(), summary: string() })
export type AvailableCall = Infer<typeof AvailableCall>

const ApiKeyDetails = type({
  isOwn: boolean(),
  /** The platform's address, for programs. */
  origin: string(),
  /** The permissions that the key has now: those of its owner may have changed. */
  permissions: array(string()),
  calls: array(AvailableCall),
})
export type ApiKeyDetails = Infer<typeof ApiKeyDetails> & { record: AnyRecord }

/** The key's text is null if the same request was already answered: it's sent only once. */
const NewApiKey = type({ key: nullable(string()) })
export type NewApiKey = Infer<typeof NewApiKey> & { record: AnyRecord }

const parseNestedRecord = (body: unknown): AnyRecord =>
  parseRecord(parseResponse(type({ record: type({}) }), body).record)

const parseNewKey = (body: unknown): NewApiKey => ({
  ...parseResponse(NewApiKey, body),
  record: parseNestedRecord(body),
})

/** GET /apiKeys/own: the keys of the signed-in operator, newest first. */
export async function listOwnApiKeys(api: Api, signal: AbortSignal): Promise<AnyRecord[]> {
  const { body } = await api.send({ method: 'GET', path: `${apiKeys.path}/own`, signal })
  return parseResponse(type({ data: array(type({})) }), body).data.map(parseRecord)
}

/** GET /apiKeys/ID/details: a key and the calls that it can make now. */
export async function loadApiKeyDetails(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<ApiKeyDetails> {
  const { body } = await api.send({ method: 'GET', path: `${apiKeys.path}/${id}/details`, signal })
  return { ...parseResponse(ApiKeyDetails, body), record: parseNestedRecord(body) }
}

/** POST /apiKeys: creates a key that belongs to the signed-in operator. */
export async function createApiKey(
  api: Api,
  values: object,
  idempotencyKey: string,
): Promise<NewApiKey> {
  const request = { method: 'POST', path: apiKeys.path, body: values, idempotencyKey } as const
  return parseNewKey((await api.send(request)).body)
}

/** PATCH /apiKeys/ID: changes name and permissions. Only its owner can. */
export async function updateApiKey(
  api: Api,
  { id, version }: Pick<AnyRecord, 'id' | 'version'>,
  values: object,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const request = { method: 'PATCH', path: `${apiKeys.path}/${id}`, ifMatch: version } as const
  return parseRecord((await api.send({ ...request, body: values, idempotencyKey })).body)
}

/** POST /apiKeys/ID/rotate: replaces a key. Only its owner can. */
export async function rotateApiKey(
  api: Api,
  id: number,
  values: object,
  idempotencyKey: string,
): Promise<NewApiKey> {
  const path = `${apiKeys.path}/${id}/rotate`
  return parseNewKey((await api.send({ method: 'POST', path, body: values, idempotencyKey })).body)
}

/** POST /apiKeys/ID/revoke: revokes a key permanently. */
export async function revokeApiKey(api: Api, id: number, idempotencyKey: string): Promise<void> {
  await api.send({ method: 'POST', path: `${apiKeys.path}/${id}/revoke`, idempotencyKey })
}
