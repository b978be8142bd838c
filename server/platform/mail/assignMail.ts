import { sql } from 'kysely'
import { array, integer, max, min, size, type } from 'superstruct'
import { is } from '#shared/is.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { smtpSettings } from '#shared/resources/smtpSettings.ts'
import { stores } from '#shared/resources/stores.ts'
import { startChangeMany } from '../bulk/recordJob.ts'
import type { Answer, Change } from '../http/call.ts'
import { badRequest, invalid } from '../http/refusal.ts'
import { among, rowsOf, scopedTo } from '../records/inScope.ts'
import { readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import { refuseUnconfirmed } from '../records/update.ts'
import { keptStores } from '../stores/consequences.ts'

/** How many stores one job may be given by hand, and how many of them are named of each kind. */
const [mostStores, examplesShown] = [1000, 5]

const Assign = type({
  storeIds: size(array(min(max(integer(), 2 ** 31 - 1), 1)), 1, mostStores),
})

const say = {
  body: `The body must hold storeIds, 1 to ${mostStores} ids.`,
  gone: (count: number) => `Stores: ${count} of them do not exist, or no longer exist`,
  same: 'Stores: All of them use this setting already',
  instead: (name: string) => `It takes the place of ${name}`,
  inherited: (name: string) => `It takes the place of what is inherited, ${name},`,
  already: 'It is used already, and nothing changes,',
  idle: 'It is not active, so their mail waits',
}

type Served = AnyRecord & { name: string; smtpSettingsId: number | null; by: string | null }

/** POST /smtpSettings/ID/assign: 202 and a job that gives the setting to each store, which can be undone. */
export async function assignMail(change: Change): Promise<Answer> {
  const { trx, asked, caller } = change
  const id = recordIdOf(smtpSettings, asked)
  if (!is(asked.body, Assign)) throw badRequest(say.body)
  const setting = await readRecord(trx, scopedTo(caller, smtpSettings), id)
  const ids = [...new Set(asked.body.storeIds)]
  const { rows: chosen } = await sql<Served>`
    select stores.id, stores.version, stores.name, stores.smtp_settings_id, settings.name as by
    from ${rowsOf(stores, caller.storeIds)}
    left join smtp_settings as settings on settings.id = coalesce(
      stores.smtp_settings_id, (select id from smtp_settings where scope = 'platform'))
    where ${among('stores.id', ids)} order by lower(stores.name), stores.id`.execute(trx)
  if (chosen.length < ids.length) throw invalid({ storeIds: say.gone(ids.length - chosen.length) })
  const records = chosen.filter(({ smtpSettingsId }) => smtpSettingsId !== id)
  if (records.length === 0) throw invalid({ storeIds: say.same })
  const isIdle = setting['state'] !== 'active' && setting['state'] !== 'degraded'
  const worse = [
    ...kindsOf(chosen, id),
    ...(isIdle ? [{ what: say.idle, count: records.length, examples: [] }] : []),
  ]
  refuseUnconfirmed(asked, { id, ids }, { reaches: records.length, own: 0, worse })
  const title = `Assign ${String(setting['name'])}`
  return startChangeMany(keptStores, change, { title, values: { smtpSettingsId: id }, records })
}

function kindsOf(chosen: readonly Served[], id: number) {
  const kinds = Map.groupBy(chosen, ({ smtpSettingsId, by }) => {
    if (smtpSettingsId === id) return say.already
    return (smtpSettingsId === null ? say.inherited : say.instead)(by ?? 'no setting')
  })
  return [...kinds].map(([what, those]) => ({
    what,
    count: those.length,
    examples: those.slice(0, examplesShown).map(({ name }) => name),
  }))
}
