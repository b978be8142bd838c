import { sql } from 'kysely'
import { array, integer, max, min, size, type } from 'superstruct'
import { is } from '#shared/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { themes } from '#shared/resources/themes.ts'
import { stores } from '#shared/resources/stores.ts'
import { startChangeMany } from '../bulk/recordJob.ts'
import type { Answer, Change } from '../http/call.ts'
import { badRequest, invalid, Refusal } from '../http/refusal.ts'
import { among, rowsOf, scopedTo } from '../records/inScope.ts'
import { readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import { refuseUnconfirmed } from '../records/update.ts'
import type { Connection } from '../schema.ts'
import { keptStores } from '../stores/consequences.ts'

/** How many stores one job may be given by hand, and how many of them are named of each kind. */
const [mostStores, examplesShown] = [1000, 5]

const Assign = type({
  storeIds: size(array(min(max(integer(), 2 ** 31 - 1), 1)), 1, mostStores),
})

const say = {
  body: `The body must hold storeIds, 1 to ${mostStores} ids.`,
  unpublished: 'Stores wear themes that are published, and this one is not.',
  gone: (count: number) => `Stores: ${count} of them do not exist, or no longer exist`,
  worn: 'Stores: All of them wear this theme already',
  instead: (name: string) => `It takes the place of ${name}`,
  inherited: (name: string) => `It takes the place of what is inherited, ${name},`,
  already: 'It is worn already, and nothing changes,',
}

type Wearing = AnyRecord & { name: string; themeId: number | null; worn: string | null }

/** POST /themes/ID/assign: 202 and a job that gives the theme to each store, which can be undone. */
export async function assignTheme(change: Change): Promise<Answer> {
  const { trx, asked, caller } = change
  const id = recordIdOf(themes, asked)
  if (!is(asked.body, Assign)) throw badRequest(say.body)
  const theme = await readRecord(trx, scopedTo(caller, themes), id)
  if (theme['status'] !== 'published')
    throw new Refusal(409, 'wrong_state', 'Not possible as it is', { detail: say.unpublished })
  const ids = [...new Set(asked.body.storeIds)]
  const chosen = await wearing(trx, ids, change)
  if (chosen.length < ids.length) throw invalid({ storeIds: say.gone(ids.length - chosen.length) })
  const records = chosen.filter(({ themeId }) => themeId !== id)
  if (records.length === 0) throw invalid({ storeIds: say.worn })
  const untold = { reaches: records.length, own: 0, worse: kindsOf(chosen, id) }
  refuseUnconfirmed(asked, { id, ids }, untold)
  const title = `Assign ${String(theme['name'])}`
  return startChangeMany(keptStores, change, { title, values: { themeId: id }, records })
}

async function wearing(trx: Connection, ids: number[], { caller }: Change): Promise<Wearing[]> {
  const { rows } = await sql<Wearing>`
    select stores.id, stores.version, stores.name, stores.theme_id, themes.name as worn
    from ${rowsOf(stores, caller.storeIds)}
    left join themes on themes.id = coalesce(stores.theme_id, (select theme_id from store_defaults))
    where ${among('stores.id', ids)} order by lower(stores.name), stores.id`.execute(trx)
  return rows
}

function kindsOf(chosen: readonly Wearing[], id: number) {
  const kinds = Map.groupBy(chosen, ({ themeId, worn }) => {
    if (themeId === id) return say.already
    return (themeId === null ? say.inherited : say.instead)(worn ?? 'no theme')
  })
  return [...kinds].map(([what, those]) => ({
    what,
    count: those.length,
    examples: those.slice(0, examplesShown).map(({ name }) => name),
  }))
}
