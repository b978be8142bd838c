import { array, nullable, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '../api.ts'
import type { Api } from '../api.ts'
import { reachParam } from '../reach.ts'
import { asRecord } from '../recordCalls.ts'
import type { AnyRecord, Resource } from '../resource.ts'
import { HistoryEntry, TestOutcome, TestStep } from './tests.ts'
import { integrationLabels } from './messages.ts'

type Named = Pick<Resource, 'name'>

/** GET /x/ID/tests: the history of an integration, newest first; the first test of it may be under way. */
export async function integrationHistory(
  api: Api,
  { name }: Named,
  id: number,
  signal?: AbortSignal,
): Promise<HistoryEntry[]> {
  const path = `/${name}/${id}/tests`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return checked(type({ data: array(HistoryEntry) }), body).data
}

/** POST /x/ID/test: starts a test of the present settings as a job; `input` is what it wants to know, such as an address. */
export async function startTest(
  api: Api,
  { name }: Named,
  { id, input = {} }: { id: number; input?: object },
  idempotencyKey: string,
): Promise<{ id: number; job: number }> {
  const path = `/${name}/${id}/test`
  const { body } = await api.send({ method: 'POST', path, body: input, idempotencyKey })
  return checked(type({ id: number(), job: number() }), body)
}

export const TypedTest = type({ outcome: TestOutcome, steps: array(TestStep) })
/** What a test of typed settings came to. */
export type TypedTest = Infer<typeof TypedTest>

/**
 * POST /x/typedTest, or /x/ID/typedTest over a saved record: tests what is typed and saves nothing. Secrets that aren't among
 * `values` are the stored ones. 422 names the fields that no save would take either.
 */
export async function testTypedSettings(
  api: Api,
  { name }: Named,
  { id, ...body }: { id: number | null; values: object; input: object },
  idempotencyKey: string,
): Promise<TypedTest> {
  const path = id === null ? `/${name}/typedTest` : `/${name}/${id}/typedTest`
  return checked(TypedTest, (await api.send({ method: 'POST', path, body, idempotencyKey })).body)
}

/** What operators do to the state of an integration. */
export const stateChanges = {
  activate: integrationLabels.activate,
  disable: integrationLabels.disable,
} as const
export type StateChange = keyof typeof stateChanges

/** POST /x/ID/state. 409 until a test passed and `despite` names its unknown steps; 409 with `reach` until that token is sent. */
export async function changeState(
  api: Api,
  { name }: Named,
  {
    id,
    reach = '',
    ...body
  }: { id: number; event: StateChange; despite?: readonly string[]; reach?: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/${name}/${id}/state`
  const search = new URLSearchParams(reach ? { [reachParam]: reach } : {})
  return asRecord((await api.send({ method: 'POST', path, search, body, idempotencyKey })).body)
}

const Expiry = type({
  resource: string(),
  id: number(),
  label: string(),
  storeId: nullable(number()),
  what: string(),
  at: string(),
})
/** A secret or certificate that ends. */
export type Expiry = Infer<typeof Expiry>

/** GET /integrations/expiries: what ends within so many days or has ended, soonest first. */
export async function expiries(api: Api, days: number, signal?: AbortSignal): Promise<Expiry[]> {
  const search = new URLSearchParams({ days: String(days) })
  const path = '/integrations/expiries'
  const { body } = await api.send({ method: 'GET', path, search, ...(signal ? { signal } : {}) })
  return checked(type({ data: array(Expiry) }), body).data
}
