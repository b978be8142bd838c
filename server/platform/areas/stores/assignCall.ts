import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { array, integer, max, min, size, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import type { Reach } from '#shared/engine/reach.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { startChangeMany } from '#server/platform/core/bulk/recordJob.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { badRequest, invalid, notPossible } from '#server/platform/core/platform/refusal.ts'
import { reachParameter } from '#server/platform/core/http/reachParameter.ts'
import { listOf, whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { among, rowsOf, scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { refuseUnconfirmed } from '#server/platform/core/records/changes/update.ts'
import { keptStores } from './consequences.ts'
import { storeCallMessages } from './messages.ts'

/** How many stores one job may be given by hand, and how many of them are named of each kind. */
const [mostStores, examplesShown] = [1000, 5]

const Assign = type({
  storeIds: size(array(min(max(integer(), 2 ** 31 - 1), 1)), 1, mostStores),
})

/** What stores may be given. */
export type Given = {
  resource: Resource
  /** As a summary calls one: `a theme`. */
  one: string
  /** The field of a store that names it. */
  field: 'themeId' | 'smtpSettingsId'
  /** The id of the one that a store without its own has. */
  inherited: RawBuilder<number | null>
  say: { same: string; already: string; none: string }
  /** Why this one is given to no store. */
  refuse?: (record: AnyRecord) => string | null
  /** What else would not be as whoever gives it may think, in these stores. */
  worse?: (record: AnyRecord, stores: Told) => Reach['worse']
}

/** How many stores, and what some of them are called. */
type Told = Pick<Reach['worse'][number], 'count' | 'examples'>

type Holder = AnyRecord & { name: string; own: number | null; called: string | null }

/** POST /`resource`/ID/assign: gives something to chosen stores, as a job that can be undone. */
export const assignCall = (given: Given): Call => ({
  kind: 'write',
  needs: `${stores.permission}:write`,
  method: 'post',
  path: `/${given.resource.name}/:id/assign`,
  summary: `Assign ${given.one} to stores, as a job that can be undone`,
  query: [reachParameter('the affected stores')],
  body: object({ storeIds: listOf(whole) }),
  success: { status: 202, schema: object({ id: whole }) },
  refusals: [409, 413, 415, 422],
  answer: (change) => assign(given, change),
})

async function assign(given: Given, change: Change): Promise<Answer> {
  const { resource, field } = given
  const { trx, asked, caller } = change
  const id = recordIdOf(resource, asked)
  if (!is(asked.body, Assign)) throw badRequest(storeCallMessages.assignBody(mostStores))
  const record = await readRecord(trx, scopedTo(caller, resource), id)
  const detail = given.refuse?.(record)
  if (detail) throw notPossible(detail)
  const ids = [...new Set(asked.body.storeIds)]
  const chosen = await holders(given, ids, change)
  if (chosen.length < ids.length)
    throw invalid({ storeIds: storeCallMessages.storesGone(ids.length - chosen.length) })
  const records = chosen.filter(({ own }) => own !== id)
  if (records.length === 0) throw invalid({ storeIds: given.say.same })
  const worse = [...kindsOf(given, chosen, id), ...(given.worse?.(record, toldOf(records)) ?? [])]
  refuseUnconfirmed(asked, { id, ids }, { reaches: records.length, own: 0, worse })
  const title = storeCallMessages.assignTitle(labelOf(resource, record))
  return startChangeMany(keptStores, change, { title, values: { [field]: id }, records })
}

async function holders({ resource, field, inherited }: Given, ids: number[], change: Change) {
  const own = sql.ref(`stores.${field}`)
  const { rows } = await sql<Holder>`
    select stores.id, stores.version, stores.name, ${own} as own, given.name as called
    from ${rowsOf(stores, change.caller.storeIds)}
    left join ${sql.table(resource.name)} as given on given.id = coalesce(${own}, (${inherited}))
    where ${among('stores.id', ids)} order by lower(stores.name), stores.id`.execute(change.trx)
  return rows
}

function kindsOf(given: Given, chosen: readonly Holder[], id: number): Reach['worse'] {
  const kinds = Map.groupBy(chosen, ({ own, called }) => {
    if (own === id) return given.say.already
    if (called === null) return given.say.none
    return own === null
      ? storeCallMessages.replacesInherited(called)
      : storeCallMessages.replaces(called)
  })
  return [...kinds].map(([what, those]) => ({ what, ...toldOf(those) }))
}

const toldOf = (those: readonly Holder[]): Told => ({
  count: those.length,
  examples: those.slice(0, examplesShown).map(({ name }) => name),
})
