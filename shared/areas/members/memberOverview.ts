import { array, boolean, nullable, number, string, type, unknown } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

const OverviewSchema = type({
  member: unknown(),
  store: nullable(type({ id: number(), name: string(), status: string() })),
  group: nullable(
    type({
      id: number(),
      name: string(),
      rules: array(string()),
      /** Who moved the member here; null if the member has been here from the start. */
      moved: nullable(type({ at: string(), by: string(), byRules: boolean() })),
    }),
  ),
  suspension: nullable(type({ at: string(), by: string(), reason: string() })),
  /** When the member last became active or inactive; null if never. */
  statusChange: nullable(type({ at: string(), by: string(), reason: nullable(string()) })),
  balances: array(
    type({
      unit: string(),
      balance: number(),
      /** What expires next, and when; null if nothing does. */
      expiring: nullable(type({ amount: number(), at: string() })),
    }),
  ),
  /** Requests that a second operator must approve, debits below zero. */
  waitingCredits: array(type({ unit: string(), count: number(), amount: number() })),
})

/** A member with the facts that the head of the page shows. */
export type MemberOverview = Omit<Infer<typeof OverviewSchema>, 'member'> & { member: AnyRecord }

/** GET /members/ID/overview */
export async function loadMemberOverview(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<MemberOverview> {
  const path = `/members/${id}/overview`
  const { body } = await api.send({ method: 'GET', path, signal })
  const overview = parseResponse(OverviewSchema, body)
  return { ...overview, member: parseRecord(overview.member) }
}
