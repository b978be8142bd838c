import { checked } from '../api.ts'
import type { Api } from '../api.ts'
import { optional, select, text } from '../fields.ts'
import { limits } from '../limits.ts'
import type { Page } from '../platformCalls.ts'
import type { Readiness } from './readiness.ts'
import { asRecord } from '../recordCalls.ts'
import type { AnyRecord } from '../resource.ts'
import {
  Availability,
  CreditEntryPage,
  DomainVerification,
  ReadinessAnswer,
  StoreCredits,
  StoreDomain,
  StoreFigures,
  StoreIntegrations,
  StoreLogPage,
} from './storeAnswers.ts'
import type { CreditEntry, StoreIntegration, StoreLogEntry } from './storeAnswers.ts'
import type { StoreSection } from './storeSections.ts'
import { statusChanges } from './storeStates.ts'
import type { StatusChangeName } from './storeStates.ts'

/*
 * The calls of stores besides those that every resource has (recordCalls.ts): screens.md, All Stores, Create store, Store
 * details, Store logs. All need `storesRead`; one of a store that does not exist fails with 404.
 */

/** A store as it was read: which one, and the version that a change is based on. */
type Known = { id: number; version: number }

/** Every change of status, as an operator reads it. */
const changeLabels = Object.fromEntries(
  Object.entries(statusChanges).map(([name, { label }]) => [name, label]),
)

/** Why the status of a store is changed. */
export const reasonField = text('Reason', { max: limits.statusReason })

/** What a change of status asks for; the reason must be there where `statusChanges` says so. */
export const statusFields = {
  change: select('Change', changeLabels),
  reason: optional(reasonField),
}

/** What deleting a store asks for: its own code, typed again. */
export const deletionFields = { code: text('Code', { max: 41 }), reason: optional(reasonField) }

/** The fields of a store that no two stores share, and that may be asked for before saving. */
export const uniqueStoreFields = ['code', 'subdomain', 'domain'] as const
export type UniqueStoreField = (typeof uniqueStoreFields)[number]

/** GET /stores/available; `except` is the store that may keep its own value. */
export async function storeAvailability(
  api: Api,
  { field, value, except }: { field: UniqueStoreField; value: string; except?: number },
  signal?: AbortSignal,
): Promise<Availability> {
  const search = new URLSearchParams({ field, value })
  if (except !== undefined) search.set('except', String(except))
  return checked(Availability, (await read(api, '/stores/available', signal, search)).body)
}

/**
 * POST /stores/ID/status. Fails with 409 `wrong_state` when the store's status does not allow the change, 409 `conflict`
 * when it was changed meanwhile, 422 `fields.reason` when a reason is needed.
 */
export async function changeStoreStatus(
  api: Api,
  { id, version }: Known,
  body: { change: StatusChangeName; reason?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${id}/status`
  const answer = await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })
  return asRecord(answer.body)
}

/**
 * POST /stores/ID/deletion: archives the store, to be deleted after `limits.deletionHoldDays`. Fails with 422
 * `fields.code` when another code was typed, 409 `wrong_state` when it is to be deleted already.
 */
export async function planStoreDeletion(
  api: Api,
  { id, version }: Known,
  body: { code: string; reason?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${id}/deletion`
  const answer = await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })
  return asRecord(answer.body)
}

/** DELETE /stores/ID/deletion: the store stays, archived. Fails with 409 `wrong_state` when it was not to be deleted. */
export async function restoreStore(
  api: Api,
  { id, version }: Known,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${id}/deletion`
  const answer = await api.send({ method: 'DELETE', path, ifMatch: version, idempotencyKey })
  return asRecord(answer.body)
}

/**
 * POST /stores/ID/duplicate: a new draft with these values; what they leave out is copied where its section is chosen.
 * Fails with 422 and `fields`.
 */
export async function duplicateStore(
  api: Api,
  id: number,
  body: { values: object; sections: readonly StoreSection[] },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/stores/${id}/duplicate`
  return asRecord((await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}

/** GET /stores/ID/readiness, from live checks: DNS is asked. */
export async function storeReadiness(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<Readiness> {
  return checked(ReadinessAnswer, (await read(api, `/stores/${id}/readiness`, signal)).body)
}

/** GET /stores/ID/domain */
export async function storeDomain(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreDomain> {
  return checked(StoreDomain, (await read(api, `/stores/${id}/domain`, signal)).body)
}

/** POST /stores/ID/domain/verification asks DNS. Fails with 409 `wrong_state` when the store has no own domain. */
export async function verifyStoreDomain(
  api: Api,
  id: number,
  idempotencyKey: string,
): Promise<DomainVerification> {
  const path = `/stores/${id}/domain/verification`
  const answer = await api.send({ method: 'POST', path, idempotencyKey })
  return checked(DomainVerification, answer.body)
}

/** GET /stores/ID/figures */
export async function storeFigures(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreFigures> {
  return checked(StoreFigures, (await read(api, `/stores/${id}/figures`, signal)).body)
}

/** GET /stores/ID/credits */
export async function storeCredits(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreCredits> {
  return checked(StoreCredits, (await read(api, `/stores/${id}/credits`, signal)).body)
}

/** GET /stores/ID/credits/entries: the store's ledger, the newest entries first. */
export async function storeCreditEntries(
  api: Api,
  id: number,
  { limit, after }: { limit: number; after: string },
  signal?: AbortSignal,
): Promise<{ entries: CreditEntry[]; page: Page }> {
  const search = new URLSearchParams({ limit: String(limit), ...(after ? { after } : {}) })
  const { body } = await read(api, `/stores/${id}/credits/entries`, signal, search)
  const { data, page } = checked(CreditEntryPage, body)
  return { entries: data, page }
}

/** GET /stores/ID/integrations */
export async function storeIntegrations(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreIntegration[]> {
  const { body } = await read(api, `/stores/${id}/integrations`, signal)
  return checked(StoreIntegrations, body).data
}

/** `from` and `to` are instants or UTC days; both are included. */
export type StoreLogQuery = {
  stream?: string
  severity?: string
  search?: string
  from?: string
  to?: string
  limit?: number
  after?: string
}

/** GET /stores/ID/logs: the newest entries first. */
export async function storeLogs(
  api: Api,
  id: number,
  query: StoreLogQuery = {},
  signal?: AbortSignal,
): Promise<{ entries: StoreLogEntry[]; page: Page }> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const { body } = await read(api, `/stores/${id}/logs`, signal, search)
  const { data, page } = checked(StoreLogPage, body)
  return { entries: data, page }
}

const read = (api: Api, path: string, signal?: AbortSignal, search?: URLSearchParams) =>
  api.send({
    method: 'GET',
    path,
    ...(search ? { search } : {}),
    ...(signal ? { signal } : {}),
  })
