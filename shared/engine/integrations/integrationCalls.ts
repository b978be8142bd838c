import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import { impactParam } from '../impact.ts'
import { parseRecord } from '../recordCalls.ts'
import type { AnyRecord, Resource } from '../resource.ts'
import { TestHistoryEntry, TestOutcome, TestStep } from './tests.ts'
import { integrationMessages } from './messages.ts'

type TestableResource = Pick<Resource, 'name'>

/** GET /x/ID/tests: loads an integration's history, newest first; the first test may be running. */
export async function loadIntegrationHistory(
  api: Api,
  { name }: TestableResource,
  id: number,
  signal?: AbortSignal,
): Promise<TestHistoryEntry[]> {
  const path = `/${name}/${id}/tests`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(type({ data: array(TestHistoryEntry) }), body).data
}

/**
 * POST /x/ID/test: starts a test of the current settings as a job; `input` has what the test needs,
 * such as an address.
 */
export async function startIntegrationTest(
  api: Api,
  { name }: TestableResource,
  { id, input = {} }: { id: number; input?: object },
  idempotencyKey: string,
): Promise<{ id: number; job: number }> {
  const path = `/${name}/${id}/test`
  const { body } = await api.send({ method: 'POST', path, body: input, idempotencyKey })
  return parseResponse(type({ id: number(), job: number() }), body)
}

export const UnsavedTest = type({ outcome: TestOutcome, steps: array(TestStep) })
/** Result of a test of unsaved settings. */
export type UnsavedTest = Infer<typeof UnsavedTest>

/**
 * POST /x/typedTest, or /x/ID/typedTest for a saved record: tests typed values and saves nothing.
 * Secrets that aren't in `values` are the stored ones. Fails with 422 and the fields that no save
 * would accept either.
 */
export async function testUnsavedSettings(
  api: Api,
  { name }: TestableResource,
  { id, ...body }: { id: number | null; values: object; input: object },
  idempotencyKey: string,
): Promise<UnsavedTest> {
  const path = id === null ? `/${name}/typedTest` : `/${name}/${id}/typedTest`
  return parseResponse(
    UnsavedTest,
    (await api.send({ method: 'POST', path, body, idempotencyKey })).body,
  )
}

/** State changes that operators can make to an integration. */
export const integrationStateChanges = {
  activate: integrationMessages.activate,
  disable: integrationMessages.disable,
} as const
export type IntegrationStateChange = keyof typeof integrationStateChanges

/**
 * POST /x/ID/state. 409 until a test has passed and `despite` names its unknown steps; 409 with
 * `reach` until its token is sent.
 */
export async function updateIntegrationState(
  api: Api,
  { name }: TestableResource,
  {
    id,
    reach = '',
    ...body
  }: { id: number; event: IntegrationStateChange; despite?: readonly string[]; reach?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/${name}/${id}/state`
  const search = new URLSearchParams(reach ? { [impactParam]: reach } : {})
  return parseRecord((await api.send({ method: 'POST', path, search, body, idempotencyKey })).body)
}

const IntegrationExpiration = type({
  resource: string(),
  id: number(),
  label: string(),
  storeId: nullable(number()),
  what: string(),
  at: string(),
})
/** A secret or certificate that expires. */
export type IntegrationExpiration = Infer<typeof IntegrationExpiration>

/** GET /integrations/expiries: lists what expires within these days or has, soonest first. */
export async function listExpirations(
  api: Api,
  days: number,
  signal?: AbortSignal,
): Promise<IntegrationExpiration[]> {
  const search = new URLSearchParams({ days: String(days) })
  const path = '/integrations/expiries'
  const { body } = await api.send({ method: 'GET', path, search, ...(signal ? { signal } : {}) })
  return parseResponse(type({ data: array(IntegrationExpiration) }), body).data
}
